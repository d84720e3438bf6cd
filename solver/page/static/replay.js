// The page of a game that is played through: puts table, controls and list of moves together.

import { createControls, createMoveList, createSettings } from "./controls.js";
import { createCourse, unfold } from "./states.js";
import { createTable } from "./table.js";
import { createWords } from "./words.js";

const game = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("game");
const words = createWords(game);
const states = unfold(game);
const course = createCourse(game.steps.length);
const still = matchMedia("(prefers-reduced-motion: reduce)");

function add(parent, name, className, text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  parent.append(made);
  return made;
}

root.replaceChildren();

const head = add(root, "header", "head");
add(head, "h1", "", game.title);
const facts = add(head, "ul", "facts");
add(facts, "li", `result ${game.result}`, words.text(game.result, { total: game.steps.length }));
for (const [name, value] of Object.entries(game.measures)) add(facts, "li", "", `${name} ${value}`);
for (const [name, value] of Object.entries(game.options)) add(facts, "li", "", `${name}: ${value}`);

const controls = createControls(course, words);
const panel = document.createElement("section");
panel.className = "controls";
panel.setAttribute("aria-label", words.text("controls"));
const said = add(panel, "p", "said");
said.id = "said";
said.setAttribute("role", "status");

const felt = add(root, "section", "table");
felt.setAttribute("aria-label", words.text("table"));
root.append(panel);
panel.append(controls.buttons);

const table = createTable(felt, {
  table: game.table,
  cards: game.cards,
  words,
  room: () => innerHeight - head.offsetHeight - panel.offsetHeight - 62,
});

function pick(number) {
  controls.autoplay.stop();
  course.go(number);
}
const moves = createMoveList(course, game.steps, words, pick);
root.append(moves.list);
const settings = add(root, "section", "settings");
settings.setAttribute("aria-label", words.text("settings"));
settings.append(
  controls.speed,
  ...createSettings(words, Object.keys(game.alphabets), game.letters, {
    onLetters(name) {
      words.choose(name);
      table.setLetters();
      moves.write();
    },
    onPeek: table.setPeek,
  }),
);

/** What has just happened, in a sentence. */
function sentence(now) {
  if (now === 0) return words.text(course.total ? "at-start" : "no-moves", { total: course.total });
  const step = game.steps[now - 1];
  let text = words.text("said-move", { number: now, total: game.steps.length, move: step.spoken });
  if (step.dealt.length) text = words.text("said-dealt", { said: text, cards: dealt(step.dealt, states[now]) });
  return step.heading ? words.text("said-group", { heading: step.heading, said: text }) : text;
}

function dealt(tokens, state) {
  const most = 14;
  const listed = tokens
    .slice(0, most)
    .map((token) => words.text("dealt-to", { card: words.spoken(game.cards[token]), slot: state.tokens[token].slot }));
  if (tokens.length > most) listed.push(words.text("dealt-more", { count: tokens.length - most }));
  return listed.join(", ");
}

function say(now) {
  said.replaceChildren(sentence(now));
  const mark = game.steps[now - 1]?.mark;
  if (mark) add(said, "span", "mark", ` ${mark}`);
  if (now < game.steps.length) return;
  if (game.closing) add(said, "strong", "", ` ${game.closing}`);
  if (game.reason) add(said, "span", "warning", ` ${words.text("illegal-next", { reason: game.reason })}`);
}

function show(now, before) {
  const last = game.steps[now - 1];
  let [travelled, pace] = [last ? last.travelled : [], 0];
  if (now === before - 1) travelled = game.steps[now].travelled.toReversed();
  if (Math.abs(now - before) === 1 && !still.matches) {
    pace = Math.min(900, controls.autoplay.playing ? controls.autoplay.seconds * 900 : 900);
  }
  table.draw(states[now], { travelled, pace, crowned: now === course.total && game.result === "won" });
  say(now);
}

course.onChange(show);
table.draw(states[0], { crowned: course.total === 0 && game.result === "won" });
if (game.letters !== "en") table.setLetters();
say(0);
