"""Reading the authors' response in the forms it comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.errors import ResponseError
from peerlens.reviews import read_response


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def note(signature: str, kind: str, content: dict[str, object], **extra: object) -> dict[str, object]:
    return {
        "id": f"n{abs(hash((signature, kind, str(content)))) % 997}",
        "invitations": [f"Lake.cc/2026/Conference/Submission7/-/{kind}"],
        "signatures": [f"Lake.cc/2026/Conference/Submission7/{signature}"],
        "content": content,
        **extra,
    }


def test_text_is_taken_as_it_stands(tmp_path: Path) -> None:
    read = read_response(written(tmp_path, "r.md", "W1: We do.\r\n\r\nW2: We do not."), name="r.md")
    assert read.text == "W1: We do.\n\nW2: We do not."
    assert [(one.review, one.start, one.end) for one in read.stretches] == [(None, 0, 26)]


def test_of_a_thread_only_the_authors_comments_are_taken_each_for_its_review(tmp_path: Path) -> None:
    thread = {
        "notes": [
            note("Authors", "Submission", {"title": {"value": "Ducks"}, "abstract": {"value": "We count."}}),
            note("Reviewer_AbC1", "Official_Review", {"weaknesses": {"value": "No ablation."}}),
            note(
                "Authors",
                "Official_Comment",
                {"title": {"value": "Response"}, "comment": {"value": "See 2.1."}},
                replyto="rev1",
            ),
            note("Area_Chair_x", "Official_Comment", {"comment": {"value": "Please discuss."}}, replyto="rev1"),
            note("Authors", "Rebuttal", {"rebuttal": {"value": "It is forty."}}, replyto="rev2"),
            note("Authors", "Official_Comment", {"comment": {"value": "Taken back."}}, ddate=3),
        ]
    }
    read = read_response(written(tmp_path, "t.json", thread), name="t.json")
    assert read.text == "Response\n\nSee 2.1.\n\nIt is forty."
    assert [(one.review, read.text[one.start : one.end]) for one in read.stretches] == [
        ("rev1", "Response\n\nSee 2.1."),
        ("rev2", "It is forty."),
    ]


def test_a_single_note_of_the_first_interface_is_read(tmp_path: Path) -> None:
    single = {
        "invitation": "Lake/-/Official_Comment",
        "signatures": ["Lake/Paper7/Authors"],
        "content": {"comment": "Yes."},
    }
    assert read_response(written(tmp_path, "n.json", single), name="n.json").text == "Yes."


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"response": "We do."}, [(None, "We do.")]),
        ({"rebuttal": "We do.", "confidential_comment": "To the chairs alone."}, [(None, "We do.")]),
        ([{"reviewer": "R2", "response": "A."}, {"reviewer": 1, "text": "B."}], [("R2", "A."), ("1", "B.")]),
        ({"responses": [{"review_id": "r1", "text": "A."}]}, [("r1", "A.")]),
        ("We do.", [(None, "We do.")]),
    ],
)
def test_objects_of_ones_own_say_for_whom_they_are(
    tmp_path: Path, content: object, expected: list[tuple[str | None, str]]
) -> None:
    read = read_response(written(tmp_path, "r.json", json.dumps(content)), name="r.json")
    assert [(one.review, read.text[one.start : one.end]) for one in read.stretches] == expected


def test_json_lines_are_read_one_stretch_a_line(tmp_path: Path) -> None:
    lines = '{"reviewer": "R1", "response": "A."}\n\n{"reviewer": "R2", "response": "B."}\n'
    read = read_response(written(tmp_path, "r.jsonl", lines), name="r.jsonl")
    assert [one.review for one in read.stretches] == ["R1", "R2"]


def test_other_encodings_are_read_and_said(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_bytes("W1: the authors’ café".encode("cp1252"))
    read = read_response(path, name="r.txt")
    assert read.text == "W1: the authors’ café"
    assert [one.code for one in read.warnings] == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", "", "response a.txt: the file is empty"),
        ("a.txt", " \n\n", "response a.txt: the file is empty"),
        (
            "a.json",
            "{",
            "response a.json: not valid JSON (line 1, column 2: Expecting property name enclosed in double quotes)",
        ),
        ("a.jsonl", '{"text": "A."}\nB\n', "response a.jsonl: line 2 is not valid JSON"),
        ("a.json", '{"rating": 3}', "response a.json: holds no text of the authors"),
        ("a.json", "[" * 100_000, "response a.json: not valid JSON"),
        ("a.pdf", "%PDF-1.7", "response a.pdf: this is a PDF, not a response"),
    ],
)
def test_what_holds_no_response_is_said_in_one_line(tmp_path: Path, name: str, content: str, said: str) -> None:
    with pytest.raises(ResponseError) as caught:
        read_response(written(tmp_path, name, content), name=name)
    assert caught.value.message == said
    assert caught.value.exit_status == 2


def test_a_thread_without_the_authors_is_refused(tmp_path: Path) -> None:
    thread = [note("Reviewer_AbC1", "Official_Review", {"weaknesses": {"value": "No ablation."}})]
    with pytest.raises(ResponseError, match="no comment of the authors among 1 notes"):
        read_response(written(tmp_path, "t.json", thread), name="t.json")


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ResponseError, match="response x: this is a folder"):
        read_response(tmp_path, name="x")
    with pytest.raises(ResponseError, match="response y: no such file"):
        read_response(tmp_path / "y", name="y")


def test_a_response_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResponseError, match="has 200,001 characters, 200,000 are accepted"):
        read_response(written(tmp_path, "long.txt", "a" * 200_001), name="long.txt")
