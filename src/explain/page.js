"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const AT_ONCE = 40; // How many nodes of one family are drawn at first.
  const ROOMY = 3; // A family of more has boards at the nodes that matter only.
  const SMALL = 60; // A tree of so many nodes is unfolded at once.
  const data = JSON.parse(document.getElementById("tree-data").textContent);
  const { board, nodes, players } = data;
  const SIGNS = [["▲", "max"], ["▼", "min"], ["◆", "chance"], ["■", "leaf"], ["■", "leaf"]];
  const canvas = document.getElementById("canvas");
  const allBoards = document.getElementById("all-boards");
  const detail = document.getElementById("detail");

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const shown = (value) => data.fractions ? String(Number(value.toPrecision(6))) : String(value);
  const step = (node) => nodes.steps[nodes.step[node]];
  const isOut = (node) => nodes.note[node] === 1 || nodes.note[node] === 2;

  const children = (parent) => {
    const found = [];
    const end = parent + nodes.size[parent];
    for (let next = parent + 1; next < end; next += nodes.size[next]) found.push(next);
    return found;
  };

  /** The child whose value a node took; at the root, the choice. */
  const bestChild = (parent, all) => {
    const best = parent === 0 ? data.choice : nodes.best[parent];
    return best === null || best < 0 ? -1 : all[best];
  };

  const after = (before, node) => {
    const cells = before.slice();
    const change = nodes.changes[nodes.change[node]];
    for (let at = 0; at < change.length; at += 2) cells[change[at]] = change[at + 1];
    return cells;
  };

  const described = (cells) => {
    const groups = new Map();
    cells.forEach((piece, field) => {
      if (piece < 0) return;
      const name = board.pieces[piece][0];
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(board.fields[field][3]);
    });
    return [...groups].map(([name, places]) => `${name}: ${places.join(", ")}`).join("; ");
  };

  const draw = (cells, node) => {
    const svg = document.createElementNS(SVG, "svg");
    const width = Math.min(board.width * 0.36, 190);
    svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", width * board.height / board.width);
    svg.setAttribute("aria-hidden", "true"); // What it shows is told below the legend.
    const use = (id, x, y) => {
      const element = document.createElementNS(SVG, "use");
      element.setAttribute("href", `#${id}`);
      element.setAttribute("x", x);
      element.setAttribute("y", y);
      svg.append(element);
    };
    use(board.base, 0, 0);
    cells.forEach((piece, field) => {
      const [x, y, shape] = board.fields[field];
      if (piece >= 0) use(board.pieces[piece][1][shape], x, y);
    });
    const change = nodes.changes[nodes.change[node]];
    for (let at = 0; at < change.length; at += 2) {
      const [x, y, shape] = board.fields[change[at]];
      use(board.marks[shape], x, y);
    }
    return svg;
  };

  const who = (node) => {
    const mover = players[nodes.mover[node]];
    return [`${mover}: max`, `${mover}: min`, say("$1 rolls", mover), say("leaf"), say("end of game")][nodes.kind[node]];
  };

  /** What a node has to say, in sentences. */
  const told = (node, path) => {
    const name = players[nodes.mover[node]];
    const mover = node === 0 ? name.charAt(0).toUpperCase() + name.slice(1) : name;
    const value = shown(nodes.value[node]);
    const meaning = data.meanings[value] ? ` (${data.meanings[value]})` : "";
    const parts = [node === 0 ? say("The position.") : say("After $1:", path.join(", "))];
    const all = children(node);
    const best = bestChild(node, all);
    const count = all.length + (nodes.unseen[node] || 0);
    const moves = count === 1 ? say("its only move") : say("the $1 values below", count);
    switch (nodes.kind[node]) {
      case 0: parts.push(say("$1 moves and takes the largest of $2: $3.", mover, moves, value + meaning)); break;
      case 1: parts.push(say("$1 moves and takes the smallest of $2: $3.", mover, moves, value + meaning)); break;
      case 2: parts.push(say("$1 rolls; the value is the mean over the faces: $2.", mover, value)); break;
      case 3: parts.push(say("The search looks no further; evaluated, the position is worth $1.", value + meaning)); break;
      default: parts.push(say("Nothing can be played any more; the position is worth $1.", value + meaning));
    }
    if (best >= 0) {
      const same = all.filter((child) => nodes.value[child] === nodes.value[best] && !isOut(child));
      parts.push(same.length > 1
        ? (data.tie === "first"
          ? say("It comes from $1, the first of $2 that are as good.", step(best), same.length)
          : say("It comes from $1, the last of $2 that are as good.", step(best), same.length))
        : say("It comes from $1.", step(best)));
    }
    if (nodes.note[node] === 1) {
      const [alpha, beta] = nodes.bounds[node].map(shown);
      parts.push(say("Alpha-beta leaves this move out: max is already sure of $1 or more, min of $2 or less, and $1 ≥ $2; whatever follows cannot change the choice.", alpha, beta));
    } else if (nodes.note[node] === 2) {
      parts.push(say("It is below a move that alpha-beta leaves out."));
    } else if (nodes.note[node] === 3) {
      const [from, depth] = nodes.recalled[node];
      parts.push(from === depth
        ? say("The value was taken from the table, where a search of the same depth ($1) left it.", depth)
        : say("The value was taken from the table, where a search of depth $1 left it; here it would have been $2.", from, depth));
    }
    if (nodes.unseen[node]) parts.push(say("$1 more of its moves were cut off and not looked at.", nodes.unseen[node]));
    if (nodes.below[node] && all.length === 0) {
      parts.push(say("$1 nodes below it were searched, but are too many to be on this page.", nodes.below[node]));
    }
    return parts.join(" ");
  };

  const states = new WeakMap(); // Of each list item: its node, its board, the moves to it.

  /** Gives a node its board, if it has none yet. */
  const enlarge = (li) => {
    if (!li.classList.contains("compact")) return;
    li.classList.remove("compact");
    const { node, cells } = states.get(li);
    li.querySelector(":scope > .card > .step").after(draw(cells, node));
  };

  const reduce = (li) => {
    if (li.classList.contains("compact") || states.get(li).roomy) return;
    li.classList.add("compact");
    li.querySelector(":scope > .card > svg").remove();
  };

  const item = (node, before, path, best, onPath, roomy) => {
    const li = make("li");
    const cells = node === 0 ? before : after(before, node);
    const state = { node, cells, path: node === 0 ? [] : [...path, step(node)], onPath, roomy };
    states.set(li, state);
    li.setAttribute("role", "treeitem");
    li.tabIndex = -1;
    li.dataset.node = node;
    if (best) li.classList.add("best");
    if (onPath) li.classList.add("path");
    if (isOut(node)) li.classList.add("out");
    const [sign, kind] = SIGNS[nodes.kind[node]];
    const card = make("div", "card");
    card.append(make("div", "step", node === 0 ? say("now") : step(node)));
    const value = make("div", "value");
    value.append(make("span", `sign ${kind}`, sign), ` ${shown(nodes.value[node])}`);
    card.append(value, make("div", "who", who(node)));
    if (isOut(node)) card.append(make("div", "cuttext", say("cut")));
    if (best) card.append(make("span", "sr", say("gave the value above")));
    if (nodes.note[node] === 3) card.append(make("div", "who", say("from the table, depth $1", nodes.recalled[node][0])));
    if (nodes.size[node] > 1) {
      li.setAttribute("aria-expanded", "false");
      card.append(make("div", "fold", say("unfold $1", children(node).length)));
    }
    li.append(card);
    li.classList.add("compact");
    if (roomy || best || allBoards.checked) enlarge(li);
    return li;
  };

  const unfold = (li) => {
    if (li.getAttribute("aria-expanded") !== "false") return;
    enlarge(li);
    const { node, cells, path, onPath } = states.get(li);
    const all = children(node);
    const best = bestChild(node, all);
    const group = make("ul");
    group.setAttribute("role", "group");
    const add = (from) => {
      const to = Math.min(from + AT_ONCE, all.length);
      for (const child of all.slice(from, to)) {
        group.append(item(child, cells, path, child === best, onPath && child === best, all.length <= ROOMY));
      }
      if (to < all.length) {
        const more = make("li", "more");
        more.setAttribute("role", "none");
        const button = make("button", "", say("$1 more", all.length - to));
        button.type = "button";
        button.addEventListener("click", () => { more.remove(); add(to); arrange(); });
        more.append(button);
        group.append(more);
      }
    };
    add(0);
    li.append(group);
    li.setAttribute("aria-expanded", "true");
    li.querySelector(":scope > .card > .fold").textContent = say("fold");
  };

  const fold = (li) => {
    if (li.getAttribute("aria-expanded") !== "true") return;
    li.querySelector(":scope > ul").remove();
    li.setAttribute("aria-expanded", "false");
    const { node } = states.get(li);
    li.querySelector(":scope > .card > .fold").textContent = say("unfold $1", children(node).length);
  };

  const group = (li) => li.querySelector(":scope > ul");
  const items = (list) => [...list.children].filter((child) => states.has(child) && child.offsetParent);

  /**
   * Puts the unfolded nodes one below the other, so that their folded neighbours stay beside
   * them, however wide the levels below are. Where two neighbours are unfolded, each gets the
   * width that its own tree takes.
   */
  const arrange = () => {
    for (const list of canvas.querySelectorAll("ul.spine")) list.classList.remove("spine");
    for (const li of canvas.querySelectorAll("li.shift")) {
      li.classList.remove("shift");
      li.style.removeProperty("--before");
      li.style.removeProperty("--behind");
    }
    const spine = [];
    for (let li = root.firstElementChild, list; li && (list = group(li));) {
      const all = items(list);
      const open = all.filter((child) => child.getAttribute("aria-expanded") === "true");
      list.classList.add("spine");
      li = open.length === 1 ? open[0] : null;
      spine.push([list, li || (open.length === 0 && all.find((child) => child.classList.contains("best")))]);
    }
    const sum = (some) => some.reduce((total, width) => total + width, 0);
    const lean = (first, last, by) => {
      first.classList.add("shift");
      last.classList.add("shift");
      for (const li of [first, last]) {
        li.style.setProperty("--before", li === first && by > 0 ? `${by}px` : "0px");
        li.style.setProperty("--behind", li === last && by < 0 ? `${-by}px` : "0px");
      }
    };
    let [left, right] = [0, 0]; // How far the levels reach to both sides of the line.
    for (const [list, centre] of spine) {
      const widths = [...list.children].map((child) => parseFloat(getComputedStyle(child).width));
      const at = [...list.children].indexOf(centre);
      const all = sum(widths);
      const before = at < 0 ? all / 2 : sum(widths.slice(0, at)) + widths[at] / 2;
      lean(list.firstElementChild, list.lastElementChild, all - 2 * before);
      left = Math.max(left, before);
      right = Math.max(right, all - before);
    }
    const first = root.firstElementChild;
    lean(first, first, left - right);
    root.style.setProperty("--widest", `${Math.ceil(left + right)}px`);
  };

  const select = (li, focus) => {
    for (const old of canvas.querySelectorAll('li[tabindex="0"]')) {
      old.tabIndex = -1;
      old.removeAttribute("aria-selected");
    }
    li.tabIndex = 0;
    li.setAttribute("aria-selected", "true");
    const { node, cells, path } = states.get(li);
    detail.textContent = told(node, path);
    detail.append(make("span", "sr", ` ${say("The board: $1", described(cells))}.`));
    if (focus) {
      li.focus({ preventScroll: true });
      li.firstElementChild.scrollIntoView({ block: "nearest", inline: "center" });
    }
  };

  const root = make("ul");
  root.setAttribute("role", "tree");
  root.setAttribute("aria-label", say("Search tree"));
  root.append(item(0, board.root, [], false, true, true));
  canvas.append(root);

  const showPath = () => {
    let li = root.firstElementChild;
    for (;;) {
      unfold(li);
      const next = group(li)?.querySelector(":scope > li.path");
      if (!next) break;
      li = next;
    }
    return li;
  };

  canvas.addEventListener("click", (event) => {
    const li = event.target.closest(".card")?.parentElement;
    if (!li) return;
    if (li.getAttribute("aria-expanded") === "true") fold(li); else unfold(li);
    enlarge(li);
    arrange();
    select(li, true);
  });

  canvas.addEventListener("keydown", (event) => {
    const li = event.target.closest("li");
    if (!states.has(li) || event.ctrlKey || event.altKey || event.metaKey) return;
    const go = (target) => { if (target) select(target, true); };
    const siblings = items(li.parentElement);
    const at = siblings.indexOf(li);
    switch (event.key) {
      case "ArrowDown": {
        unfold(li);
        arrange();
        const below = group(li);
        if (below) go(below.querySelector(":scope > li.best") || items(below)[0]);
        break;
      }
      case "ArrowUp": {
        const parent = li.parentElement.parentElement;
        if (states.has(parent)) go(parent);
        break;
      }
      case "ArrowLeft": go(siblings[at - 1]); break;
      case "ArrowRight": go(siblings[at + 1]); break;
      case "Home": go(siblings[0]); break;
      case "End": go(siblings[siblings.length - 1]); break;
      case "Enter": case " ":
        if (li.getAttribute("aria-expanded") === "true") fold(li); else unfold(li);
        arrange();
        go(li);
        break;
      default: return;
    }
    event.preventDefault();
  });

  const noCut = !nodes.note.some((note) => note === 1);
  document.getElementById("legend-chance").hidden = !nodes.kind.includes(2);
  document.getElementById("legend-cut").hidden = noCut;
  document.getElementById("cut-label").hidden = noCut;
  document.getElementById("show-cut").addEventListener("change", (event) => {
    canvas.classList.toggle("nocut", !event.target.checked);
    arrange();
  });
  allBoards.addEventListener("change", () => {
    if (allBoards.checked) canvas.querySelectorAll("li.compact").forEach(enlarge);
    else canvas.querySelectorAll('li[role="treeitem"]:not(.best):not([aria-expanded="true"])').forEach(reduce);
    arrange();
  });
  document.getElementById("show-path").addEventListener("click", () => {
    const last = showPath();
    arrange();
    select(last, true);
  });
  document.getElementById("fold-all").addEventListener("click", () => {
    fold(root.firstElementChild);
    arrange();
    select(root.firstElementChild, false);
  });
  document.getElementById("tree-tools").hidden = false;
  if (nodes.size[0] <= SMALL) {
    for (;;) {
      const folded = canvas.querySelectorAll('li[aria-expanded="false"]');
      if (folded.length === 0) break;
      folded.forEach(unfold);
    }
  } else {
    showPath();
  }
  arrange();
  addEventListener("resize", arrange);
  select(root.firstElementChild, false);
  // The chosen path in the middle of what can be seen of a wide tree.
  const ends = canvas.querySelectorAll("li.path > .card");
  const middle = ends[ends.length > 1 ? 1 : 0].getBoundingClientRect();
  canvas.scrollLeft += middle.left + middle.width / 2 - canvas.getBoundingClientRect().left - canvas.clientWidth / 2;
})();
