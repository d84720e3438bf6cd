// A game that is played: what the server says is drawn, what the hands do is sent to it.

import { createMoveList, element } from "./controls.js";
import { createGames, createHelp, createNewDeal } from "./deals.js";
import { createHands } from "./hands.js";
import { createPanel } from "./panel.js";
import { createServer } from "./server.js";
import { applyChanges } from "./states.js";
import { createTable } from "./table.js";
import { createUncover } from "./uncover.js";
import { createWords } from "./words.js";

const NARROW = "(width < 900px)"; // as in the style
const HINTS = "hints"; // where the choice of hints is kept as long as the tab is open
const PACE = 600; // milliseconds that a move may take to be seen
const data = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("game");
const words = createWords(data);
const still = matchMedia("(prefers-reduced-motion: reduce)");

let game = null; // what the server said last
let state = null; // its cards as they are drawn
let finishing = []; // moves still to be played for the player
let pressed = ""; // what was asked for, to be said when the answer comes

const server = createServer({ onState: take, onProblem: complain });

const title = element("h1", {});
const facts = element("ul", { className: "facts" });
const warnings = element("ul", { className: "warnings", "aria-label": words.text("warnings") });
const opening = (id, open) => element("button", { type: "button", id, onclick: open }, words.text(id));
const newDeal = createNewDeal(words, data.games, server);
const games = createGames(words, server);
const help = createHelp(words);
const uncover = createUncover(words, (move, cards) =>
  server.change("play", { version: game.version, move: move.move, cards }),
);
const saving = (id, file) => element("a", { id, href: `files/${file}`, className: "button" }, words.text(id));
const head = element(
  "header",
  { className: "head" },
  title,
  facts,
  element(
    "nav",
    { className: "buttons" },
    opening("new", () => newDeal.open(game.game)),
    opening("games", () => games.open(game.name)),
    saving("save-deal", "deal.txt"),
    saving("save-log", "moves.log"),
    opening("keys", help.open),
  ),
  warnings,
);
const felt = element("section", { className: "table", "aria-label": words.text("table") });
const panel = createPanel(words, {
  undo: () => go(game.now - 1),
  redo: () => go(game.now + 1),
  light: () => server.change("light", { on: game.light === "off" }),
  ask,
  stop() {
    finishing = [];
    server.change("stop", {});
  },
  action: (name) => play(actions.find((one) => one.name === name).move),
  move: play,
  cancel: () => hands.forget(),
});
const controls = element("section", { className: "controls", "aria-label": words.text("controls") }, ...panel.elements);
const side = element("div", { className: "side" });
const settings = element("section", { className: "settings", "aria-label": words.text("settings") });
root.replaceChildren(
  head,
  felt,
  side,
  controls,
  settings,
  ...[newDeal, games, help, uncover].map((one) => one.element),
);
root.classList.add("playing");

/** Puts what each move keeps into the side where there is one, else where it is seen: above the buttons. */
function placeWeighed() {
  if (narrow.matches) controls.firstElementChild.after(panel.weighed);
  else side.prepend(panel.weighed);
}
const narrow = matchMedia(NARROW);
narrow.addEventListener("change", placeWeighed);
placeWeighed();

const hints = element(
  "select",
  { id: "hints", onchange: () => sessionStorage.setItem(HINTS, hints.value) },
  ...["fair", "hint"].map((kind) => element("option", { value: kind }, words.text(`hints-${kind}`))),
);

let table = null;
let hands = null;
let moveList = null;
let actions = [];
let tableOf = ""; // the game that the table was built for
let listeners = [];
const steps = [];
const course = {
  get now() {
    return game.now;
  },
  get total() {
    return steps.length;
  },
  onChange: (listener) => listeners.push(listener),
};

/** Builds the table of another game. */
function lay() {
  listeners = [];
  felt.replaceChildren();
  table = createTable(felt, {
    table: game.table,
    cards: game.cards,
    words,
    room: () => innerHeight - head.offsetHeight - controls.offsetHeight - 62,
  });
  hands = createHands({
    table,
    words,
    onMove: play,
    onChoose: choose,
    onChoices: offer,
    onCarry: carry,
    onIdle: (about) => say(words.text("nothing-with", { said: about })),
  });
  steps.splice(0, steps.length, ...game.steps);
  moveList?.list.remove();
  moveList = createMoveList(course, steps, words, (number) => go(number));
  side.append(moveList.list);
  title.textContent = game.title;
  document.title = `${game.title} – ${words.text("page-title")}`;
  writeSettings();
}

function writeSettings() {
  const letters = element(
    "select",
    { id: "letters", onchange: () => chooseLetters(letters.value) },
    ...Object.keys(data.alphabets).map((name) =>
      element("option", { value: name, selected: name === game.letters }, words.text(`letters-${name}`)),
    ),
  );
  settings.replaceChildren(
    element("label", {}, words.text("letters"), letters),
    element("label", {}, words.text("hints"), hints),
  );
}

/** Who gives hints: one who does not peek, or one who knows every card. The player chooses where both can be. */
function writeHints() {
  const kind = hintKind();
  for (const option of hints.options) option.disabled = option.value !== kind && (!game.known || game.fair !== "");
  hints.value = kind;
}

function hintKind() {
  if (!game.known) return "fair";
  return game.fair ? "hint" : (sessionStorage.getItem(HINTS) ?? "fair");
}

function chooseLetters(name) {
  words.choose(name);
  table.setLetters();
  moveList.write();
}

/** Takes what the server says: draws what has changed, and says it. */
function take(found) {
  const before = game;
  game = found;
  const fresh = !table || tableOf !== game.name;
  if (fresh) {
    lay();
    tableOf = game.name;
  }
  if (fresh || before.version !== game.version) {
    table.grow(game.table.layouts);
    table.learn(game.cards);
    steps.splice(0, steps.length, ...game.steps);
    panel.weigh([]);
    const next = applyChanges(null, game.state);
    const { travelled, text } = told(fresh ? null : before);
    state = next;
    table.draw(state, { travelled, pace: fresh || still.matches ? 0 : PACE, crowned: game.won });
    if (fresh) requestAnimationFrame(() => moveList.write()); // to where the list has its height
    if (fresh && game.letters !== "en") chooseLetters(game.letters);
    actions = game.buttons;
    panel.setActions(actions);
    if (panel.offer([], false)) hands.focus();
    hands.update(state, game.moves, game.table.regions);
    moveList.write();
    say(text);
  } else if (game.steps.some((step, at) => step.mark !== steps[at].mark)) {
    steps.splice(0, steps.length, ...game.steps);
    moveList.write();
  }
  writeFacts();
  writeHints();
  panel.setState(game);
  answer(before?.advice);
  if (finishing.length) goOn();
}

/** What has happened since: the cards that went, and a sentence. */
function told(before) {
  if (!before) {
    const begun = words.text(game.now ? "going-on" : "begun", { total: game.now });
    return { travelled: [], text: game.won ? game.closing : begun };
  }
  const last = game.steps[game.now - 1];
  const possible = { 0: "no-move", 1: "one-move" }[game.moves.length] ?? "all-moves";
  const ahead = game.won ? game.closing : `${words.text(possible, { count: game.moves.length })}.`;
  const capital = ahead.charAt(0).toUpperCase() + ahead.slice(1);
  if (game.now === before.now - 1) {
    const gone = game.steps[game.now];
    return {
      travelled: before.travelled.toReversed(),
      text: `${words.text("undone", { move: gone.spoken })} ${capital}`,
    };
  }
  if (game.now !== before.now + 1)
    return { travelled: [], text: `${words.text("at-move", { number: game.now, total: steps.length })}. ${capital}` };
  let text = words.text("said-move", { number: game.now, total: steps.length, move: last.spoken });
  if (game.dealt.length) {
    const cards = game.dealt
      .slice(0, 14)
      .map(([token, slot]) => words.text("dealt-to", { card: words.spoken(game.cards[token]), slot }));
    if (game.dealt.length > 14) cards.push(words.text("dealt-more", { count: game.dealt.length - 14 }));
    text = words.text("said-dealt", { said: text, cards: cards.join(", ") });
  }
  return { travelled: game.travelled, text: `${text} ${capital}` };
}

function writeFacts() {
  const rules = Object.entries(game.options).map(([name, value]) => `${name}: ${value}`);
  const all = [game.name, ...rules];
  if (game.won) all.unshift(words.text("won", { total: game.now }));
  facts.replaceChildren(
    ...all.map((one, at) => element("li", { className: game.won && at === 0 ? "result" : "" }, one)),
  );
  warnings.hidden = game.warnings.length === 0;
  warnings.replaceChildren(...game.warnings.map((one) => element("li", {}, one)));
}

function say(text) {
  panel.say(text);
}

// --- what the player does ---------------------------------------------------------------------------------------

function play(move) {
  const found = game.moves.find((one) => one.move === move);
  if (!found?.uncovers.length) return server.change("play", { version: game.version, move });
  const slots = game.table.regions.flatMap((region) => region.slots);
  const names = found.uncovers.map((label) => slots.find((slot) => slot.label === label).name);
  uncover.open(found, names, game.unknown, game.letters);
  return Promise.resolve(false);
}

function go(number) {
  finishing = [];
  if (number >= 0 && number <= steps.length && number !== game.now)
    server.change("go", { version: game.version, number });
}

async function choose(chosen) {
  const answer = await server.question("buttons", { chosen: chosen.map(({ token, slot }) => [token, slot]) });
  if (!answer) return;
  actions = answer.buttons;
  panel.setActions(actions);
}

function offer(moves, focus) {
  if (panel.offer(moves, focus)) hands.focus();
  if (moves.length > 1) say(words.text("choose-move"));
}

async function carry(token, slot, target) {
  const answer = await server.question("carry", { token, slot, target });
  if (!answer) return;
  if (answer.why) say(words.text("cannot", { why: answer.why }));
  else play(answer.move);
}

// --- what is asked for ------------------------------------------------------------------------------------------

function ask(button) {
  const kind = button === "hint" ? hintKind() : button;
  finishing = [];
  pressed = kind;
  panel.weigh([]);
  server.change("ask", { version: game.version, kind });
}

/** Says the answer to what was asked, once. */
function answer(before) {
  const advice = game.advice;
  if (!advice || (before?.ready && before.kind === advice.kind && !pressed)) return;
  if (!advice.ready) {
    panel.say(words.text(advice.kind === "deal" ? "deal-searching" : "asked"));
    return;
  }
  const asked = pressed;
  pressed = "";
  if (advice.problem) say(advice.problem);
  else if (advice.kind === "lost") sayLost(advice.lost);
  else if (advice.weighed) sayWeighed(advice.weighed);
  else if (advice.verdict === "unsolvable") say(words.text("hint-none"));
  else if (advice.verdict !== "solvable") say(words.text("hint-open"));
  else if (advice.kind === "hint" || advice.kind === "fair") {
    const move = game.moves.find((one) => one.move === advice.line[0]);
    if (!move) return;
    hands.hint(move);
    say(words.text("hint-move", { move: move.spoken }));
  } else if (asked === "finish") {
    finishing = advice.line.slice();
    say(words.text("finish-goes", { count: finishing.length }));
  }
}

function sayLost({ kept, lost, at, open, line, keeps, remarks }) {
  const said = [];
  if (at !== null) said.push(words.text("lost-by", { number: at, line, move: steps[at - 1].spoken }));
  else if (lost === 0) said.push(words.text("lost-never"));
  else if (lost !== null && kept !== null) said.push(words.text("lost-between", { after: kept, by: lost }));
  else said.push(words.text(open ? "hint-open" : "lost-not"));
  if (lost && keeps.length) {
    said.push(words.text("lost-instead", { moves: keeps.slice(0, 3).join("; ") }));
    if (keeps.length > 3) said.push(words.text("lost-more", { count: keeps.length - 3 }));
  }
  if (lost === null) {
    for (const [number, remark] of Object.entries(remarks)) said.push(words.text("lost-best", { number, remark }));
  }
  say(said.join(" "));
}

/** Says what a player can know who does not peek, and shows what each move keeps. */
function sayWeighed({ orders, whole, fact, winnable, fair, moves }) {
  const best = game.moves.find((one) => one.move === moves[0]?.move);
  if (!orders || !best) {
    say(words.text("hint-open"));
    return;
  }
  hands.hint(best);
  panel.weigh(moves);
  const { spoken: move, percent: share, interval: range, count } = moves[0];
  const gaps = { move, share, range, count, orders, winnable, fair };
  const said = [words.text(whole ? "fair-all" : "fair-move", gaps)];
  if (fact) said.push(words.text(`fair-${fact}`));
  else said.push(words.text(fair === null ? "fair-table" : "fair-table-played", gaps));
  say(said.join(" "));
}

/** Plays the next of the moves that finish the game, when the one before has been seen. */
function goOn() {
  panel.setFinishing(true);
  const version = game.version;
  setTimeout(
    async () => {
      if (!finishing.length || version !== game.version) return;
      const move = finishing.shift();
      if (!(await play(move))) finishing = [];
      if (!finishing.length) panel.setFinishing(false);
    },
    still.matches ? 0 : PACE,
  );
}

function complain(kind, sentence) {
  finishing = [];
  const open = [newDeal, uncover].find((one) => one.isOpen);
  if (open && kind !== "unreachable") open.complain(sentence);
  if (kind === "stale") say(words.text("stale"));
  else if (kind === "unreachable") say(words.text("unreachable"));
  else if (kind === "illegal") say(words.text("cannot", { why: sentence }));
  else say(sentence);
}

document.addEventListener("keydown", (event) => {
  if (!game || event.target.closest("dialog, textarea, input, select")) return;
  const key = event.key.toLowerCase();
  const inTable = felt.contains(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const held = event.ctrlKey || event.metaKey;
  if ((held && key === "z" && !event.shiftKey) || (inTable && key === "u")) go(game.now - 1);
  else if ((held && (key === "y" || key === "z")) || (inTable && key === "r")) go(game.now + 1);
  else if (inTable && key === "h") ask("hint");
  else if (inTable && /^[1-9]$/.test(key) && Number(key) <= actions.length) panel.action(Number(key) - 1).click();
  else return;
  event.preventDefault();
});

server.look();
