"use strict";
(() => {
  const filter = document.getElementById("filter");
  const sort = document.getElementById("sort");
  const unexpected = document.getElementById("unexpected");
  const rows = [...document.querySelectorAll("tbody tr")];
  const headings = [...document.querySelectorAll("th[data-sort]")];
  let turn = 1; // -1 for the reverse order
  const failures = [...document.querySelectorAll("#failures details")];

  // Every word of the filter must be in the name, the verdict or the language.
  const wanted = (element) => {
    const { name, verdict, language = "" } = element.dataset;
    const text = `${name} ${verdict} ${language}`.toLowerCase();
    return filter.value.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
      (!unexpected.checked || element.classList.contains("unexpected"));
  };

  // Rows without a figure come last in either order.
  const figure = (row, key) => row.dataset[key] ? Number(row.dataset[key]) : NaN;
  const number = (key, direction) => (a, b, turn) => {
    const [x, y] = [figure(a, key), figure(b, key)];
    if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
    return turn * direction * (x - y);
  };
  const text = (key) => (a, b, turn) => turn * a.dataset[key].localeCompare(b.dataset[key], "en", { numeric: true });
  const falling = new Set(["score", "time", "memory"]);
  const orders = {
    order: number("order", 1), name: text("name"), verdict: text("verdict"),
    accepted: number("accepted", 1), score: number("score", -1), time: number("time", -1), memory: number("memory", -1),
  };

  // A click on a heading sorts all tables by that column. A second click reverses the order.
  for (const heading of headings) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      turn = sort.value === heading.dataset.sort ? -turn : 1;
      sort.value = heading.dataset.sort;
      remember();
    });
  }

  const apply = () => {
    for (const element of [...rows, ...failures]) element.hidden = !wanted(element);
    for (const body of document.querySelectorAll("tbody")) {
      body.append(...[...body.rows].sort((a, b) => orders[sort.value](a, b, turn) || orders.order(a, b, 1)));
      body.closest("section").hidden = [...body.rows].every((row) => row.hidden);
    }
    for (const heading of headings) {
      const rising = (turn > 0) !== falling.has(heading.dataset.sort);
      heading.ariaSort = heading.dataset.sort !== sort.value ? "none" : rising ? "ascending" : "descending";
    }
    const shown = rows.filter((row) => !row.hidden).length;
    document.getElementById("shown").value = `${shown} of ${rows.length} submissions`;
  };

  // The page's address holds the filter and the order, so that users can share what they see.
  const remember = () => {
    const chosen = new URLSearchParams();
    if (filter.value) chosen.set("filter", filter.value);
    if (sort.value !== "order") chosen.set("sort", (turn < 0 ? "-" : "") + sort.value);
    if (unexpected.checked) chosen.set("unexpected", "1");
    history.replaceState(null, "", "#" + chosen);
    apply();
  };

  const follow = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=") || hash === "") {
      const chosen = new URLSearchParams(hash);
      filter.value = chosen.get("filter") ?? "";
      const order = chosen.get("sort") ?? "order";
      turn = order.startsWith("-") ? -1 : 1;
      sort.value = order.replace(/^-/, "");
      if (sort.selectedIndex < 0) { sort.value = "order"; turn = 1; } // unknown order
      unexpected.checked = chosen.has("unexpected");
    } else {
      const target = document.getElementById(hash);
      if (target) { target.hidden = false; target.open = true; target.scrollIntoView(); }
      return;
    }
    apply();
  };

  filter.addEventListener("input", remember);
  sort.addEventListener("change", () => { turn = 1; remember(); });
  unexpected.addEventListener("change", remember);
  document.getElementById("controls").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);

  // A table has a shadow at its right edge while more of it is hidden there.
  for (const box of document.querySelectorAll(".wide")) {
    const shade = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth + 1 < box.scrollWidth);
    box.addEventListener("scroll", shade);
    addEventListener("resize", shade);
    shade();
  }
  follow();
})();
