"""Acronyms nobody spells out, and the many that need not be."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import acronyms
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, sections


def uses(*names: str) -> str:
    kinds = ("The {} is read at dawn.", "At noon the {} is lower.", "We keep the {} for each pond.")
    return " ".join(kind.format(name) for name in names for kind in kinds)


def test_three_unexplained_acronyms_are_one_finding_with_their_first_places() -> None:
    (found,) = acronyms.propose(audited(sections(Introduction="Geese fly.", Method=uses("GWQ", "PFD", "TBK"))))
    assert found.observation == "The paper uses GWQ, PFD and TBK without ever spelling them out."
    assert found.severity is Severity.MODERATE
    assert found.judgement is not None
    assert [one.quote for one in found.judgement.evidence] == [
        f"The {name} is read at dawn." for name in ("GWQ", "PFD", "TBK")
    ]
    assert found.judgement.scan is not None


@pytest.mark.parametrize("name", ["GQW", "GQP", "GWQP", "GQWP"])
def test_a_slip_for_an_acronym_that_is_spelled_out_is_not_called_unexplained(name: str) -> None:
    spelled = (
        "The goose water quotient (GWQ), the goose quotient pond survey (GQPS) and the goose water quotient pond "
        "survey (GWQPS) are new."
    )
    assert acronyms.propose(audited(sections(Introduction=spelled, Method=uses(name)))) == []


def test_one_is_minor() -> None:
    (found,) = acronyms.propose(audited(sections(Method=uses("GWQ"))))
    assert (found.observation, found.severity) == (
        "The paper uses GWQ without ever spelling it out.",
        Severity.MINOR,
    )


@pytest.mark.parametrize(
    "words",
    [
        "The goose water quotient (GWQ) is new.",
        "GWQ (goose water quotient) is new.",
        "The goose water quotient is new.",
        "We propose GWQ.",
        "We follow GWQ [12].",
        "We follow GWQ (Reed et al., 2019).",
        "GWQ stands for what geese like.",
        "We use the GWQ dataset.",
        "GWQ-2 is the newer one.",
        "See https://geese.example/GWQ for more.",
        "Results are in Table 1.\n\nTable 1: Errors.\n\n| Model | Error |\n| --- | --- |\n| GWQ | 3 |",
    ],
)
def test_what_is_explained_cited_or_a_name_is_left_alone(words: str) -> None:
    assert acronyms.propose(audited(sections(Introduction=words, Method=uses("GWQ")))) == []


@pytest.mark.parametrize("name", ["GPU", "NLP", "LSTM", "DNA", "IEEE", "AUC"])
def test_what_every_reader_knows_is_left_alone(name: str) -> None:
    assert acronyms.propose(audited(sections(Method=uses(name)))) == []


def test_genes_and_proteins_are_named_in_capitals() -> None:
    biology = " ".join(f"The protein of gene {number} binds in mice." for number in range(50))
    assert acronyms.propose(audited(sections(Introduction=biology, Method=uses("GWQ", "PFD", "TBK")))) == []


def test_twice_is_not_often() -> None:
    assert acronyms.propose(audited(sections(Method="The GWQ is read at dawn. At noon the GWQ is lower."))) == []


def test_a_name_with_a_raised_figure_is_one_name() -> None:
    text = " ".join(f"Pond {number} is counted by P $^3$ GWQ at dawn." for number in range(4))
    assert "GWQ" not in acronyms.used(audited(sections(Method=text)))
