// The dialog of a move at a real table that brings cards to light which nobody has seen: which ones are they?

import { element } from "./controls.js";
import { dialog } from "./dialogs.js";

/** `onCards(move, cards)` gets the move with what was entered, and says in time whether it could be made. */
export function createUncover(words, onCards) {
  const about = element("p", {});
  const grid = element("div", { className: "card-grid" });
  const input = element("input", { id: "uncovered", autocomplete: "off", spellcheck: false, autocapitalize: "off" });
  const label = element("span", {});
  const problem = element("p", { className: "problem", role: "alert" });
  const form = element(
    "form",
    { method: "dialog", className: "fields", onsubmit: submit },
    about,
    element("label", { className: "field" }, label, input),
    problem,
    grid,
    element(
      "div",
      { className: "buttons" },
      element("button", { type: "submit", className: "main", id: "enter-cards" }, words.text("uncover-enter")),
      element("button", { type: "button", onclick: () => made.close() }, words.text("cancel")),
    ),
  );
  const made = dialog("uncover", words.text("uncover-title"), form);
  let move = null;
  let buttons = []; // {button, word, count}

  const entered = () => input.value.split(/\s+/).filter(Boolean);

  /** Greys out the cards that have been named as often as they are left. */
  function refresh() {
    const named = entered().map((word) => word.toUpperCase());
    for (const { button, word, count } of buttons) {
      button.disabled = named.filter((one) => one === word.toUpperCase()).length >= count;
    }
    label.textContent = words.text("uncover-input", { count: named.length, total: move.uncovers.length });
  }

  function pick(word) {
    input.value = [...entered(), word].join(" ");
    refresh();
    if (move.uncovers.length === 1) form.requestSubmit();
  }

  async function submit(event) {
    event.preventDefault();
    problem.textContent = "";
    if (await onCards(move, entered().join(" "))) made.close();
  }

  function write(unknown, letters) {
    const counts = new Map();
    for (const card of unknown) counts.set(card, (counts.get(card) ?? 0) + 1);
    buttons = [];
    const rows = new Map();
    for (const [card, count] of counts) {
      const word = words.written(card, letters);
      const [{ rank, sign, red }] = words.pieces(card);
      const more = count > 1 ? element("small", {}, words.text("uncover-times", { count })) : "";
      const button = element(
        "button",
        { type: "button", "aria-label": words.spoken(card), onclick: () => pick(word) },
        element("span", red ? { className: "suit-red" } : {}, rank + sign),
        more,
      );
      buttons.push({ button, word, count });
      if (!rows.has(card[1])) rows.set(card[1], []);
      rows.get(card[1]).push(button);
    }
    grid.replaceChildren(...[...rows.values()].map((row) => element("div", {}, ...row)));
  }

  input.addEventListener("input", refresh);

  return {
    element: made,
    /** Asks for the cards that a move brings to light. names: of their slots; unknown: the cards that are left. */
    open(asked, names, unknown, letters) {
      move = asked;
      const gaps = { move: move.spoken, slot: [...new Set(names)].join(", "), count: names.length };
      about.textContent = words.text(names.length === 1 ? "uncover-one" : "uncover-many", gaps);
      input.value = "";
      problem.textContent = "";
      write(unknown, letters);
      refresh();
      made.showModal();
      if (matchMedia("(pointer: fine)").matches) input.focus();
    },
    get isOpen() {
      return made.open;
    },
    /** Says what is wrong where the player looks. */
    complain(sentence) {
      problem.textContent = sentence;
    },
  };
}
