"""The words behind markup."""

from __future__ import annotations

import pytest

from peerlens.text.plain import plain


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"GCN & \(73.26_{\pm 0.46}\) & **72.9** \\ \hline", "GCN 73.26 ± 0.46 72.9"),
        ("<tr><td>Size</td><td>5.40</td></tr>", "Size 5.40"),
        (r"We set $\lambda = 0.5$ and $\mathbf{x}$ at 5\%", "We set lambda = 0.5 and x at 5%"),
        ("see [the site](https://x.org/a) ![](images/abc.jpg) now", "see the site now"),
        ("p &lt; 0.05 and R&amp;D", "p < 0.05 and R&D"),
        ("**Bold** and _slanted_ learning_rate", "Bold and slanted learning_rate"),
        (r"\textbf{Data} from \cite{x} in \ref{y}", "Data from in"),
        ("nothing to do", "nothing to do"),
    ],
)
def test_markup_goes_and_words_stay(text: str, said: str) -> None:
    assert plain(text) == said
