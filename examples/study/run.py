"""Known-item retrieval over the docstrings of the Python standard library: the study behind the example paper.

Usage: python examples/study/run.py [--out FILE] [--cache DIR]

Takes about a quarter of an hour on one idle core and needs nothing from the network. The corpus is the standard library
of the interpreter that runs this file, so the figures of the paper belong to the version that ``results.json`` names.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from collection import PATHS, Entry, Query, corpus, path_text, pieces, question_queries, spaced, summary_queries
from numpy.typing import NDArray

from peerlens.store.embedders import Embedder, Vectors
from peerlens.store.embedders.minilm import MiniLm, find_files
from peerlens.store.retrievers import Ranked
from peerlens.store.retrievers.bm25 import Bm25
from peerlens.store.retrievers.hybrid import fuse

LENGTHS = (40, 130)
MAIN = 130
POOL = 100
RESAMPLES = 2000
BATCH = 8
MISSED = 10**6

Ranks = NDArray[np.int64]
Values = NDArray[np.float64]
Ranking = Sequence[Ranked]


def embed(texts: Sequence[str], embedder: Embedder, *, cache: Path | None) -> Vectors:
    """One unit vector a text, texts of like length together; kept in ``cache`` under the hash of the texts."""
    digest = hashlib.sha256("\0".join([embedder.identity, *texts]).encode()).hexdigest()[:16]
    kept = cache / f"{digest}.npy" if cache else None
    if kept and kept.exists():
        return np.asarray(np.load(kept), dtype=np.float32)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    rows = np.zeros((len(texts), embedder.dimensions), dtype=np.float32)
    for begin in range(0, len(order), BATCH):
        chosen = order[begin : begin + BATCH]
        rows[chosen] = embedder.embed([texts[at] for at in chosen])
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, rows)
    return rows


def by_words(texts: Sequence[str], queries: Sequence[Query]) -> list[Ranking]:
    """BM25 of the package; identifiers are split first, in passages and queries."""
    index = Bm25({str(at): spaced(text) for at, text in enumerate(texts)})
    return [index.rank(spaced(query.text), k=POOL) for query in queries]


def by_vectors(matrix: Vectors, asked: Vectors) -> list[Ranking]:
    """Exact cosine ranking."""
    rankings: list[Ranking] = []
    for scores in asked @ matrix.T:
        best = np.argsort(-scores, kind="stable")[:POOL]
        rankings.append([Ranked(str(at), float(scores[at])) for at in best])
    return rankings


def ranks(rankings: Sequence[Ranking], owner: Sequence[int], queries: Sequence[Query]) -> Ranks:
    """The rank of each query's entry among distinct entries: an entry is as good as its best passage."""
    found: list[int] = []
    for ranking, query in zip(rankings, queries, strict=True):
        entries = list(dict.fromkeys(owner[int(ranked.passage_id)] for ranked in ranking))
        found.append(entries.index(query.target) + 1 if query.target in entries else MISSED)
    return np.array(found)


def measures(rank: Ranks) -> dict[str, Values]:
    """Per query: reciprocal rank within the first ten, hit at 1 and hit at 10."""
    return {"mrr": np.where(rank <= 10, 1 / rank, 0.0), "hit1": (rank <= 1) * 1.0, "hit10": (rank <= 10) * 1.0}


def interval(values: Values) -> list[float]:
    """Mean and percentile bootstrap interval (2.5 to 97.5) over queries, always with the same resamples."""
    draws = np.random.default_rng(13).integers(0, len(values), size=(RESAMPLES, len(values)))
    low, high = np.percentile(values[draws].mean(axis=1), [2.5, 97.5])
    return [round(float(number), 4) for number in (values.mean(), low, high)]


def evaluate(
    entries: Sequence[Entry], sets: dict[str, list[Query]], embedder: Embedder, *, cache: Path | None
) -> dict[str, Ranks]:
    """Ranks for every ``set/length/retriever/path``; the path of a fused run is written ``bm25 form+dense form``."""
    found: dict[str, Ranks] = {}
    asked = {name: embed([query.text for query in queries], embedder, cache=cache) for name, queries in sets.items()}
    for length in LENGTHS:
        cut = [(at, piece) for at, entry in enumerate(entries) for piece in pieces(entry.body, words=length)]
        owner = [at for at, _ in cut]
        words: dict[tuple[str, str], list[Ranking]] = {}
        vectors: dict[tuple[str, str], list[Ranking]] = {}
        for form in PATHS if length == MAIN else ("none", "full"):
            texts = [path_text(entries[at], form=form) + piece for at, piece in cut]
            matrix = embed(texts, embedder, cache=cache)
            for name, queries in sets.items():
                words[name, form] = by_words(texts, queries)
                vectors[name, form] = by_vectors(matrix, asked[name])
                found[f"{name}/{length}/bm25/{form}"] = ranks(words[name, form], owner, queries)
                found[f"{name}/{length}/dense/{form}"] = ranks(vectors[name, form], owner, queries)
            print(f"{length} words, path {form}: {len(cut)} passages", flush=True)
        for name, queries in sets.items():
            for left, right in (("none", "none"), ("none", "full"), ("full", "full")):
                both = zip(words[name, left], vectors[name, right], strict=True)
                found[f"{name}/{length}/rrf/{left}+{right}"] = ranks([fuse(pair) for pair in both], owner, queries)
    return found


def differences(found: dict[str, Ranks], sets: Iterable[str]) -> dict[str, list[float]]:
    """Paired differences in reciprocal rank that the paper speaks of."""
    forms = ["bm25/none", "bm25/full", "dense/none", "dense/full", "rrf/none+none", "rrf/none+full", "rrf/full+full"]
    compared = [(f"{MAIN}/{b}", f"{MAIN}/{a}") for at, a in enumerate(forms) for b in forms[at + 1 :]]
    compared += [(f"{MAIN}/{kind}/full", f"{MAIN}/{kind}/name") for kind in ("bm25", "dense")]
    compared += [(f"{MAIN}/{form}", f"{length}/{form}") for form in forms for length in LENGTHS if length != MAIN]
    gain = {key: measures(rank)["mrr"] for key, rank in found.items()}
    return {
        f"{name}: {a} - {b}": interval(gain[f"{name}/{a}"] - gain[f"{name}/{b}"]) for name in sets for a, b in compared
    }


def described(entries: Sequence[Entry]) -> dict[str, object]:
    """The figures about the corpus, with a hash that tells another version of the library."""
    words = np.array([len(entry.body.split()) for entry in entries])
    cut = {length: [len(pieces(entry.body, words=length)) for entry in entries] for length in LENGTHS}
    return {
        "entries": len(entries),
        "modules": len({entry.path[0] for entry in entries}),
        "words": int(words.sum()),
        "median_words": float(np.median(words)),
        "longest": int(words.max()),
        "passages": {str(length): sum(counts) for length, counts in cut.items()},
        "cut_entries": {str(length): sum(count > 1 for count in counts) for length, counts in cut.items()},
        "sha256": hashlib.sha256("\0".join(entry.key + entry.body for entry in entries).encode()).hexdigest(),
    }


def main() -> None:
    """Run every condition and write the results beside this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results.json")
    parser.add_argument("--cache", type=Path, help="keep the vectors here, to go on after a stop")
    options = parser.parse_args()
    entries = corpus(Path(sysconfig.get_paths()["stdlib"]))
    sets = {"summary": summary_queries(entries), "question": question_queries(entries)}
    embedder = MiniLm(find_files(), threads=1)
    found = evaluate(entries, sets, embedder, cache=options.cache)
    long = np.array([len(entries[query.target].body.split()) > MAIN for query in sets["summary"]])
    report = {
        "python": platform.python_version(),
        "embedder": embedder.identity,
        "corpus": described(entries),
        "queries": {
            name: {"n": len(queries), "mean_words": round(sum(len(q.text.split()) for q in queries) / len(queries), 1)}
            for name, queries in sets.items()
        },
        "metrics": {key: {name: interval(row) for name, row in measures(rank).items()} for key, rank in found.items()},
        "differences": differences(found, sets),
        "long_targets": {
            "n": int(long.sum()),
            **{key: interval(measures(rank[long])["mrr"]) for key, rank in found.items() if key.startswith("summary")},
        },
    }
    options.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
