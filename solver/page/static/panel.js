// The panel below the table: what was said, moves to choose between, the buttons, the light, and what was asked for.

import { element, written } from "./controls.js";

/** `on` has a function for each thing that can be pressed. */
export function createPanel(words, on) {
  const said = element("p", { className: "said", id: "said", role: "status" });
  const choices = element("div", {
    className: "buttons choices",
    role: "group",
    "aria-label": words.text("choose-move"),
  });
  const actions = element("div", { className: "buttons", id: "actions" });
  const advice = element("div", { className: "buttons", role: "group", "aria-label": words.text("advice") });
  const whys = new WeakMap(); // button to the reason why it does nothing now
  const weighed = element("div", { className: "weighed", role: "group", "aria-label": words.text("fair-list") });
  choices.hidden = true;
  weighed.hidden = true;

  function button(id, label, press) {
    return element(
      "button",
      {
        type: "button",
        id,
        onclick: (event) => {
          const why = whys.get(event.currentTarget);
          if (why) say(words.text("cannot", { why }));
          else press(event);
        },
      },
      label,
    );
  }

  /** A button that does nothing now stays where it is and says why. */
  function forbid(one, why) {
    whys.set(one, why);
    one.setAttribute("aria-disabled", String(Boolean(why)));
    one.title = why;
  }

  const undo = button("undo", words.text("undo"), on.undo);
  const redo = button("redo", words.text("redo"), on.redo);
  const lamp = element("span", { className: "lamp", "aria-hidden": "true" });
  const verdict = element("span", { className: "verdict" });
  const light = button("light", "", on.light);
  light.append(lamp, `${words.text("light")} `, verdict);
  const stop = button("stop", words.text("stop"), on.stop);
  stop.hidden = true;
  const asks = ["hint", "lost", "finish"].map((kind) => button(kind, words.text(kind), () => on.ask(kind)));
  advice.append(light, ...asks, stop);

  function say(text) {
    if (said.textContent !== text) said.textContent = text;
  }

  let shownActions = [];
  function setActions(found) {
    const same = found.length === shownActions.length && found.every((one, at) => one.name === shownActions[at].name);
    if (!same) {
      actions.replaceChildren(
        ...found.map((one) => button(`action-${one.name}`, one.label, () => on.action(one.name))),
        undo,
        redo,
      );
    }
    found.forEach((one, at) => {
      actions.children[at].textContent = one.label;
      forbid(actions.children[at], one.why);
    });
    shownActions = found;
  }

  return {
    /** What each move keeps, to be shown where there is room for it. */
    weighed,
    elements: [said, choices, element("div", { className: "bar" }, actions, advice)],
    say,
    setActions,
    action: (number) => actions.children[number],
    /** Offers moves to choose between; none: takes the offer back. */
    offer(moves, focus) {
      const had = choices.contains(document.activeElement);
      choices.hidden = moves.length === 0;
      choices.replaceChildren(
        ...moves.map((move) => element("button", { type: "button", onclick: () => on.move(move.move) }, move.spoken)),
      );
      if (moves.length) {
        choices.append(
          element("button", { type: "button", className: "quiet", onclick: on.cancel }, words.text("cancel")),
        );
      }
      if (moves.length && focus) choices.firstChild.focus();
      return had;
    },
    /** Shows what each move keeps in the eyes of one who does not peek; none: shows nothing. */
    weigh(moves) {
      weighed.hidden = moves.length === 0;
      weighed.replaceChildren(
        ...moves.map(({ move, words: line, spoken, share, percent, interval, count }) =>
          element(
            "button",
            {
              type: "button",
              "aria-label": words.text(interval === null ? "fair-share-all" : "fair-share", {
                move: spoken,
                share: percent,
                range: interval,
                count,
              }),
              onclick: () => on.move(move),
            },
            element("span", {}, ...written(words, line)),
            element("meter", { min: 0, max: 1, value: share }),
            element("span", { className: "share" }, percent),
          ),
        ),
      );
    },
    setState(state) {
      undo.disabled = state.now === 0;
      redo.disabled = state.now === state.steps.length;
      light.setAttribute("aria-pressed", String(state.light !== "off"));
      light.dataset.light = state.light;
      verdict.textContent = words.text(`light-${state.light}`, { share: state.likely });
      stop.hidden = !(state.advice && !state.advice.ready);
      for (const one of asks) {
        one.disabled = state.won && one.id !== "lost";
        if (one.id !== "hint") forbid(one, state.known ? "" : words.text("not-known"));
      }
    },
    /** Shows that the rest of the game is being played. */
    setFinishing(going) {
      stop.hidden = !going;
    },
  };
}
