"""Every form of input becomes numbered lines, and every line has an answer of its own."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from peerlens.batch.entries import Entry, LeftOut, Line, Status, Task
from peerlens.batch.inputs import read_input
from peerlens.batch.plan import make_plan
from peerlens.errors import InputError
from peerlens.settings import RetrieverName, Settings


def _written(folder: Path, name: str, *lines: object) -> Path:
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _entry(line: Line) -> Entry:
    assert isinstance(line, Entry), line
    return line


def _left_out(line: Line) -> LeftOut:
    assert isinstance(line, LeftOut), line
    return line


def test_a_manifest_gives_an_entry_a_line_with_its_reviews_in_order(folder: Path) -> None:
    path = _written(
        folder, "m.jsonl", {"id": "x", "paper": "a.md", "reviews": ["r.md", {"id": "R9", "text": "No ablation."}]}
    )
    (line,) = read_input(path)
    entry = _entry(line)
    assert (entry.line, entry.id, entry.paper, entry.tasks) == (1, "x", folder / "a.md", (Task.VERIFY,))
    assert [(review.id, review.text[:12]) for review in entry.reading().reviews] == [
        ("r1", "## Weaknesse"),
        ("R9", "No ablation."),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id":"B","paper":"a.md","review":"cut off in the mid', "not JSON"),
        ("# a comment line", "not JSON: Expecting value, at character 1"),
        ("[1, 2]", "not a JSON object but a list"),
        ("null", "not a JSON object but null"),
        ('"text"', "not a JSON object but text"),
        ("[" * 5000, "not JSON"),
        ('{"id": "x"}', "names no paper"),
        ('{"paper": ""}', "names no paper"),
        ('{"paper": ["a.md"], "reviews": []}', "names no paper"),
        ('{"paper": "gone.pdf", "reviews": ["r.md"]}', "gone.pdf: no such file"),
        ('{"paper": "a.md\\u0000", "reviews": ["r.md"]}', "characters that no path can have"),
        ('{"paper": "a\\ud800.md", "reviews": ["r.md"]}', "characters that no path can have"),
        ('{"paper": "a.md", "reviews": ["gone.md"]}', "review 1: gone.md: no such file"),
        ('{"paper": "a.md", "reviews": ["r.md", 7]}', "review 2 is neither"),
        ('{"paper": "a.md", "reviews": "r.md"}', "not a list but text"),
        ('{"paper": "a.md", "review": ["a", "list"]}', "not text but a list"),
        ('{"paper": "a.md", "review": null}', "not text but null"),
        ('{"paper": "a.md", "review": "  "}', "its review is empty"),
        ('{"paper": "a.md", "claim": ""}', "its claim is empty"),
        ('{"paper": "a.md", "claim": {"text": "x"}}', "its claim is not text"),
        ('{"paper": "a.md", "tasks": ["verify"]}', "without a review"),
        ('{"paper": "a.md", "review_files": ["r.md"]}', "has 'review_files' but no \"reviews\""),
        ('{"paper": "a.md", "Reviews": ["r.md"]}', "has 'Reviews' but no \"reviews\""),
        ('{"paper": "a.md", "reviews": [], "official_review": "No."}', "has 'official_review' but no \"reviews\""),
        ('{"paper": "a.md", "reviews": ["r.md"], "tasks": ["judge"]}', "'judge'"),
        ('{"paper": "a.md", "reviews": ["r.md"], "tasks": []}', "not a list of names"),
    ],
)
def test_a_line_that_cannot_be_used_fails_alone_with_its_number_and_reason(
    folder: Path, line: str, reason: str
) -> None:
    path = _written(folder, "m.jsonl", {"paper": "a.md", "reviews": ["r.md"]}, line, {"paper": "b.md", "review": "No."})
    first, broken, last = read_input(path)
    assert (_entry(first).line, _entry(last).line) == (1, 3)
    assert (broken.line, _left_out(broken).status) == (2, Status.FAILED)
    assert reason in _left_out(broken).reason


def test_a_line_of_bytes_that_are_no_text_fails_alone(folder: Path) -> None:
    path = folder / "m.jsonl"
    path.write_bytes(b'{"paper": "a.md", "review": "\xff\xfe"}\n{"paper": "a.md", "review": "No."}\n')
    broken, good = read_input(path)
    assert (_left_out(broken).reason, _entry(good).line) == ("the line is not UTF-8", 2)


def test_a_review_that_cannot_be_read_costs_the_others_of_its_line_nothing_and_is_called_by_its_place(
    folder: Path,
) -> None:
    (folder / "empty.md").write_text("")
    (folder / "dead.md").symlink_to("nowhere")
    given = ["r.md", {"id": "x", "text": " "}, "gone.md", "empty.md", {"text": None}, "dead.md", {"text": "No code."}]
    (line,) = read_input(_written(folder, "m.jsonl", {"paper": "a.md", "reviews": given}))
    reading = _entry(line).reading()
    assert [review.id for review in reading.reviews] == ["r1", "r7"]
    assert [error.message for error in reading.unread] == [
        "review 2: holds no review text",
        "review gone.md: no such file",
        "review empty.md: the file is empty",
        "review 5: holds no review text",
        "review dead.md: no such file",
    ]
    (alone,) = read_input(_written(folder, "n.jsonl", {"paper": "a.md", "reviews": [{"id": "x", "text": ""}]}))
    with pytest.raises(InputError, match="its review: holds no review text"):
        _entry(alone).reading()


def test_empty_lines_are_skipped_and_counted_but_none_follows_the_last_line_end(folder: Path) -> None:
    path = _written(folder, "m.jsonl", {"paper": "a.md", "review": "No."}, "", {"paper": "a.md", "review": "Yes."})
    lines = read_input(path)
    assert [line.line for line in lines] == [1, 2, 3]
    assert _left_out(lines[1]).status is Status.SKIPPED


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_manifest_may_open_with_a_byte_order_mark(folder: Path, encoding: str) -> None:
    path = folder / "m.jsonl"
    path.write_text('{"paper": "a.md", "review": "Größe fehlt."}\n', encoding=encoding)
    (line,) = read_input(path)
    assert _entry(line).reading().reviews[0].text == "Größe fehlt."


def test_ids_that_repeat_or_differ_in_case_only_are_noted_and_both_are_kept(folder: Path) -> None:
    rows = [{"review_id": one, "paper": "a.md", "review": f"Point {one}."} for one in ("R1", "R2", "R1", "r1")]
    lines = [_entry(line) for line in read_input(_written(folder, "m.jsonl", *rows))]
    assert [line.notes for line in lines] == [
        (),
        (),
        ("the same id as line 1",),
        ("an id that differs only in case from that of line 1",),
    ]


def test_ids_that_look_the_same_are_noted_whatever_characters_they_are_of(folder: Path) -> None:
    rows = [
        {"review_id": one, "paper": "a.md", "review": one} for one in ("caf\u00e9", "cafe\u0301", "CAFE\u0301", "cafe")
    ]
    lines = [_entry(line) for line in read_input(_written(folder, "m.jsonl", *rows))]
    looks = ("an id that looks like that of line 1",)
    assert [line.notes for line in lines] == [(), looks, looks, ()]


@pytest.mark.parametrize("name", ["paper.md", "paper.txt", "paper.pdf", "paper"])
def test_a_file_without_any_object_is_no_set(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"# Ducks\n\nWe count {ducks}.\n\xff\n")
    with pytest.raises(InputError, match="no line of it is a JSON object"):
        read_input(folder / name)
    for encoding in ("utf-8-sig", "utf-16"):
        (folder / name).write_text('not this\n  {"paper": "a.md", "review": "No."}\n', encoding=encoding)
        assert isinstance(read_input(folder / name)[1], Entry)


def test_a_benchmark_row_is_one_ready_made_claim_with_its_gold_label(folder: Path) -> None:
    path = _written(folder, "m.jsonl", {"id": "c7", "paper": "a", "claim": "No ablation.", "gold": "Not Supported"})
    (line,) = read_input(path)
    entry = _entry(line)
    (review,) = entry.reading().reviews
    assert (entry.paper, entry.gold, entry.id) == (folder / "a.md", "Not Supported", "c7")
    assert [(one.claim_id, review.text[one.start : one.end]) for one in review.ready or ()] == [("c7", "No ablation.")]


def test_a_paper_without_reviews_is_audited_and_tasks_can_be_named(folder: Path) -> None:
    path = _written(
        folder,
        "m.jsonl",
        {"paper": "a.md"},
        {"paper": "a.md", "reviews": ["r.md"], "tasks": ["audit", "verify"]},
        {"paper": "a.md", "reviews": ["r.md"]},
        {"paper": "a.md", "reviews": [], "meta_review": "Reject.", "review_deadline": "May", "reviewers": 3},
        {"paper": "a.md", "review_files": ["r.md"], "tasks": ["audit"]},
    )
    assert [_entry(line).tasks for line in read_input(path)] == [
        (Task.AUDIT,),
        (Task.VERIFY, Task.AUDIT),
        (Task.VERIFY,),
        (Task.AUDIT,),
        (Task.AUDIT,),
    ]
    assert [_entry(line).tasks for line in read_input(path, tasks=[Task.AUDIT])][2] == (Task.AUDIT,)


def test_rows_of_a_csv_are_numbered_by_the_line_they_begin_on(folder: Path) -> None:
    path = folder / "m.csv"
    path.write_text(
        'paper,review_id,review,confidential remarks\na.md,R1,"No ablation.\n\nNo code.",I know them.\n'
        "\nb.md,R2,Few seeds.,\nb.md,R3,a,b,c\ngone,R4,Few seeds.,\na.md,R5,,\n",
        encoding="utf-8",
    )
    lines = read_input(path)
    assert [(line.line, line.id) for line in lines] == [(2, "R1"), (6, "R2"), (7, "line-7"), (8, "R4"), (9, "R5")]
    assert _entry(lines[0]).reading().reviews[0].text == "No ablation.\n\nNo code."
    assert [_left_out(line).reason for line in lines[2:]] == [
        "the row has more cells than the header",
        "gone: no such file",
        "its review is empty",
    ]


def test_a_quote_that_never_closes_fails_and_names_the_lines_it_swallows(folder: Path) -> None:
    path = folder / "m.csv"
    path.write_text('paper,review_id,review\na.md,R1,Fine.\na.md,R2,"never closed\na.md,R3,Lost.\n', encoding="utf-8")
    good, broken = read_input(path)
    assert _entry(good).line == 2
    assert _left_out(broken).reason.startswith("line 3 to 4 cannot be read as CSV")


def test_a_csv_without_a_column_of_papers_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="no column names the paper"):
        read_input(_written(folder, "m.csv", "review_id,review", "R1,No ablation."))


def test_a_folder_gives_papers_with_the_reviews_beside_them(folder: Path) -> None:
    (folder / "r.md").unlink()
    for name in ("a.review.md", "a.review2.txt", "gone.review.md"):
        (folder / name).write_text("No ablation.", encoding="utf-8")
    (folder / "a.txt").write_text("Another form of the paper.", encoding="utf-8")
    lines = read_input(folder)
    assert [len(_entry(lines[0]).reading().reviews), _entry(lines[0]).paper.name] == [2, "a.md"]
    assert [(line.line, _left_out(line).status, _left_out(line).reason) for line in lines[1:]] == [
        (2, Status.SKIPPED, "a.md has the same name and is taken"),
        (3, Status.SKIPPED, "no review beside it (b.review.md)"),
        (4, Status.FAILED, "a review without a paper beside it"),
    ]
    assert [_entry(line).id for line in read_input(folder, tasks=[Task.AUDIT]) if isinstance(line, Entry)] == ["a", "b"]


def test_nothing_that_a_folder_may_mean_as_a_paper_or_a_review_goes_unsaid(folder: Path) -> None:
    (folder / "r.md").unlink()
    for name in (
        "a.review.md",
        "a.review2.PDF",
        "a.review3.docx",
        "a.review4.jsonl",
        "a.review.md.bak",
        "a.review.log",
    ):
        (folder / name).write_text("No ablation.", encoding="utf-8")
    for name in ("x.review.pdf", "b.review.pdf", "b.review.review.txt"):
        (folder / name).write_text("No ablation.", encoding="utf-8")
    (folder / "dead.pdf").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.pdf")
    (folder / "sub.pdf").mkdir()
    lines = read_input(folder, tasks=[Task.VERIFY, Task.AUDIT])
    assert [line.id for line in lines if isinstance(line, Entry)] == [
        "a", "b", "b.review", "dead", "pipe", "x.review",
    ]  # fmt: skip
    assert [(line.line, line.id, line.reason) for line in lines if not isinstance(line, Entry)] == [
        (7, "a.review2.PDF", "a review in a form that is not read here (.PDF): save it as .md, .txt or .json"),
        (8, "a.review3.docx", "a review in a form that is not read here (.docx): save it as .md, .txt or .json"),
        (9, "a.review4.jsonl", "a review in a form that is not read here (.jsonl): save it as .md, .txt or .json"),
    ]
    plan = make_plan(lines, Settings(home=folder / "home", retriever=RetrieverName.BM25))
    troubles = {one.line.id: one.trouble.message for one in plan.planned() if one.trouble is not None}
    assert troubles["dead"].endswith("dead.pdf: no such file")
    assert troubles["pipe"].endswith("pipe.pdf: is not a regular file")


def _note(identity: str, forum: str, kind: str, **content: object) -> dict[str, object]:
    return {"id": identity, "forum": forum, "invitation": f"Conf/-/{kind}", "content": content}


def test_a_dump_gives_a_line_a_forum_and_never_leaves_its_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("not a paper of this set", encoding="utf-8")
    notes = [
        _note("a", "a", "Submission", title="Ducks"),
        _note("n1", "a", "Official_Review", review="No ablation."),
        _note("n2", "a", "Decision", decision="Reject"),
        _note("n3", "../secret", "Official_Review", review="No ablation."),
        _note("c", "c", "Submission", title="Geese"),
        {**_note("d", "d", "Submission", title="Swans"), "number": 12},
        _note("n4", "d", "Official_Review", review="Few seeds."),
    ]
    (folder / "paper12.md").write_bytes((folder / "b.md").read_bytes())
    path = folder / "dump.json"
    path.write_text(json.dumps({"notes": notes}), encoding="utf-8")
    lines = read_input(path)
    assert [(line.line, line.id) for line in lines] == [(1, "a"), (2, "../secret"), (3, "c"), (4, "d")]
    assert [review.text for review in _entry(lines[0]).reading().reviews] == ["No ablation."]
    assert _left_out(lines[1]).reason == "no file of this paper beside the dump (../secret.pdf)"
    assert (_left_out(lines[2]).status, _left_out(lines[2]).reason) == (Status.SKIPPED, "no review among its notes")
    assert _entry(lines[3]).paper == folder / "paper12.md"


_DEPTHS = range(sys.getrecursionlimit() - 200, sys.getrecursionlimit() + 1)
"""From what can be read to what cannot: a value that parses may still be too deep to be passed on."""


@pytest.mark.parametrize("row", ['{"reviews": [{"text": "No data.", "z": %s}]}', '{"review": "No data.", "z": %s}'])
def test_a_line_nested_to_any_depth_costs_nothing_but_itself(folder: Path, row: str) -> None:
    statuses = set()
    for depth in _DEPTHS:
        nested = row % ("[" * depth + "]" * depth)
        path = _written(folder, "m.jsonl", f'{{"paper": "a.md", {nested[1:]}', {"paper": "a.md", "review": "No."})
        deep, good = read_input(path)
        assert isinstance(good, Entry)
        statuses.add("" if isinstance(deep, Entry) else deep.reason)
    assert statuses == {"", "not JSON that can be read: nested too deeply"}


def test_a_dump_nested_to_any_depth_is_read_or_refused(folder: Path) -> None:
    path = folder / "dump.json"
    ends = set()
    for depth in _DEPTHS:
        text = json.dumps([_note("a", "a", "Official_Review", review="No data.", z="Z")])
        path.write_text(text.replace('"Z"', "[" * depth + "]" * depth), encoding="utf-8")
        try:
            (line,) = read_input(path)
        except InputError:
            ends.add("refused")
        else:
            ends.add("read" if isinstance(line, Entry) else line.reason)
    assert {"read", "refused"} <= ends <= {"read", "refused", "not JSON that can be read: nested too deeply"}


@pytest.mark.parametrize(
    ("name", "text"),
    [("m.jsonl", ""), ("m.json", "{"), ("m.json", '{"a": 1}'), ("m.csv", ""), ("m.csv", "paper,review")],
)
def test_an_input_with_nothing_in_it_is_refused(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        read_input(folder / name)


def test_an_input_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_input(folder / "gone.jsonl")


def test_a_claim_too_long_to_be_judged_costs_its_line_alone(folder: Path) -> None:
    rows = [{"id": str(i), "paper": "a.md", "claim": "x" * (5_001 if i == 2 else 5_000)} for i in (1, 2, 3)]
    first, second, third = map(_entry, read_input(_written(folder, "m.jsonl", *rows)))
    assert [len(one.reading().reviews[0].text) for one in (first, third)] == [5_000, 5_000]
    with pytest.raises(InputError, match="row 1 has 5,001 characters"):
        second.reading()


@pytest.mark.parametrize("name", ["m.jsonl", "m.csv"])
def test_a_nul_in_the_input_leaves_its_word_whole(folder: Path, name: str) -> None:
    text = (
        '{"paper": "a.md", "review": "No abla\0tion."}\n'
        if name == "m.jsonl"
        else "paper,review\na.md,No abla\0tion.\n"
    )
    (folder / name).write_text(text, encoding="utf-8")
    (line,) = read_input(folder / name)
    assert _entry(line).reading().reviews[0].text == "No ablation."


def test_columns_of_the_same_name_lose_no_cell_and_two_papers_in_a_row_are_none(folder: Path) -> None:
    path = _written(folder, "m.csv", "paper,review,review", "a.md,No code.,No seeds.")
    assert _entry(read_input(path)[0]).reading().reviews[0].text == "No code.\n\nNo seeds."
    path = _written(folder, "n.csv", "paper,paper,review", "a.md,b.md,No code.")
    assert _left_out(read_input(path)[0]).status is Status.FAILED
