"use strict";
(() => {
  const table = document.getElementById("class-table");
  const rows = [...table.tBodies[0].rows];

  // What is folded is kept as text until it is unfolded.
  const fill = (details) => {
    const kept = details.querySelector(":scope > noscript");
    if (!kept) return;
    const template = document.createElement("template");
    template.innerHTML = kept.textContent;
    kept.replaceWith(template.content);
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.open) fill(event.target);
  }, true);

  const go = () => {
    const match = /^#(s\d+)(c\d+)?$/.exec(location.hash);
    const details = match && document.getElementById(match[1]);
    if (!details) return;
    fill(details);
    details.open = true;
    const target = document.getElementById(location.hash.slice(1)) || details;
    target.scrollIntoView();
    (target === details ? details.querySelector("summary") : target).focus({ preventScroll: true });
  };
  addEventListener("hashchange", go);
  // A link to where one already is changes no hash.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#s"]');
    if (link && link.getAttribute("href") === location.hash) go();
  });

  const name = document.getElementById("filter-name");
  const code = document.getElementById("filter-code");
  const filter = () => {
    const wanted = name.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = row.cells[0].textContent.toLowerCase().includes(wanted)
        && (!code.value || row.dataset.codes.split(" ").includes(code.value));
      row.hidden = !fits;
      shown += fits;
    }
    document.getElementById("shown").textContent = say("$1 of $2 shown", shown, rows.length);
  };
  name.addEventListener("input", filter);
  code.addEventListener("change", filter);
  document.getElementById("filters").hidden = false;
  filter();

  const all = () => document.querySelectorAll("main > section > details");
  document.getElementById("open-all").addEventListener("click", () => {
    for (const details of all()) { fill(details); details.open = true; }
  });
  document.getElementById("close-all").addEventListener("click", () => {
    for (const details of all()) details.open = false;
  });
  document.getElementById("open-all-line").hidden = false;

  // Paper shows all of it; what was folded is folded again afterwards.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const details of folded) { fill(details); details.open = true; }
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
  });
  go();
})();
