(() => {
  "use strict";
  const order = new Intl.Collator("en", { numeric: true });
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    const sort = (column, descending) => {
      const isNumber = heads[column].classList.contains("n");
      const text = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      const value = (row) => (text(row) === "" ? -Infinity : Number(text(row)));
      const keyed = rows.map((row, index) => [isNumber ? value(row) : text(row), index, row]);
      const compare = isNumber ? (one, other) => (one > other) - (one < other) : order.compare;
      keyed.sort((one, other) => (descending ? -1 : 1) * compare(one[0], other[0]) || one[1] - other[1]);
      body.append(...keyed.map((entry) => entry[2]));
      heads.forEach((head, index) => {
        if (index === column) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      });
    };
    heads.forEach((head, column) => {
      if (head.hasAttribute("data-fixed")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => {
        const sorted = head.getAttribute("aria-sort");
        const first = head.dataset.first || (head.classList.contains("n") ? "descending" : "ascending");
        sort(column, sorted ? sorted === "ascending" : first === "descending");
      });
      head.replaceChildren(button);
    });
  }
})();
