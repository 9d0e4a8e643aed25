"use strict";
(() => {
  const items = [...document.querySelectorAll(".item")];
  const search = document.getElementById("search");
  const left = document.getElementById("left");
  const filters = [...document.querySelectorAll("button[data-key]")];
  let key = "";
  let at = -1;
  let place = 0;

  const marksOf = (number) => [...document.querySelectorAll(`mark[data-m~="${number}"]`)];
  const visible = () => items.filter((item) => !item.hidden);
  const numbers = (item) => [...item.querySelectorAll("a[data-m]")].map((link) => link.dataset.m);

  function show(number) {
    const marks = marksOf(number);
    if (marks.length) marks[0].scrollIntoView({ block: "center" });
  }

  function select(item, { passage = 0 } = {}) {
    for (const other of document.querySelectorAll(".on")) other.classList.remove("on");
    for (const other of items) other.removeAttribute("aria-current");
    if (!item) { at = -1; return; }
    at = items.indexOf(item);
    item.classList.add("on");
    item.setAttribute("aria-current", "true");
    const found = numbers(item);
    for (const number of found) for (const mark of marksOf(number)) mark.classList.add("on");
    place = passage;
    if (found.length) show(found[place % found.length]);
    item.scrollIntoView({ block: "nearest" });
    item.querySelector("h3").focus({ preventScroll: true });
  }

  function step(by) {
    const shown = visible();
    if (!shown.length) return;
    const now = shown.indexOf(items[at]);
    select(shown[now < 0 ? 0 : Math.min(Math.max(now + by, 0), shown.length - 1)]);
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const text = item.textContent.toLowerCase();
      item.hidden = (key !== "" && item.dataset.key !== key) || !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    for (const group of document.querySelectorAll("section.group")) {
      group.hidden = !group.querySelector(".item:not([hidden])");
    }
    for (const button of filters) button.setAttribute("aria-pressed", String(button.dataset.key === key));
    left.textContent = `${count} of ${items.length} shown`;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-m]");
    const item = event.target.closest(".item");
    const button = event.target.closest("button[data-key]");
    const mark = event.target.closest("mark[data-m]");
    if (button) {
      key = button.dataset.key;
      filter();
    } else if (item) {
      if (link) event.preventDefault();
      if (!link && String(window.getSelection())) return;
      select(item, { passage: link ? numbers(item).indexOf(link.dataset.m) : 0 });
    } else if (mark) {
      const wanted = mark.dataset.m.split(" ");
      select(visible().find((one) => numbers(one).some((number) => wanted.includes(number))));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key === "Escape" || event.key === "Enter") { event.preventDefault(); search.blur(); step(0); }
      return;
    }
    const inControl = event.target.closest("button, a");
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "/") { event.preventDefault(); search.focus(); search.select(); }
    else if (event.key === "Escape") select(null);
    else if (event.key === "Enter" && !inControl && at >= 0) select(items[at], { passage: place + 1 });
  });

  search.addEventListener("input", filter);
  document.querySelector(".tools").hidden = false;
  filter();
})();
