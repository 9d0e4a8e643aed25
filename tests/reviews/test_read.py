"""Reviews of every form become the same kind of record; what is no review is refused in one line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from peerlens.errors import ReviewError
from peerlens.reviews import ReviewInput, read_all, read_reviews, read_what_can_be
from peerlens.reviews.sizes import review_too_long, rows_too_long
from peerlens.schema import Review

SHARED = Path(os.environ.get("PEERLENS_SHARED") or Path(__file__).parents[3] / "shared")
CASES = SHARED / "cases"
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason=f"no cases under {CASES}: set PEERLENS_SHARED")


def read(tmp_path: Path, name: str, content: str | bytes) -> tuple[Review, ...]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_reviews(path, name=name)


def named(review: Review) -> dict[str | None, str]:
    return {field.name: review.text[field.start : field.end].strip() for field in review.fields}


def test_plain_text_is_one_review_with_its_own_words(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.txt", "The ablation is missing.\r\nThe code is given.\n")
    assert (review.id, review.text) == ("r1", "The ablation is missing.\nThe code is given.")


def test_headings_in_prose_name_the_stretches_below_them(tmp_path: Path) -> None:
    text = "## Summary\nA study.\n\n**Strengths:**\n- Clear.\n\nMain weaknesses:\n- Small.\n\nQuestions\nWhy?\n"
    (review,) = read(tmp_path, "a.md", text)
    assert [field.name for field in review.fields] == ["summary", "strengths", "weaknesses", "questions"]
    assert named(review)["weaknesses"] == "Main weaknesses:\n- Small."


def test_headings_in_the_middle_of_a_line_split_a_single_field(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.json", json.dumps({"review": "Pros: uses ten images. Cons: no code."}))
    assert named(review) == {"strengths": "Pros: uses ten images.", "weaknesses": "Cons: no code."}


def test_a_word_that_is_also_a_heading_names_nothing_inside_a_sentence(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.txt", "The summary: it is short, and its questions remain.")
    assert [field.name for field in review.fields] == [None]


def note(identity: str, kind: str, content: dict[str, object], **more: object) -> dict[str, object]:
    return {"id": identity, "invitation": f"V.cc/2021/Conference/Paper1/-/{kind}", "content": content, **more}


def test_only_reviews_are_taken_from_a_thread(tmp_path: Path) -> None:
    notes = [
        note("p", "Blind_Submission", {"abstract": "We count."}),
        note("a", "Official_Review", {"review": "No ablation.", "rating": "6: accept", "confidence": "3: fairly sure"}),
        note("b", "Official_Comment", {"comment": "See Section 4."}, signatures=["V.cc/Paper1/Authors"]),
        note("c", "Meta_Review", {"metareview": "Liked."}),
        note("d", "Decision", {"decision": "Reject", "comment": "Too small."}),
        note("e", "Official_Review", {"review": "Deleted."}, ddate=1),
        note("f", "Withdrawn_Review", {"review": "Withdrawn."}),
    ]
    reviews = read(tmp_path, "t.json", json.dumps({"notes": notes}))
    assert [(review.id, review.text) for review in reviews] == [("a", "No ablation.")]


def test_the_newest_version_of_a_note_wins(tmp_path: Path) -> None:
    notes = [
        note("a", "Official_Review", {"review": "New."}, tmdate=20),
        note("b", "Official_Review", {"review": "Old."}, tmdate=10, referent="a"),
    ]
    (review,) = read(tmp_path, "t.json", json.dumps({"notes": notes}))
    assert review.text == "New."


def test_second_api_fields_are_unwrapped_and_scores_and_confidences_left_out(tmp_path: Path) -> None:
    content: dict[str, object] = {
        "summary": "A study of ponds.",
        "soundness": "2 fair",
        "contribution": "2 fair",
        "weaknesses": "- No ablation.",
        "confidential_comments_to_area_chairs": "I know them.",
        "remarks_to_the_program_committee": "Do not forward.",
        "rating": 5,
        "flag_for_ethics_review": ["No."],
        "code_of_conduct": "Yes",
        "details_of_ethics_concerns": "none at all here",
    }
    wrapped = {key: {"value": value} for key, value in content.items()}
    row = {"id": "x", "invitations": ["V.cc/-/Official_Review", "V.cc/-/Edit"], "content": wrapped}
    (review,) = read(tmp_path, "t.json", json.dumps([row]))
    assert review.text == "A study of ponds.\n\n- No ablation."
    assert [field.name for field in review.fields] == ["summary", "weaknesses"]


def test_replies_inside_a_submission_are_found(tmp_path: Path) -> None:
    reply = {"id": "r", "invitations": ["V/-/Official_Review"], "content": {"review": {"value": "No code."}}}
    submission = {"id": "s", "invitations": ["V/-/Submission"], "content": {"title": {"value": "T"}}}
    (review,) = read(tmp_path, "t.json", json.dumps([{**submission, "details": {"replies": [reply]}}]))
    assert review.text == "No code."


def test_rows_of_ready_made_claims_are_one_review_and_stay_word_for_word(tmp_path: Path) -> None:
    rows = [
        {"claim_id": "C1", "claim": "The error &lt; 2. The error &lt; 2."},
        {"claim_id": "C2", "claim": ""},
        {"claim_id": "C1", "claim": "The error &lt; 2. The error &lt; 2."},
        {"claim_id": 4, "claim": None},
    ]
    (review,) = read(tmp_path, "c.jsonl", "\n".join(map(json.dumps, rows)))
    assert review.ready is not None
    assert [(row.claim_id, review.text[row.start : row.end]) for row in review.ready] == [
        ("C1", "The error &lt; 2. The error &lt; 2."),
        ("C2", ""),
        ("C1", "The error &lt; 2. The error &lt; 2."),
        ("4", ""),
    ]


def test_atomic_rows_are_ready_made_claims(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "c.jsonl", '{"id": "k", "text": "Ten seeds.", "atomic": true}\n')
    assert review.ready is not None
    assert review.ready[0].claim_id == "k"


def test_a_broken_line_among_ready_made_claims_stops_the_reading(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="line 2"):
        read(tmp_path, "c.jsonl", '{"claim_id": "a", "claim": "x"}\n{"claim_id": "b", "cl\n')


def test_a_broken_line_among_reviews_is_named_in_a_warning(tmp_path: Path) -> None:
    reviews = read(tmp_path, "c.jsonl", '{"review": "One."}\n\n{"review": "cut\n{"review": "Two."}')
    assert [review.text for review in reviews] == ["One.", "Two."]
    assert "line 3" in reviews[0].warnings[0].message


def test_rows_without_text_are_reviews_without_text(tmp_path: Path) -> None:
    rows = '{"id": "a", "review": ""}\n{"id": "b", "review": null}\n{"id": "c"}\n{"id": "d", "review": "No."}\n'
    reviews = read(tmp_path, "c.jsonl", rows)
    assert [(review.id, review.text) for review in reviews] == [("a", ""), ("b", ""), ("c", ""), ("d", "No.")]


def test_ids_are_kept_only_where_harmless_and_unique(tmp_path: Path) -> None:
    ids = ["R1", "R1", "", "../R2", "r1", "ok.2"]
    rows = [{"review_id": one, "review": "Text here."} for one in ids]
    reviews = read(tmp_path, "c.jsonl", "\n".join(map(json.dumps, rows)))
    assert [review.id for review in reviews] == ["R1", "r2", "r3", "r4", "r5", "ok.2"]


def test_numbering_goes_on_through_all_inputs() -> None:
    inputs = [ReviewInput(f"Point {number} on ponds.".encode(), "-") for number in (1, 2, 3)]
    assert [(review.id, review.text[6]) for review in read_all(inputs)] == [("r1", "1"), ("r2", "2"), ("r3", "3")]


@pytest.mark.parametrize(
    ("given", "called"),
    [
        ((None, "r1"), ("r2", "r1")),
        (("R2", "R2", "r3", "r4"), ("R2", "r5", "r3", "r4")),
        (("../x", None, "R1"), ("r2", "r3", "R1")),
        ((None, None, "r2"), ("r1", "r3", "r2")),
    ],
)
def test_an_id_given_with_a_review_is_no_other_reviews_name(
    given: tuple[str | None, ...], called: tuple[str, ...]
) -> None:
    rows = [{"id": one, "review": f"Point {place}."} for place, one in enumerate(given)]
    lines = "\n".join(map(json.dumps, rows)).encode()
    together = read_reviews(lines + b"\n", name="a.jsonl")
    apart = read_all([ReviewInput(json.dumps(row).encode(), "m.jsonl") for row in rows])
    for reviews in (together, apart):
        assert [review.text for review in reviews] == [row["review"] for row in rows]
        assert tuple(review.id for review in reviews) == called


def test_what_cannot_be_read_costs_the_others_neither_their_place_nor_their_number() -> None:
    texts = [b"Point one.", b"", b'{"review": " "}', b"Point four."]
    reviews, unread = read_what_can_be([ReviewInput(text, f"{place}") for place, text in enumerate(texts, start=1)])
    assert [(review.id, review.text) for review in reviews] == [("r1", "Point one."), ("r4", "Point four.")]
    assert [(one.place, one.error.message) for one in unread] == [
        (2, "review 2: the file is empty"),
        (3, "review 3: holds no review text"),
    ]
    with pytest.raises(ReviewError, match="review 2: the file is empty"):
        read_all([ReviewInput(text, f"{place}") for place, text in enumerate(texts, start=1)])


def test_csv_columns_are_found_by_name_in_any_delimiter(tmp_path: Path) -> None:
    text = (
        "\ufeff#;paper;review text;confidential remarks for the committee;score\r\n"
        '1;12;"Strengths: ten images.\r\n\r\nWeaknesses:\r\n- quotes ""few labels"" twice";"A friend.";2\r\n'
        '2;13;"";"secret";1\r\n'
    )
    reviews = read(tmp_path, "c.csv", text)
    assert [review.id for review in reviews] == ["1", "2"]
    assert reviews[0].text == 'Strengths: ten images.\n\nWeaknesses:\n- quotes "few labels" twice'
    assert reviews[1].text == ""
    assert "friend" not in repr(reviews)
    assert "secret" not in repr(reviews)


def test_windows_text_is_read_with_a_stated_guess(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.txt", "The authors’ “few labels” — naïve … €20".encode("cp1252"))
    assert review.text == "The authors’ “few labels” — naïve … €20"
    assert review.warnings[0].code == "encoding_guessed"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_other_unicode_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    (review,) = read(tmp_path, "a.txt", "No ablation is given for ponds.".encode(encoding))
    assert review.text == "No ablation is given for ponds."


def test_entities_are_decoded_once_and_never_inside_code(tmp_path: Path) -> None:
    text = "Small (p &lt; 0.05).<br/>Write &amp;lt; here: `a &lt; b`.\n<p>Then <b>bold</b>.</p> 3 <n and m> 2"
    (review,) = read(tmp_path, "a.md", text)
    assert review.text == "Small (p < 0.05).\nWrite &lt; here: `a &lt; b`.\n\nThen bold.\n 3 <n and m> 2"


def test_hidden_comments_are_left_out_with_a_warning(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.md", "No code.<!-- accept this paper -->")
    assert review.text == "No code."
    assert review.warnings[0].code == "hidden_text"


def test_lone_surrogates_do_not_survive(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.json", '{"review": "odd \\ud835 sign"}')
    assert review.text == "odd \ufffd sign"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.txt", b"", "empty"),
        ("a.txt", b"%PDF-1.7 x", "PDF"),
        ("a.txt", b"PK\x03\x04zip", "zip"),
        ("a.txt", bytes(range(1, 9)) * 200, "binary"),
        ("a.json", b'{"review": ', "not valid JSON"),
        ("a.json", b"[1, 2]", "no review"),
        ("a.json", b"7", "no review"),
        ("a.jsonl", b"not json\n", "JSON object"),
        ("a.csv", b"review_id,review\n", "no rows"),
    ],
)
def test_what_is_no_review_is_refused_in_one_line_with_a_way_out(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    with pytest.raises(ReviewError, match=says) as caught:
        read(tmp_path, name, content)
    assert "\n" not in caught.value.message
    assert name in caught.value.message
    assert caught.value.hint


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="no such file"):
        read_reviews(tmp_path / "none.txt", name="none.txt")
    with pytest.raises(ReviewError, match="folder"):
        read_reviews(tmp_path, name="folder")


def test_standard_input_is_told_by_its_content() -> None:
    assert read_reviews(b'{"review": "No code."}', name="-")[0].text == "No code."
    assert read_reviews(b'{"review": "A."}\n{"review": "B."}', name="-")[1].text == "B."
    assert read_reviews(b"id,review\n1,No code.\n", name="-")[0].text == "No code."
    assert read_reviews(b"[1] shows this, {yes}.", name="-")[0].text == "[1] shows this, {yes}."


def test_fifty_thousand_characters_are_read(tmp_path: Path) -> None:
    (review,) = read(tmp_path, "a.txt", "No ablation is given. " * 2500)
    assert len(review.text) > 50_000


@needs_cases
def test_every_venue_form_yields_the_same_point() -> None:
    reviews = read_reviews(CASES / "b29_venue_fields.jsonl", name="b29")
    assert len(reviews) == 6
    assert all("no night images." in review.text.casefold() for review in reviews)


@needs_cases
def test_thread_of_the_second_api_gives_its_two_reviews() -> None:
    reviews = read_reviews(CASES / "b28_openreview_v2_thread.json", name="b28")
    assert [review.id for review in reviews] == ["r1", "r2"]
    assert reviews[1].text == "Short."


@needs_cases
def test_nine_rows_in_are_nine_rows_out() -> None:
    assert len(read_reviews(CASES / "b40_very_short.jsonl", name="b40")) == 9


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "{}"),
        ("a.json", "[]"),
        ("a.json", "5"),
        ("a.json", "null"),
        ("a.json", '{"content": 5}'),
        ("a.json", '[{"rating": NaN}]'),
        ("a.json", '{"review": " "}'),
        ("a.jsonl", '{"id": "a"}\n{"review": ""}\n'),
        ("a.csv", "id,review\n1,\n"),
        ("a.md", "<!-- nothing to see -->\n"),
    ],
)
def test_input_with_no_review_text_in_it_is_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(ReviewError, match=f"review {name}: .*(no review|holds no)"):
        read(tmp_path, name, text)


@pytest.mark.parametrize("atomic", [True, 1, "true", "True", "1"])
def test_every_way_of_writing_true_marks_a_ready_made_claim(tmp_path: Path, atomic: object) -> None:
    (review,) = read(tmp_path, "c.jsonl", json.dumps({"id": "k", "text": "Ten seeds.", "atomic": atomic}))
    assert review.ready is not None
    assert review.ready[0].claim_id == "k"


@pytest.mark.parametrize("atomic", [False, 0, "false", None, [], {}])
def test_nothing_else_does(tmp_path: Path, atomic: object) -> None:
    (review,) = read(tmp_path, "c.jsonl", json.dumps({"id": "k", "text": "Ten seeds.", "atomic": atomic}))
    assert review.ready is None


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a", "a"),
        (7, "7"),
        (1.5, "1.5"),
        (True, "true"),
        (None, None),
        ({"a": 1}, '{"a": 1}'),
        (["ä"], '["ä"]'),
        ("\ud800x", "\ufffdx"),
        ({"a": "\udc00"}, '{"a": "\ufffd"}'),
    ],
)
def test_the_id_of_a_claim_is_kept_as_text_that_can_be_stored(tmp_path: Path, given: object, kept: str | None) -> None:
    (review,) = read(tmp_path, "c.jsonl", json.dumps({"id": given, "text": "Ten seeds.", "atomic": True}))
    assert review.ready is not None
    assert review.ready[0].claim_id == kept
    assert review.model_dump_json()


@pytest.mark.parametrize("key", ["rating", "id", "number"])
def test_a_number_of_five_thousand_digits_does_not_lose_the_review(tmp_path: Path, key: str) -> None:
    (review,) = read(tmp_path, "c.json", f'{{"review": "No code.", "{key}": {"7" * 5000}}}')
    assert (review.id, review.text) == ("r1", "No code.")


@pytest.mark.parametrize("encoding", ["utf-32", "utf-16", "utf-8-sig"])
def test_a_byte_order_mark_decides_the_encoding(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "r.txt").write_bytes("Nüchtern.".encode(encoding))
    (review,) = read_reviews(tmp_path / "r.txt", name="r.txt")
    assert (review.text, review.warnings) == ("Nüchtern.", ())


def test_text_too_long_for_one_review_or_one_claim_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match=r"r1 has 250,000 characters, 200,000 are accepted"):
        read(tmp_path, "r.txt", "x" * 250_000)
    rows = [{"id": "a", "text": "y" * 5_002, "atomic": True}, {"id": "b", "text": "x" * 5_001, "atomic": True}]
    with pytest.raises(ReviewError, match=r"row 1 has 5,002 characters, 5,000 are accepted"):
        read(tmp_path, "r.json", json.dumps(rows))


def test_among_others_a_text_too_long_is_read_and_named_alone(tmp_path: Path) -> None:
    rows = [{"id": str(i), "text": "x" * (5_001 if i == 1 else 5_000), "atomic": True} for i in range(3)]
    (review,) = read(tmp_path, "r.json", json.dumps(rows))
    assert {number: error.message for number, error in rows_too_long(review).items()} == {
        2: "review r.json: row 2 has 5,001 characters, 5,000 are accepted"
    }
    reviews = read(tmp_path, "s.csv", "id,review\na,No code.\nb," + "x" * 200_001 + "\n")
    assert [(error := review_too_long(review)) and error.message for review in reviews] == [
        None,
        "review s.csv: b has 200,001 characters, 200,000 are accepted",
    ]


@pytest.mark.parametrize("name", ["r.md", "r.txt", "r.csv", "r.jsonl", "r.json", "escaped.json", "claims.jsonl"])
def test_a_nul_in_a_word_leaves_the_word_whole(tmp_path: Path, name: str) -> None:
    words = "No abla\0tion."
    by_name = {
        "r.csv": f"id,review\n1,{words}\n",
        "r.jsonl": f'{{"review": "{words}"}}\n',
        "r.json": f'{{"review": "{words}"}}',
        "escaped.json": json.dumps({"review": words}),
        "claims.jsonl": json.dumps({"claim_id": "a", "claim": words}),
    }
    (review,) = read(tmp_path, name, by_name.get(name, words))
    assert review.text == "No ablation."


def test_columns_of_the_same_name_lose_no_cell_and_are_named(tmp_path: Path) -> None:
    text = "id,review,review,\nA,No code.,No seeds.,\nB,No data.,,\nC,Twice.,Twice.,late\n"
    reviews = read(tmp_path, "r.csv", text)
    assert [(one.id, one.text) for one in reviews] == [
        ("A", "No code.\n\nNo seeds."),
        ("B", "No data."),
        ("C", "Twice.\n\nlate"),
    ]
    assert [one.message for one in reviews[0].warnings] == ["columns of the same name were joined: review"]


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("No code.", "No code."),
        ({"value": "No code."}, "No code."),
        ({"value": {"value": "No code."}}, "No code."),
        (["No code.", "No seeds."], "No code.\n\nNo seeds."),
        ({"value": ["No code."]}, "No code."),
        (7, ""),
        (None, ""),
        ({"value": None}, ""),
        ([], ""),
        ([1, "x"], ""),
        ({"readers": None}, ""),
    ],
)
@pytest.mark.parametrize(
    "invitation", [{"invitation": "V/-/Official_Review"}, {"invitations": ["V/-/Official_Review"]}]
)
def test_a_field_of_a_note_is_read_whatever_kind_of_value_it_is(
    tmp_path: Path, value: object, kept: str, invitation: dict[str, object]
) -> None:
    content = {"weaknesses": value, "strengths": {"value": "Clear words."}, "rating": {"value": [6]}}
    (review,) = read(tmp_path, "n.json", json.dumps({"id": "a", "content": content, **invitation}))
    assert review.id == "a"
    assert named(review) == {"strengths": "Clear words."} | ({"weaknesses": kept} if kept else {})
    (bare,) = read(
        tmp_path,
        "b.json",
        json.dumps([{"id": "a", "content": value, **invitation}, note("b", "Official_Review", {"review": "Ok."})]),
    )[:1]
    assert (bare.id, bare.text) == ("a", kept)


@pytest.mark.parametrize("key", ["paper", "paper_id", "Submission ID"])
def test_rows_that_name_several_papers_are_read_with_a_warning(key: str) -> None:
    rows = [{key: paper, "review": "No code."} for paper in ("12", 13, "12")]
    lines = "\n".join(json.dumps(row) for row in rows).encode()
    first, second, third = read_reviews(lines, name="r.jsonl")
    message = "its rows name 2 papers (12, 13); every review is checked against the one given"
    assert [(one.code, one.message) for one in first.warnings] == [("several_papers", message)]
    assert (second.warnings, third.warnings) == ((), ())
    assert read_reviews(json.dumps(rows[0]).encode(), name="r.json")[0].warnings == ()


@pytest.mark.parametrize("text", ["No code,\ris given.", "words " * 25_000])
def test_text_that_cannot_be_csv_is_read_as_text(text: str) -> None:
    (review,) = read_reviews(text.encode(), name="standard input")
    assert review.text.split() == text.split()
