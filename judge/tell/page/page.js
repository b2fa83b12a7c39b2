"use strict";
(() => {
  const filter = document.getElementById("filter");
  const sort = document.getElementById("sort");
  const unexpected = document.getElementById("unexpected");
  const rows = [...document.querySelectorAll("tbody tr")];
  const failures = [...document.querySelectorAll("#failures details")];

  // Every word must be in the name, the verdict or the language.
  const wanted = (element) => {
    const { name, verdict, language = "" } = element.dataset;
    const text = `${name} ${verdict} ${language}`.toLowerCase();
    return filter.value.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
      (!unexpected.checked || element.classList.contains("unexpected"));
  };

  // What has no figure comes last.
  const figure = (row, key) => row.dataset[key] ? Number(row.dataset[key]) : NaN;
  const number = (key, direction) => (a, b) => {
    const [x, y] = [figure(a, key), figure(b, key)];
    if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
    return direction * (x - y);
  };
  const text = (key) => (a, b) => a.dataset[key].localeCompare(b.dataset[key], "en", { numeric: true });
  const orders = {
    order: number("order", 1), name: text("name"), verdict: text("verdict"),
    accepted: number("accepted", 1), score: number("score", -1), time: number("time", -1), memory: number("memory", -1),
  };

  const apply = () => {
    for (const element of [...rows, ...failures]) element.hidden = !wanted(element);
    for (const body of document.querySelectorAll("tbody")) {
      body.append(...[...body.rows].sort((a, b) => orders[sort.value](a, b) || orders.order(a, b)));
      body.closest("section").hidden = [...body.rows].every((row) => row.hidden);
    }
    const shown = rows.filter((row) => !row.hidden).length;
    document.getElementById("shown").value = `${shown} of ${rows.length} submissions`;
  };

  // What is chosen stands in the address, so that it can be sent to others.
  const remember = () => {
    const chosen = new URLSearchParams();
    if (filter.value) chosen.set("filter", filter.value);
    if (sort.value !== "order") chosen.set("sort", sort.value);
    if (unexpected.checked) chosen.set("unexpected", "1");
    history.replaceState(null, "", "#" + chosen);
    apply();
  };

  const follow = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=") || hash === "") {
      const chosen = new URLSearchParams(hash);
      filter.value = chosen.get("filter") ?? "";
      sort.value = chosen.get("sort") ?? "order";
      if (sort.selectedIndex < 0) sort.value = "order"; // an order that there is not
      unexpected.checked = chosen.has("unexpected");
    } else {
      const target = document.getElementById(hash);
      if (target) { target.hidden = false; target.open = true; target.scrollIntoView(); }
      return;
    }
    apply();
  };

  filter.addEventListener("input", remember);
  sort.addEventListener("change", remember);
  unexpected.addEventListener("change", remember);
  document.getElementById("controls").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  follow();
})();
