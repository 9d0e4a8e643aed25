"""What was left in a text before it was sent, and what only looks like it."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import leftovers
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, sections


@pytest.mark.parametrize(
    ("text", "called", "severity"),
    [
        ("See Section ?? for more. The errors are in Table ??.", "references that were never resolved", "moderate"),
        ("The errors are in Fig. ??.", "references that were never resolved", "minor"),
        ("Geese were counted before [?]. Ducks were not [?, 3].", "citations that were never resolved", "moderate"),
        ("TODO: say how many geese.", "notes that the authors left to themselves", "moderate"),
        ("This is well known [citation needed].", "notes that the authors left to themselves", "moderate"),
        ("You may include other additional sections here.", "text of the template", "moderate"),
    ],
)
def test_each_kind_of_leftover_is_found(text: str, called: str, severity: str) -> None:
    found = leftovers.propose(audited(sections(Introduction="Geese fly.", Method=text)))
    assert [(one.observation, one.severity) for one in found] == [(f"The text still has {called}.", Severity(severity))]


@pytest.mark.parametrize(
    "text",
    [
        "What do geese eat?? Nobody knows.",
        "The prompt asks: where are the geese (?)",
        "We mark unknown cells with a question mark, as in the code `x = ??`.",
        "A TODO list app was tested.",
        "We classify TODO comments in source code.",
        "The tokens [UNK] and [MASK] are kept.",
        "Section 3 and Table 2 are complete [3].",
    ],
)
def test_question_marks_and_words_of_the_subject_are_no_leftovers(text: str) -> None:
    assert leftovers.propose(audited(sections(Introduction="Geese fly.", Method=text))) == []


def test_a_checklist_left_open_is_told_with_its_count() -> None:
    text = sections(
        Introduction="Geese fly.",
        Checklist="1. Claims\n\nQuestion: Do the claims match?\n\nAnswer: [TODO]\n\nJustification: [TODO]",
    )
    (found,) = leftovers.propose(audited(text))
    assert found.observation == "The submission checklist has 2 answers left open."
    assert found.judgement is not None
    assert found.judgement.evidence[0].quote == "Answer: [TODO]"
