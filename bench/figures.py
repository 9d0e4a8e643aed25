"""Produce the figures of docs/evaluation.md: run the suites, keep their results, write the tables into the page.

``figures.py --data DIR [NAME…]`` runs (those named, else all) on the data below DIR and writes the page anew.
``figures.py --check`` runs nothing but what is on the example paper and says whether the page still shows what is
stored and what the example gives.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from machine import ROOT

from peerlens.evals import EvalResult, SuiteOptions, run_suite, score
from peerlens.evals.tables import side_by_side, to_markdown
from peerlens.settings import EngineName, Settings

PAGE = ROOT / "docs" / "evaluation.md"
STORED = ROOT / "docs" / "figures"
MADE_BY = ("engine", "data", "metrics")
_BLOCK = re.compile(r"<!-- figures (?P<what>.+?) -->\n.*?<!-- end -->", re.DOTALL)


@dataclass(frozen=True)
class Run:
    """A suite on a folder below the data; ``scored``: the run whose stored verdicts it scores instead of judging."""

    suite: str
    folder: str
    options: SuiteOptions = field(default_factory=SuiteOptions)
    scored: str | None = None


RUNS: Mapping[str, Run] = {
    "retrieval": Run("retrieval", "peerify_fulltext"),
    "verdicts": Run("verdicts", "peerify_fulltext"),
    "calibration": Run("calibration", "peerify_fulltext", scored="verdicts"),
    "peerify": Run("peerify", "peerify_fulltext"),
    "peerify-oracle": Run("peerify", "peerify_fulltext", SuiteOptions(mode="oracle")),
    "peerify-wrong-paper": Run("peerify", "peerify_fulltext", SuiteOptions(system="wrong-paper")),
    "peerify-majority": Run("peerify", "peerify_fulltext", SuiteOptions(system="majority")),
    "peerify-claim-only": Run("peerify", "peerify_fulltext", SuiteOptions(system="claim-only")),
    "reviewcritique": Run("reviewcritique", "reviewcritique_llm"),
    "stance": Run("stance", "disapere_fulltext"),
    "kinds": Run("kinds", "disapere_fulltext"),
    "cost": Run("cost", "peerify_fulltext"),
    "absence": Run("absence", "."),
    "wordings": Run("wordings", "."),
    "controls": Run("controls", "."),
    "changed": Run("changed", "."),
    "abstention": Run("abstention", "."),
    "response": Run("response", "disapere_fulltext"),
    "perturb": Run("perturb", "oair_perturb"),
    "limitgen": Run("limitgen", "limitgen_syn"),
}
EXAMPLES: Mapping[str, Run] = {
    "example": Run("probes", "examples"),
    "example-extraction": Run("extraction", "examples", SuiteOptions(system="embedded", mode="embedding")),
    "example-sentences": Run("extraction", "examples", SuiteOptions(system="sentences", mode="embedding")),
}
"""Runs on what lies in this repository."""
SYSTEMS = {
    "majority": "peerify-majority",
    "claim-only": "peerify-claim-only",
    "wrong-paper": "peerify-wrong-paper",
    "ours, retrieval": "peerify",
    "ours, oracle": "peerify-oracle",
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join([*EXAMPLES, *RUNS])}")
    parser.add_argument("--data", type=Path, help="the folder below which the data sets lie")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "figures", help="where predictions are kept")
    parser.add_argument("--stored", action="store_true", help="score the predictions in --out, run nothing")
    parser.add_argument("--check", action="store_true", help="change nothing, exit with 1 where figures have drifted")
    asked = parser.parse_args(arguments)
    if asked.check:
        return check()
    unknown = set(asked.names) - {*EXAMPLES, *RUNS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    for name in asked.names or [*EXAMPLES, *RUNS]:
        if name in EXAMPLES:
            keep(name, example(name))
        elif asked.stored:
            if (asked.out / name / "predictions.jsonl").exists():
                keep(name, score(asked.out / name / "predictions.jsonl"))
        elif asked.data is None:
            parser.error("say where the data lies: --data DIR")
        else:
            keep(name, measured(RUNS[name], asked.data, asked.out, name))
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def measured(run: Run, data: Path, out: Path, name: str) -> EvalResult:
    """The result of a run with the embedded agents; its predictions are kept below ``out``."""
    print(name, file=sys.stderr)
    options = run.options
    if run.scored is not None:
        options = SuiteOptions(predictions=out / run.scored / "predictions.jsonl")
    return run_suite(run.suite, data / run.folder, settings=_settings(out / "home"), options=options, out=out / name)


def example(name: str) -> EvalResult:
    """A run on the example paper, without the seconds that it took: they are never the same."""
    run = EXAMPLES[name]
    with tempfile.TemporaryDirectory() as folder:
        result = run_suite(run.suite, ROOT / run.folder, settings=_settings(Path(folder)), options=run.options)
    kept = {measure: figure for measure, figure in result.metrics.items() if not measure.startswith("seconds")}
    return result.model_copy(update={"metrics": kept})


def keep(name: str, result: EvalResult) -> None:
    STORED.mkdir(exist_ok=True)
    (STORED / f"{name}.json").write_text(result.to_json() + "\n", encoding="utf-8")


def stored(name: str) -> EvalResult | None:
    path = STORED / f"{name}.json"
    return EvalResult.model_validate_json(path.read_text(encoding="utf-8")) if path.exists() else None


def page(text: str) -> str:
    """The page with every block of figures as stored."""
    return _BLOCK.sub(lambda block: f"<!-- figures {block['what']} -->\n{_shown(block['what'])}<!-- end -->", text)


def check() -> int:
    """0 where the page shows what is stored, and the examples it shows give what is stored of them."""
    text = PAGE.read_text(encoding="utf-8")
    drifted = [] if page(text) == text else [f"{PAGE.name} does not show the results in {STORED.name}/"]
    shown = {block["what"].partition(":")[0] for block in _BLOCK.finditer(text)}
    for name in EXAMPLES:
        drifted += _drift(name) if name in shown else []
    for line in drifted:
        print(line, file=sys.stderr)
    if drifted:
        print(f"python bench/figures.py {' '.join(EXAMPLES)}    writes all anew", file=sys.stderr)
    return 1 if drifted else 0


def _drift(name: str) -> list[str]:
    """Which figures of an example are no longer those stored."""
    kept, now = stored(name), example(name)
    known = kept.metrics if kept is not None else {}
    if known == now.metrics:
        return []
    return [
        f"{name}: {measure} is {figure.value}, stored {known[measure].value if measure in known else 'nothing'}"
        for measure, figure in now.metrics.items()
        if known.get(measure) != figure
    ] or [f"{name}: a stored figure is no longer measured"]


def _shown(what: str) -> str:
    """``NAME: measure | measure`` is that result's table; ``systems SET: measure | …`` all systems on a Peerify set."""
    name, _, listed = what.partition(":")
    measures = [one.strip() for one in listed.split("|") if one.strip()]
    if name.startswith("systems "):
        results = {system: result for system, run in SYSTEMS.items() if (result := stored(run)) is not None}
        if not results:
            return "\nNot run.\n\n"
        made_by = dict.fromkeys(
            f"{key} {one.versions[key]}" for one in results.values() for key in MADE_BY if key in one.versions
        )
        beside = side_by_side(results, measures, prefix=f"{name.removeprefix('systems ')} ")
        return f"\n{beside}\n- {'; '.join(made_by)}\n\n"
    result = stored(name)
    if result is None:
        return f"\nNot run: `python bench/figures.py --data DIR {name}`.\n\n"
    return "\n" + to_markdown(result, only=measures or None) + "\n"


def _settings(home: Path) -> Settings:
    return Settings(home=home, engine=EngineName.EMBEDDED, quiet=True)


if __name__ == "__main__":
    raise SystemExit(main())
