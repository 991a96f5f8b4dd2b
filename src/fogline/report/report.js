"use strict";
// Sort a table by a heading; light up on the map what a row is about.
document.querySelectorAll("table.sortable").forEach((table) => {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending" ||
        (!head.hasAttribute("aria-sort") && !head.classList.contains("n"));
      const key = (row) => {
        const cell = row.cells[column];
        return "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent;
      };
      const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => typeof a === "number" && typeof b === "number"
        ? a - b : String(a).localeCompare(String(b)));
      if (!up) rows.reverse();
      table.tBodies[0].append(...rows.map(([, row]) => row));
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
    });
  });
});
const routes = new Map([...document.querySelectorAll("[data-route]")]
  .map((group) => [group.dataset.route, group]));
const light = (event, on) => {
  const row = event.target.closest("[data-for]");
  if (row) routes.get(row.dataset.for)?.classList.toggle("lit", on);
};
document.addEventListener("pointerover", (event) => light(event, true));
document.addEventListener("pointerout", (event) => light(event, false));
