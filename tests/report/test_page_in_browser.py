"""The HTML page as a person uses it: click, filter, keys, paper print, dark and light, small and large."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from peerlens.report.html import to_html
from tests.report.browser import executable, sync_api
from tests.report.papers import ducks, manuscript
from tests.report.test_html import WORSE
from tests.report.test_printing import HOSTILE, whole

CONTRAST = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255, v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = (node) => { for (let n = node; n; n = n.parentElement) { const c = rgb(getComputedStyle(n).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || node.closest("script,.skip") || !node.getClientRects().length) continue;
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) bad.push(`${((a + .05) / (b + .05)).toFixed(2)} ${node.tagName}.${node.className}`);
  }
  return [...new Set(bad)];
}"""  # noqa: E501
UNNAMED = """() => [...document.querySelectorAll("button, a, input, nav, aside, section")]
  .filter((one) => !(one.getAttribute("aria-label") || document.getElementById(one.getAttribute("aria-labelledby"))
    || one.labels?.length || one.textContent.trim())).map((one) => one.outerHTML)"""
IN_VIEW = """(words) => {
  const mark = [...document.querySelectorAll("mark")].find((one) => one.textContent === words);
  const [box, pane] = [mark, document.querySelector("aside")].map((one) => one.getBoundingClientRect());
  return box.top >= pane.top && box.bottom <= pane.bottom;
}"""
HEADINGS = """() => [...document.querySelectorAll("main h1, main h2, main h3")].map((one) => Number(one.tagName[1]))"""


class Shown:
    """An open page, and whatever it asked for or complained about."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def visible(self) -> list[str]:
        return [one.get_attribute("data-id") for one in self.page.locator(".item:visible").all()]

    def current(self) -> list[str]:
        return [one.get_attribute("data-id") for one in self.page.locator('.item[aria-current="true"]').all()]

    def lit(self) -> list[str]:
        return self.page.locator("mark.on").all_text_contents()

    def in_view(self, words: str) -> bool:
        return bool(self.page.evaluate(IN_VIEW, words))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def ducks_page(browser: Any, tmp_path: Path) -> Iterator[Shown]:
    made, paper = ducks()
    yield from opened(browser, tmp_path, to_html(made, paper))


def opened(browser: Any, folder: Path, text: str, **options: Any) -> Iterator[Shown]:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    page = browser.new_page(**{"viewport": {"width": 1280, "height": 300}, **options})
    shown = Shown(page)
    page.goto(path.as_uri())
    yield shown
    page.close()


def test_a_click_on_a_claim_lights_its_passages_and_brings_the_first_into_view(ducks_page: Shown) -> None:
    ducks_page.page.get_by_text("There is no ablation study.").click()
    assert ducks_page.current() == ["r1.c1"]
    assert ducks_page.lit() == ["We remove the mask and the lens in turn.", "The mask matters most."]
    assert ducks_page.in_view("We remove the mask and the lens in turn.")
    ducks_page.page.get_by_text("The counter has five million parameters.").click()
    assert ducks_page.lit() == ["The counter has two million parameters."]


def test_a_click_on_marked_words_of_the_paper_leads_to_the_claim(ducks_page: Shown) -> None:
    ducks_page.page.locator("mark", has_text="The counter misses three ducks").click()
    assert ducks_page.current() == ["r1.c3"]


def test_a_button_shows_one_label_and_all_brings_the_rest_back(ducks_page: Shown) -> None:
    everything = ducks_page.visible()
    assert len(everything) == 6
    ducks_page.page.get_by_role("button", name="It says otherwise (1)").click()
    assert ducks_page.visible() == ["r1.c2"]
    assert ducks_page.page.locator("section.group:visible").count() == 1
    assert ducks_page.page.get_by_role("status").inner_text() == "1 of 6 shown"
    ducks_page.page.get_by_role("button", name="All (6)").click()
    assert ducks_page.visible() == everything


def test_keys_move_search_and_let_go(ducks_page: Shown) -> None:
    keys = ducks_page.page.keyboard
    order = ducks_page.visible()
    keys.press("j")
    keys.press("j")
    assert ducks_page.current() == [order[1]]
    keys.press("k")
    assert ducks_page.current() == [order[0]]
    keys.press("k")
    assert ducks_page.current() == [order[0]]
    keys.press("/")
    keys.type("lens justified")
    assert ducks_page.visible() == ["r1.c5"]
    keys.press("Enter")
    assert ducks_page.current() == ["r1.c5"]
    keys.press("Escape")
    assert ducks_page.current() == []


def test_enter_goes_round_the_passages_of_a_claim(ducks_page: Shown) -> None:
    ducks_page.page.get_by_text("There is no ablation study.").click()
    ducks_page.page.evaluate("document.querySelector('aside').scrollTop = 0")
    ducks_page.page.keyboard.press("Enter")
    assert ducks_page.in_view("The mask matters most.")


def test_nothing_is_asked_for_and_nothing_complains(ducks_page: Shown) -> None:
    for key in ("j", "j", "k", "/"):
        ducks_page.page.keyboard.press(key)
    assert [url for url in ducks_page.requests if not url.startswith("file:")] == []
    assert len(ducks_page.requests) == 1
    assert ducks_page.complaints == []


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_names_and_headings_serve_everybody(browser: Any, tmp_path: Path, scheme: str, width: int) -> None:
    made, paper = ducks()
    size = {"width": width, "height": 800}
    for shown in opened(browser, tmp_path, to_html(made, paper), color_scheme=scheme, viewport=size):
        shown.page.keyboard.press("j")
        assert shown.page.evaluate(CONTRAST) == []
        assert shown.page.evaluate(UNNAMED) == []
        levels = shown.page.evaluate(HEADINGS)
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        ids = shown.page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
        assert len(ids) == len(set(ids))
        assert [shown.page.get_by_role(role).count() for role in ("main", "complementary", "navigation")] == [1, 1, 1]
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_everything_stands_open_and_the_tools_are_gone(ducks_page: Shown) -> None:
    ducks_page.page.emulate_media(media="print")
    assert not ducks_page.page.locator(".tools").is_visible()
    assert ducks_page.page.evaluate("getComputedStyle(document.querySelector('aside')).overflowY") == "visible"
    assert len(ducks_page.visible()) == 6


@pytest.mark.parametrize("text", [*HOSTILE, *WORSE])
def test_hostile_text_does_nothing_and_breaks_no_line_out_of_the_page(browser: Any, tmp_path: Path, text: str) -> None:
    clean = text.replace("\ud800", "?")
    paper = manuscript(((clean[:300] or "x", clean),), title=clean)
    for shown in opened(browser, tmp_path, to_html(whole(text), paper), viewport={"width": 400, "height": 700}):
        shown.page.keyboard.press("j")
        assert len(shown.requests) == 1
        assert shown.complaints == []
        assert len(shown.current()) == 1
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
