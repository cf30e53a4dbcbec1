(() => {
  const kept = document.getElementById("games");
  if (!kept) return;
  const games = JSON.parse(kept.textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const make = (parent, name, text) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    parent.append(element);
    return element;
  };

  const ready = (details) => {
    const place = details.querySelector(".player");
    if (!place || place.childElementCount) return;
    const [base, steps] = games[place.dataset.game];
    const [empty, width, height, fields] = base;
    const board = document.createElementNS(SVG, "svg");
    board.setAttribute("class", "board");
    board.setAttribute("role", "img");
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    place.append(board);
    const moves = [...details.querySelectorAll(".moves li")];
    const line = make(place, "p");
    const said = make(place, "p");
    said.setAttribute("role", "status");
    let now = 0;
    const use = (id, x, y) => {
      const part = document.createElementNS(SVG, "use");
      part.setAttribute("href", `#${id}`);
      part.setAttribute("x", x);
      part.setAttribute("y", y);
      board.append(part);
    };
    const show = (step) => {
      now = Math.max(0, Math.min(step, steps.length - 1));
      const [pieces, marks] = steps[now];
      board.replaceChildren();
      use(empty, 0, 0);
      pieces.forEach((id, field) => { if (id) use(id, ...fields[field]); });
      for (const [field, id] of marks) use(id, ...fields[field]);
      moves.forEach((move, index) => move.classList.toggle("now", index === now - 1));
      const told = now ? moves[now - 1].textContent : say("the start");
      board.setAttribute("aria-label", say("The board: $1", told));
      said.textContent = say("$1 of $2: $3", now, steps.length - 1, told);
      slider.value = now;
    };
    const button = (text, label, to) => {
      const it = make(line, "button", text);
      it.type = "button";
      it.setAttribute("aria-label", label);
      it.addEventListener("click", () => show(to()));
    };
    button("|◀", say("First position"), () => 0);
    button("◀", say("Back one move"), () => now - 1);
    const slider = make(line, "input");
    slider.type = "range";
    slider.min = 0;
    slider.max = steps.length - 1;
    slider.setAttribute("aria-label", say("Move"));
    slider.addEventListener("input", () => show(Number(slider.value)));
    button("▶", say("On one move"), () => now + 1);
    button("▶|", say("Last position"), () => steps.length - 1);
    show(0);
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target.matches("details.game")) ready(event.target);
  }, true);
  const go = () => {
    const details = /^#g\d+$/.test(location.hash) && document.querySelector(location.hash);
    if (!details) return;
    details.open = true;
    ready(details);
    details.scrollIntoView();
    details.querySelector("summary").focus({ preventScroll: true });
  };
  addEventListener("hashchange", go);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#g"]');
    if (link && link.getAttribute("href") === location.hash) go();
  });
  go();
})();
