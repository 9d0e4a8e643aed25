"""A result as Markdown and HTML: published figures beside ours, plots, and nothing foreign that acts."""

from __future__ import annotations

from xml.etree import ElementTree

from peerlens.evals import EvalResult, Figure, notes, table
from peerlens.evals.plots import plots
from peerlens.evals.published import published_figures
from peerlens.evals.tables import side_by_side, to_html, to_markdown


def result(metrics: dict[str, Figure], suite: str = "own") -> EvalResult:
    return EvalResult(suite=suite, n=8, metrics=metrics, versions={"data": "own 1"})


def test_a_published_figure_stands_beside_ours_with_its_source() -> None:
    shown = result({"recall@10": Figure(value=0.9, n=8), "hit@1": Figure(value=0.5, n=8)}, suite="retrieval")
    rows = table(shown)
    assert rows[0][-1] == "published"
    assert rows[1] == ("recall@10", "0.900", "", "8", "0.53")
    assert rows[2][-1] == ""
    assert notes(shown) == ["published, recall@10: 0.53 best retriever (Peerify, retrieval results)", "data: own 1"]


def test_every_published_figure_says_whose_it_is_and_where_it_stands() -> None:
    for suite in ("peerify", "retrieval", "abstention"):
        rows = [row for group in published_figures(suite).values() for row in group]
        assert rows
        assert all(row.system and row.source and 0 < row.value <= 1 for row in rows)


def test_markdown_keeps_foreign_text_as_text() -> None:
    lines = to_markdown(result({"right[a|b <i>]": Figure(value=0.5, n=8)})).splitlines()
    assert lines[2] == "| right\\[a\\|b \\<i\\>\\] | 0.500 |  | 8 |"


def test_html_holds_no_foreign_markup() -> None:
    page = to_html(result({"<script>x</script>": Figure(value=0.5, n=8)}))
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_confusion_bars_and_curves_are_drawn_from_the_names_of_figures() -> None:
    labels = ("Supported", "Not Supported")
    metrics = {f"B3 confusion[{a} → {b}]": Figure(value=2.0, n=8) for a in labels for b in labels}
    metrics |= {f"B3 f1[{label}]": Figure(value=0.5, n=8) for label in labels}
    metrics |= {f"test half: risk at coverage {at}": Figure(value=0.1, n=8) for at in ("0.5", "1.0")}
    drawn = plots(result(metrics))
    assert list(drawn) == ["B3 confusion, gold in rows", "B3 F1", "test half: risk at coverage"]
    for svg in drawn.values():
        ElementTree.fromstring(svg)
    bins = result({"B1: share right at confidence 0.4–0.5": Figure(value=1.0, n=8)})
    assert 'cx="184.0" cy="10.0"' in plots(bins)["B1: share right at confidence"]  # 40 + .45 × 320, at the top
    assert drawn["B3 confusion, gold in rows"].count("<rect") == 4


def test_systems_stand_in_rows_with_what_was_published_below() -> None:
    ours = result({"PaperSourced accuracy": Figure(value=0.5, low=0.25, high=0.75, n=8)}, suite="peerify")
    nothing = result({}, suite="peerify")
    lines = side_by_side({"ours": ours, "other": nothing}, ["accuracy"], prefix="PaperSourced ").splitlines()
    assert lines[0] == "| system | accuracy | n |"
    assert lines[2] == "| ours | 0.500 (0.250 – 0.750) | 8 |"
    assert lines[3] == "| other | – | 0 |"
    assert lines[4].startswith("| published | 0.904 best verifier; 0.872 Qwen3-8B")
