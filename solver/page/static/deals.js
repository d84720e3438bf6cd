// The dialogs: a new deal of any kind, a deal that is typed in with its faults beside its words, the games that are kept.

import { element } from "./controls.js";
import { dialog, labelled } from "./dialogs.js";

const PAUSE = 300; // milliseconds without typing until a deal is looked at
const LEVELS = ["easy", "medium", "hard", "brutal"];
const MOST = 400_000; // bytes of a file; what is larger is no deal

/** A text with the words marked that a message is about. */
export function marked(line, message) {
  const named = new Set(message.match(/[^\s"“”:;,.()]+/g) ?? []);
  return line.split(/(\s+)/).map((word) => {
    const bare = word.replace(/[[\]:,]/g, "");
    return bare && (named.has(word) || (bare.length > 1 && named.has(bare))) ? element("mark", {}, word) : word;
  });
}

/** The dialog for a new deal. `games`: what can be dealt; `server` is from `createServer`. */
export function createNewDeal(words, games, server) {
  const option = (value, text) => element("option", { value }, text);
  const game = element("select", { id: "new-game" }, ...games.map((one) => option(one.game, one.title)));
  const kinds = ["random", ...LEVELS, "solvable", "unsolvable", "seed", "pysol", "typed"];
  const kind = element("select", { id: "new-kind" }, ...kinds.map((one) => option(one, words.text(`kind-${one}`))));
  const number = element("input", { id: "new-number", autocomplete: "off", spellcheck: false, maxLength: 23 });
  const rules = element("div", { className: "fields" });
  const numberField = labelled(words.text("new-number"), number);
  const about = element("p", { className: "quiet-text" });
  const text = element("textarea", { id: "new-text", rows: 9, spellcheck: false, autocapitalize: "off" });
  const log = element("textarea", { id: "new-log", rows: 3, spellcheck: false, autocapitalize: "off" });
  const reading = element("div", { id: "reading", "aria-live": "polite" });
  const entry = element("select", { id: "new-entry", onchange: check });
  const entryField = labelled(words.text("new-entry"), entry);
  entryField.hidden = true;
  const typed = element(
    "div",
    { className: "fields" },
    fileField("new-file", text),
    labelled(words.text("new-text"), text),
    entryField,
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
    const file = element("input", { type: "file", id: name, accept: ".txt,.log,.jsonl,text/plain" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      problem.textContent = chosen.size > MOST ? words.text("new-large") : "";
      if (chosen.size > MOST) return;
      into.value = await chosen.text();
      check();
    });
    return labelled(words.text(name), file);
  }

  function show() {
    const found = games.find((one) => one.game === game.value);
    const isTyped = kind.value === "typed";
    for (const one of kind.options) {
      one.disabled = (one.value === "pysol" && !found.pysol) || (LEVELS.includes(one.value) && !found.levels);
    }
    if (kind.selectedOptions[0].disabled) kind.value = "random";
    const isLevel = LEVELS.includes(kind.value);
    numberField.hidden = kind.value !== "seed" && kind.value !== "pysol";
    about.hidden = kind.value !== "pysol" && !isLevel;
    if (kind.value === "pysol") about.textContent = found.pysol.about;
    if (isLevel) about.textContent = words.text("new-levels", { rules: listed(found.levels) });
    typed.hidden = !isTyped;
    game.parentElement.hidden = isTyped;
    rules.hidden = isTyped || isLevel;
    const of = `${found.game} ${kind.value === "pysol"}`;
    if (rules.dataset.of === of) return;
    rules.dataset.of = of;
    const first = kind.value === "pysol" ? found.pysol.options : {};
    rules.replaceChildren(...found.options.map((one) => labelled(one.name, choice(one, first[one.name]))));
  }

  const listed = (options) =>
    Object.entries(options)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", ");

  /** What a rule option is set to, at first to a value or to its default. */
  function choice({ name, values, number: free }, first = values[0]) {
    const list = element("datalist", { id: `values-${name}` }, ...values.map((value) => option(value, value)));
    if (!free) {
      const select = element("select", { name }, ...values.map((value) => option(value, value)));
      select.value = first;
      return select;
    }
    const input = element("input", { name, value: first, autocomplete: "off" });
    input.setAttribute("list", list.id);
    return element("span", {}, input, list);
  }

  async function check() {
    if (!text.value.trim()) {
      reading.replaceChildren();
      entryField.hidden = true;
      return;
    }
    const answer = await server.post("check", { text: text.value, entry: entry.value });
    if (!answer) return;
    entryField.hidden = answer.names.length === 0;
    entry.replaceChildren(...answer.names.map((name) => option(name, name)));
    entry.value = answer.entry;
    showFaults(answer);
  }

  function showFaults({ faults, warnings, unknown }) {
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
    const said = warnings.map((warning) => element("li", {}, warning));
    if (unknown) said.unshift(element("li", {}, words.text("new-unknown", { count: unknown })));
    reading.className = rows.length ? "faults" : "sound";
    reading.replaceChildren(
      element("p", {}, words.text(rows.length ? "new-faults" : "new-sound")),
      element("ul", {}, ...(rows.length ? rows : said)),
    );
  }

  async function submit(event) {
    event.preventDefault();
    problem.textContent = "";
    const isTyped = kind.value === "typed";
    const level = LEVELS.includes(kind.value) ? kind.value : "";
    const set = Object.fromEntries([...rules.querySelectorAll("[name]")].map((one) => [one.name, one.value]));
    const options = level ? games.find((one) => one.game === game.value).levels : set;
    const verdict = kind.value === "solvable" || kind.value === "unsolvable" ? kind.value : "";
    const numbered = kind.value === "pysol";
    const seed = kind.value === "seed" || numbered ? number.value : "";
    const done = isTyped
      ? await server.change("start", { text: text.value, log: log.value, entry: entry.value })
      : await server.change("deal", { game: game.value, options, seed, numbered, verdict, level });
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
