"""Hand-worked values of the measures of generated text; those with libraries of the extra are skipped without it."""

from __future__ import annotations

import pytest

from peerlens.evals.generation import align, best_similarity, bleu, rouge_l, specificity

NEEDS = "the extra eval is not installed: make test-extras"


def test_specificity_counts_places_terms_and_numbers_as_worked_by_hand() -> None:
    # L: Section 3.2, Table 4, Appendix A, Eq. (5); T: BLEU, MT; Q: 3.2, 4, 5, 12 %, 0.7
    text = "BLEU in Section 3.2 and Table 4 (see Appendix A, Eq. (5)) falls by 12 % on MT, to 0.7 BLEU."
    assert specificity(text) == pytest.approx(4 + 0.5 * 2 + 0.3 * 5)
    assert specificity("The method is unclear.") == 0.0
    assert specificity("The appendix is long and the section short.") == 0.0


def test_alignment_maximises_the_total_and_counts_what_is_left() -> None:
    pytest.importorskip("scipy", reason=NEEDS)
    # greedy would take (0, 0) and end at .9 + .1; the best total is .8 + .7
    aligned = align([[0.9, 0.8], [0.7, 0.1]], references=2)
    assert aligned.pairs == ((0, 1), (1, 0))
    more = align([[0.2], [0.9], [0.3]], references=1)
    assert (more.pairs, more.over, more.under) == (((1, 0),), 2, 0)


def test_without_either_side_nothing_is_aligned() -> None:
    assert align([], references=3).under == 3
    assert align([(), ()], references=0).over == 2


def test_the_best_similarity_is_taken_for_each_generated_suggestion() -> None:
    assert best_similarity([[0.1, 0.6], [0.3, 0.2]]) == [0.6, 0.3]
    assert best_similarity([(), ()]) == []


def test_rouge_l_is_the_f_measure_of_the_longest_common_subsequence() -> None:
    pytest.importorskip("rouge_score", reason=NEEDS)
    # "the cat sat" against "the cat was here": common "the cat", precision 2/3, recall 2/4
    assert rouge_l("the cat sat", "the cat was here") == pytest.approx(2 * (2 / 3) * (2 / 4) / (2 / 3 + 2 / 4))


def test_bleu_of_the_same_words_is_one_and_of_others_nought() -> None:
    pytest.importorskip("sacrebleu", reason=NEEDS)
    assert bleu("no ablation of the mask is given", "no ablation of the mask is given") == pytest.approx(1.0)
    assert bleu("kettles whistle", "coots dive deep") == 0.0
