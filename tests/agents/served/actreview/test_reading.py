"""ActReview replies, however they are dressed; "None", nothing and nonsense are three different things."""

from __future__ import annotations

import pytest

from peerlens.agents.served.actreview.reading import Advice, State, read_analysis, read_claims
from peerlens.taxonomy import Priority, Severity


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Claim 1: No geese.\nClaim 2: No night.", ("No geese.", "No night.")),
        ("**Claim 1**: No geese.\n\n**Claim 2:** No night.", ("No geese.", "No night.")),
        ("- Claim 1: No geese.\n- Claim 2: No night.", ("No geese.", "No night.")),
        ("Here they are:\n\n* **Claim 1:** No geese\n  on any lake.\n\nI hope this helps.", ("No geese on any lake.",)),
        ("Claim: No geese.", ("No geese.",)),
        ("claim 1 : No geese.\nCLAIM 2: No geese.", ("No geese.",)),
        ("## Claim 1:\nNo geese.", ("No geese.",)),
        ("Claim 1: No geese.\nClaim 2: None", ("No geese.",)),
    ],
)
def test_claims_are_read_from_bold_bulleted_blank_and_wrapped_lines(text: str, claims: tuple[str, ...]) -> None:
    read = read_claims(text)
    assert (read.state, read.claims) == (State.READ, claims)


@pytest.mark.parametrize("text", ["None", "None.", "**None**", " none \n", "Claim 1: None.", "N/A", "No weaknesses."])
def test_none_in_any_dress_is_an_abstention(text: str) -> None:
    assert read_claims(text).state is State.ABSTAINED


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_a_reply_without_a_word_is_empty(text: str) -> None:
    assert read_claims(text).state is State.EMPTY
    assert read_analysis(text).state is State.EMPTY


@pytest.mark.parametrize("text", ["The paper is fine.", "None of the claims holds.", '{"claims": []}', "Claim 1:"])
def test_other_words_are_unreadable_and_no_abstention(text: str) -> None:
    assert read_claims(text).state is State.UNREADABLE
    assert read_analysis(text).state is State.UNREADABLE


ANALYSIS = """## Claim
No geese are tested.

## Evidence
Section 4 says so:
"We did not test geese."

### Suggestion 1
- **What**: Test geese
- **Where**: Section 4
- **How**: Count them on
  five lakes.
- **Expected Outcome**: One sees whether it carries over.
- **Priority**: high

### Suggestion 2
- **What**: Say why not
- **Where**: Section 1
- **How**: In a sentence.
- **Expected Outcome**: The scope is clear.
- **Priority**: unheard of

## Severity
Major
"""


def test_an_analysis_is_read_part_by_part() -> None:
    read = read_analysis(ANALYSIS)
    assert read.state is State.READ
    assert read.claim == "No geese are tested."
    assert read.evidence == 'Section 4 says so: "We did not test geese."'
    assert read.severity is Severity.MAJOR
    first = Advice(
        "Test geese", "Section 4", "Count them on five lakes.", "One sees whether it carries over.", Priority.HIGH
    )
    assert read.suggestions[0] == first
    assert read.suggestions[1].priority is Priority.MEDIUM


def test_an_analysis_in_bold_headings_and_plain_bullets_reads_the_same() -> None:
    plain = ANALYSIS.replace("### Suggestion", "**Suggestion").replace("## ", "**").replace("- **", "• ")
    plain = plain.replace("**:", ":").replace("**Claim", "**Claim**").replace("**Evidence", "**Evidence**")
    assert read_analysis(plain) == read_analysis(ANALYSIS)


def test_an_analysis_without_a_severity_says_none() -> None:
    read = read_analysis(ANALYSIS.partition("## Severity")[0])
    assert (read.state, read.severity) == (State.READ, None)
