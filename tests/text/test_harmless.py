"""Showing foreign text harmlessly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from peerlens.text.harmless import harmless


def test_escapes_carriage_returns_and_bidi_overrides_become_visible() -> None:
    assert harmless("\x1b[2Ka\rb\u202ec\x9b\x7f\u200b") == "␛[2Ka␍b⟨U+202E⟩c⟨U+009B⟩␡⟨U+200B⟩"


def test_ordinary_text_of_any_script_is_unchanged() -> None:
    text = "naïve – “p < 0.05”\n\t中文 עברית 👩\u200d🔬 [red]"
    assert harmless(text) == text


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_whatever_comes_in_can_be_encoded_and_holds_no_control_character(text: str) -> None:
    shown = harmless(text)
    shown.encode("utf-8")
    assert not any(ord(char) < 0x20 and char not in "\n\t" for char in shown)
    assert harmless(shown) == shown
