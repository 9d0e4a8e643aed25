"""The real cross-encoder classes, on a tiny model made on the spot."""

from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from peerlens.errors import ModelMissingError
from peerlens.schema import Passage
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.store.retrievers import Ranked
from peerlens.store.retrievers.reranked import POOL, Reranked
from peerlens.tools import PaperTools

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] the a duck lake mask camera counts misses how many".split()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny(tmp_path_factory.mktemp("tiny-cross-encoder"), labels=1)


def make_tiny(folder: Path, *, labels: int) -> Path:
    """A one-layer BERT with random weights and a vocabulary of 15 words: the format of a real model, not its sense."""
    pytest.importorskip("sentence_transformers", reason="the extra 'rerank' is not installed: make test-extras")
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        num_labels=labels,
        initializer_range=1.0,  # far apart enough for every text to have a score of its own
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder, safe_serialization=True)
    words = Tokenizer(WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    words.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    return folder


def test_scores_are_those_of_the_model_one_a_text_and_the_same_every_time(tiny: Path) -> None:
    from peerlens.store.rerankers.cross_encoder import CrossEncoder

    encoder = CrossEncoder(str(tiny))
    texts = ["the duck", "a lake mask", "camera counts"]
    first = encoder.score("how many duck", texts)
    assert len(first) == 3
    assert len(set(first)) == 3
    assert encoder.score("how many duck", texts) == first
    assert encoder.score("how many duck", texts[1:2]) == pytest.approx(first[1:2], abs=1e-5)
    assert encoder.score("x", []) == []
    assert encoder.identity == f"cross-encoder:{tiny.name}"


def test_search_returns_the_passages_in_the_models_order(tiny: Path, tmp_path: Path) -> None:
    from peerlens.store.rerankers.cross_encoder import CrossEncoder

    paper = tmp_path / "ducks.md"
    sections = ["the duck counts the lake", "a camera counts a duck", "the mask misses a duck", "how many duck"]
    paper.write_text(
        "# Ducks\n\n" + "\n\n".join(f"## {i} Part\n\n{text}." for i, text in enumerate(sections, 1)), encoding="utf-8"
    )
    encoder = CrossEncoder(str(tiny))
    with Library(tmp_path / "home").open(
        paper, settings=Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    ) as store:
        hits = PaperTools(store, reranker=encoder).search("duck", k=4)
        texts = [store.manuscript.text[hit.passage.start : hit.passage.end] for hit in hits]
    scores = encoder.score("duck", texts)
    assert scores == sorted(scores, reverse=True)
    assert [hit.score for hit in hits] == pytest.approx(scores, abs=1e-5)


@pytest.mark.parametrize("model", ["no/such-model", "./no-such-folder"])
def test_a_model_that_is_not_here_is_one_line_and_nothing_is_downloaded(tiny: Path, model: str) -> None:
    from peerlens.store.rerankers.cross_encoder import CrossEncoder

    with pytest.raises(ModelMissingError, match="not on this machine") as caught:
        CrossEncoder(model)
    assert "--rerank-model" in (caught.value.hint or "")
    assert "\n" not in caught.value.message


def test_pickled_weights_are_refused(tiny: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from safetensors.torch import load_file

    from peerlens.store.rerankers.cross_encoder import CrossEncoder

    for file in tiny.iterdir():
        if file.suffix != ".safetensors":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    torch.save(load_file(tiny / "model.safetensors"), tmp_path / "pytorch_model.bin")
    with pytest.raises(ModelMissingError):
        CrossEncoder(str(tmp_path))


class Backwards:
    """Scores texts by how early they stand in the alphabet."""

    identity = "backwards"

    def score(self, query: str, texts: list[str]) -> list[float]:  # type: ignore[override]
        return [-float(ord(text[0])) for text in texts]


class Fixed:
    def __init__(self, ids: list[str]) -> None:
        self._ids = ids

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        return [Ranked(one, 1.0 / place) for place, one in enumerate(self._ids[:k], start=1)]


def test_the_pool_is_put_into_the_rerankers_order_and_what_lies_beyond_keeps_its_own() -> None:
    ids = [chr(ord("a") + (POOL - 1 - i) % 26) + f"{i:02}" for i in range(POOL + 3)]
    ranked = Reranked(Fixed(ids), reranker=Backwards(), text_of=lambda one: one).rank("x", k=POOL + 3)
    assert [one.passage_id for one in ranked[POOL:]] == ids[POOL:]
    assert [one.passage_id[0] for one in ranked[:POOL]] == sorted(one[0] for one in ids[:POOL])
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


def test_a_query_that_finds_nothing_is_not_reranked() -> None:
    assert Reranked(Fixed([]), reranker=Backwards(), text_of=str).rank("x", k=5) == []


def test_a_paper_is_searched_in_the_rerankers_order(tmp_path: Path) -> None:
    paper = tmp_path / "p.md"
    paper.write_text("# T\n\n## 1 A\n\nzebra duck.\n\n## 2 B\n\nalpha duck duck.\n", encoding="utf-8")
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    with Library(settings.home).open(paper, settings=settings) as store:
        found: list[Passage] = [hit.passage for hit in PaperTools(store, reranker=Backwards()).search("duck")]
        assert [store.manuscript.text[one.start : one.end] for one in found] == ["alpha duck duck.", "zebra duck."]
