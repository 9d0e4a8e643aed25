"""Turn a web form's markup into plain text: entities decoded once, breaks kept, tags dropped, code untouched."""

from __future__ import annotations

import html
import re

CODE = re.compile(
    r"(?P<fence>^[ \t]*(?P<mark>`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ \t]*(?P=mark)[`~]*[ \t]*$|\Z))|`[^`\n]+`", re.M | re.S
)
"""A fenced code block or a run of inline code in Markdown."""

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_BREAKS = "br|hr|p|div|li|ul|ol|tr|table|h[1-6]|blockquote|section|article|details|summary|tbody|thead"
_INLINE = (
    "b|i|u|s|a|em|strong|span|font|sub|sup|small|big|mark|del|ins|img|center|td|th|col|html|body|head|"
    "code|pre|kbd|abbr|cite|label"
)
_TAG = re.compile(rf"</?(?P<name>{_BREAKS}|{_INLINE})(?:\s[^<>]*)?/?>", re.I)
_IS_BREAK = re.compile(rf"(?:{_BREAKS})\Z", re.I)
_SPACES = {"\xa0": " ", "\u202f": " "}


def clean(text: str) -> str:
    """Text of one field as a reader of the form saw it. Tags that HTML does not know stay: they are text."""
    out: list[str] = []
    position = 0
    for code in CODE.finditer(text):
        out += [_clean_prose(text[position : code.start()]), code.group()]
        position = code.end()
    out.append(_clean_prose(text[position:]))
    return "".join(out).strip("\n \t")


def has_hidden_comment(text: str) -> bool:
    """Whether the text holds an HTML comment, which no reader of the form would see."""
    return bool(_COMMENT.search(CODE.sub("", text)))


def _clean_prose(text: str) -> str:
    text = _COMMENT.sub("", text)
    text = _TAG.sub(_replacement, text)
    text = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
    for wide, plain in _SPACES.items():
        text = text.replace(wide, plain)
    return text


def _replacement(match: re.Match[str]) -> str:
    name = match["name"].casefold()
    if name == "li" and not match.group().startswith("</"):
        return "\n- "
    if _IS_BREAK.match(name):
        return "\n"
    return " " if name in {"td", "th"} else ""
