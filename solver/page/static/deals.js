// The dialogs: a new deal of any kind, a deal that is typed in with its faults beside its words, the games that are kept.

import { element } from "./controls.js";

const PAUSE = 300; // milliseconds without typing until a deal is looked at
const MOST = 400_000; // bytes of a file; what is larger is no deal

function dialog(id, title, ...children) {
  const heading = element("h2", { id: `${id}-title` }, title);
  const made = element("dialog", { id, className: "dialog", "aria-labelledby": heading.id }, heading, ...children);
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  return made;
}

const labelled = (text, control) => element("label", { className: "field" }, element("span", {}, text), control);

/** A text with the words marked that a message is about. */
export function marked(line, message) {
  const named = new Set(message.match(/[^\s"“”:;,.()]+/g) ?? []);
  return line.split(/(\s+)/).map((word) => {
    const bare = word.replace(/[[\]:,]/g, "");
    return bare && (named.has(word) || (bare.length > 1 && named.has(bare))) ? element("mark", {}, word) : word;
  });
}

/** The dialog for a new deal. `server` is from `createServer`; */
export function createNewDeal(words, games, server) {
  const option = (value, text) => element("option", { value }, text);
  const game = element("select", { id: "new-game" }, ...games.map((one) => option(one.game, one.title)));
  const kinds = ["random", "solvable", "unsolvable", "seed", "pysol", "typed"];
  const kind = element("select", { id: "new-kind" }, ...kinds.map((one) => option(one, words.text(`kind-${one}`))));
  const number = element("input", { id: "new-number", inputMode: "numeric", autocomplete: "off", maxLength: 21 });
  const rules = element("div", { className: "fields" });
  const numberField = labelled(words.text("new-number"), number);
  const about = element("p", { className: "quiet-text" });
  const text = element("textarea", { id: "new-text", rows: 9, spellcheck: false, autocapitalize: "off" });
  const log = element("textarea", { id: "new-log", rows: 3, spellcheck: false, autocapitalize: "off" });
  const reading = element("div", { id: "reading", "aria-live": "polite" });
  const typed = element(
    "div",
    { className: "fields" },
    fileField("new-file", text),
    labelled(words.text("new-text"), text),
    reading,
    fileField("new-log-file", log),
    labelled(words.text("new-log"), log),
  );
  const problem = element("p", { className: "problem", id: "new-problem", role: "alert" });
  const begin = element("button", { type: "submit", className: "main", id: "begin" }, words.text("begin"));
  const form = element(
    "form",
    { method: "dialog", className: "fields", onsubmit: submit },
    labelled(words.text("new-kind"), kind),
    labelled(words.text("new-game"), game),
    numberField,
    about,
    rules,
    typed,
    problem,
    element(
      "div",
      { className: "buttons" },
      begin,
      element("button", { type: "button", onclick: () => made.close() }, words.text("cancel")),
    ),
  );
  const made = dialog("new-deal", words.text("new-title"), form);
  let pause = 0;

  function fileField(name, into) {
    const file = element("input", { type: "file", id: name, accept: ".txt,.log,text/plain" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (!chosen || chosen.size > MOST) return;
      into.value = await chosen.text();
      check();
    });
    return labelled(words.text(name), file);
  }

  function show() {
    const found = games.find((one) => one.game === game.value);
    const isTyped = kind.value === "typed";
    kind.querySelector("[value=pysol]").disabled = found.pysol === null;
    if (found.pysol === null && kind.value === "pysol") kind.value = "random";
    numberField.hidden = kind.value !== "seed" && kind.value !== "pysol";
    about.hidden = kind.value !== "pysol";
    about.textContent = found.pysol ?? "";
    typed.hidden = !isTyped;
    game.parentElement.hidden = rules.hidden = isTyped;
    if (rules.dataset.game !== found.game) {
      rules.dataset.game = found.game;
      rules.replaceChildren(...found.options.map((one) => labelled(one.name, choice(one))));
    }
  }

  function choice({ name, values, number: free }) {
    const list = element("datalist", { id: `values-${name}` }, ...values.map((value) => option(value, value)));
    if (!free) return element("select", { name }, ...values.map((value) => option(value, value)));
    const input = element("input", { name, value: values[0], autocomplete: "off" });
    input.setAttribute("list", list.id);
    return element("span", {}, input, list);
  }

  async function check() {
    if (!text.value.trim()) {
      reading.replaceChildren();
      return;
    }
    const answer = await server.post("check", { text: text.value });
    if (answer) showFaults(answer.faults);
  }

  function showFaults(faults) {
    const lines = text.value.split("\n");
    const rows = faults.map(({ line, message }) => {
      const about =
        line === null
          ? lines.filter((one) => marked(one, message).some((part) => part.tagName === "MARK"))
          : [lines[line - 1] ?? ""];
      return element(
        "li",
        {},
        element("strong", {}, line === null ? words.text("fault-whole") : words.text("fault-line", { line })),
        " ",
        message,
        ...about.map((one) => element("code", {}, ...marked(one, message))),
      );
    });
    reading.className = rows.length ? "faults" : "sound";
    reading.replaceChildren(
      element("p", {}, words.text(rows.length ? "new-faults" : "new-sound")),
      element("ul", {}, ...rows),
    );
  }

  async function submit(event) {
    event.preventDefault();
    problem.textContent = "";
    const isTyped = kind.value === "typed";
    const options = Object.fromEntries([...rules.querySelectorAll("[name]")].map((one) => [one.name, one.value]));
    const verdict = kind.value === "solvable" || kind.value === "unsolvable" ? kind.value : "";
    const numbered = kind.value === "pysol";
    const seed = kind.value === "seed" || numbered ? number.value : "";
    const done = isTyped
      ? await server.change("start", { text: text.value, log: log.value })
      : await server.change("deal", { game: game.value, options, seed, numbered, verdict });
    if (done) made.close();
  }

  game.addEventListener("change", show);
  kind.addEventListener("change", show);
  text.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(check, PAUSE);
  });

  return {
    element: made,
    open(now) {
      game.value = now;
      problem.textContent = "";
      show();
      made.showModal();
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

/** The dialog with the games that are kept. */
export function createGames(words, server) {
  const list = element("ul", { className: "saved" });
  const where = element("p", { className: "quiet-text" });
  const close = element("button", { type: "button", onclick: () => made.close() }, words.text("close"));
  const made = dialog("games", words.text("games-title"), list, where, element("div", { className: "buttons" }, close));
  return {
    element: made,
    async open(current) {
      const answer = await server.get("api/saved");
      if (!answer) return;
      where.textContent = words.text("games-where", { folder: answer.folder });
      const entries = answer.games.map(({ name, about, changed }) => {
        const pick = element(
          "button",
          {
            type: "button",
            className: "game-kept",
            onclick: async () => {
              if (await server.change("open", { name })) made.close();
            },
          },
          element("strong", {}, name),
          element("span", {}, about),
          element("time", {}, new Date(changed * 1000).toLocaleString()),
        );
        if (name === current) pick.setAttribute("aria-current", "true");
        return element("li", {}, pick);
      });
      list.replaceChildren(...entries);
      made.showModal();
    },
  };
}

/** The dialog that tells the keys. */
export function createHelp(words) {
  const close = element("button", { type: "button", onclick: () => made.close() }, words.text("close"));
  const made = dialog(
    "help",
    words.text("keys"),
    element("p", {}, words.text("keys-help")),
    element("div", { className: "buttons" }, close),
  );
  return { element: made, open: () => made.showModal() };
}
