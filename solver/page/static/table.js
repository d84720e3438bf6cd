// The drawn table: slots that can be read out, and one element for each card, which moves from place to place.

const HEIGHT = 1.4; // a card's height in card widths
const LARGEST = 118; // a card's width in pixels, at most
const SMALLEST = 46; // below this the table rather grows beyond the window than the cards become smaller
const COMFORTABLE = 72; // a wide layout whose cards are as wide as this is taken in any case
const SMALL = 64; // cards narrower than this have one large sign in place of many
const STAGGER = 45; // milliseconds between two cards of one move
const SVG = "http://www.w3.org/2000/svg";

function element(name, className, parent) {
  const made = document.createElement(name);
  if (className) made.className = className;
  parent?.append(made);
  return made;
}

function drawn(symbol, className, parent) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 100 140");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  parent.append(svg);
  return svg;
}

/**
 * Builds a table in an element.
 *
 * table: regions and layouts; cards: each card's word, or null for one that nobody has seen; words: from `createWords`.
 * The table fits the element's width and, as far as cards stay legible, `room()` pixels of height.
 */
export function createTable(parent, { table, cards: given, words, room }) {
  const cards = given.slice();
  const area = element("div", "felt-area", parent);
  const places = new Map(); // label to what is shown of its slot
  let shown = null;
  let layout = null;
  let shape = "wide";
  let unit = 0;
  let peek = false;
  let settle = 0;
  const listeners = [];

  for (const region of table.regions) {
    const section = element("section", "", area);
    section.setAttribute("aria-label", region.title);
    const list = element("ul", "", section);
    for (const slot of region.slots) {
      const place = element("li", "place", list);
      place.dataset.slot = slot.label;
      place.dataset.hint = slot.hint;
      const tag = element("span", "tag", place);
      tag.setAttribute("aria-hidden", "true");
      tag.hidden = !region.labelled;
      element("span", "name", tag).textContent = slot.label;
      const count = element("span", "count", tag);
      const said = element("span", "hidden", place);
      places.set(slot.label, { slot, place, tag, count, said });
    }
  }
  const pack = element("div", "pack", area);
  pack.setAttribute("aria-hidden", "true");
  const elements = cards.map((card, token) => {
    const made = element("div", "card", pack);
    made.dataset.token = token;
    drawn("reverse-side", "reverse", made);
    face(card, made);
    return made;
  });

  /** Gives a card its face, which lies under its back, or takes it away. */
  function face(card, made) {
    made.querySelector(".front")?.remove();
    if (card) made.prepend(drawn(`card-${card}`, "front", made));
  }

  const isUp = (token) => cards[token] !== null && (shown.tokens[token].up === 1 || peek);

  function spokenCard(token) {
    if (!isUp(token)) return words.text("face-down");
    const card = words.spoken(cards[token]);
    return shown.tokens[token].joined ? words.text("joined", { card }) : card;
  }

  /** What lies in a slot, as it is read out. */
  function describe(label) {
    const { slot } = places.get(label);
    const tokens = shown.slots.get(label) ?? [];
    const top = tokens.at(-1);
    const note = shown.notes[label];
    const gaps = { slot: slot.name, count: tokens.length };
    let said;
    if (!tokens.length) {
      said = slot.hint
        ? words.text("slot-waits", { ...gaps, hint: words.rank(slot.hint) })
        : words.text("slot-empty", gaps);
    } else if (shown.built.has(label)) said = words.text("slot-built", { ...gaps, card: spokenCard(top) });
    else if (slot.every) said = words.text("slot-cards", { ...gaps, cards: tokens.map(spokenCard).join(", ") });
    else if (!isUp(top)) said = words.text("slot-down", gaps);
    else if (tokens.length === 1) said = words.text("slot-card", { ...gaps, card: spokenCard(top) });
    else said = words.text("slot-top", { ...gaps, card: spokenCard(top) });
    return note ? words.text("slot-note", { said, note }) : said;
  }

  function position(token) {
    const lying = shown.tokens[token];
    const x = shape === "wide" ? lying.wideX : lying.narrowX;
    const y = shape === "wide" ? lying.wideY : lying.narrowY;
    return `translate(${(x * unit).toFixed(1)}px, ${(y * HEIGHT * unit).toFixed(1)}px)`;
  }

  function lay(token) {
    const made = elements[token];
    const lying = shown.tokens[token];
    made.style.transform = position(token);
    made.style.zIndex = lying.index + 1;
    made.classList.toggle("up", isUp(token));
    made.classList.toggle("joined", lying.joined === 1);
  }

  function readOut() {
    for (const [label, { place, tag, count, slot, said }] of places) {
      const text = describe(label);
      if (said.textContent !== text) said.textContent = text;
      const number = shown.slots.get(label)?.length ?? 0;
      count.textContent = slot.counted && number > 1 ? number : "";
      place.classList.toggle("hollow", number === 0);
      tag.dataset.note = shown.notes[label] ?? "";
    }
  }

  /** Chooses the layout and the size of the cards for the room there is. */
  function fit() {
    const width = parent.clientWidth - 2 * Number.parseFloat(getComputedStyle(parent).paddingLeft);
    const size = (one) =>
      Math.min(LARGEST, width / one.width, Math.max(SMALLEST, room() / ((one.height + 0.1) * HEIGHT)));
    const { wide, narrow } = table.layouts;
    shape = size(wide) >= Math.min(COMFORTABLE, size(narrow)) ? "wide" : "narrow";
    layout = table.layouts[shape];
    unit = size(layout);
    area.dataset.shape = shape;
    area.style.setProperty("--w", `${unit.toFixed(2)}px`);
    area.style.width = `${layout.width * unit}px`;
    area.style.height = `${(layout.height + 0.1) * HEIGHT * unit}px`;
    area.classList.toggle("small", unit < SMALL);
    for (const [label, { place }] of places) {
      const [x, y] = layout.spots[label];
      place.style.transform = `translate(${x * unit}px, ${y * HEIGHT * unit}px)`;
    }
    if (shown) draw(shown);
  }

  /**
   * Draws a state. travelled: the cards that go from slot to slot, in order; pace: how long that may take in
   * milliseconds, 0 for at once; crowned: whether the tops of what is built shine.
   */
  function draw(state, { travelled = [], pace = 0, crowned = false } = {}) {
    const before = shown;
    shown = state;
    clearTimeout(settle);
    const order = new Map(travelled.map((token, at) => [token, at]));
    const wait = Math.min(STAGGER, pace / 2 / Math.max(1, travelled.length));
    area.style.setProperty("--travel", `${Math.min(320, pace)}ms`);
    const tops = new Set(crowned ? [...state.built].map((label) => state.slots.get(label)?.at(-1)) : []);
    elements.forEach((made, token) => {
      made.classList.toggle("travels", pace > 0 && before !== null && before.tokens[token] !== state.tokens[token]);
      made.classList.toggle("moved", order.has(token));
      made.classList.toggle("crowned", tops.has(token));
      made.style.setProperty("--wait", `${order.has(token) ? order.get(token) * wait : 0}ms`);
      lay(token);
      if (pace > 0 && order.has(token)) made.style.zIndex = 500 + order.get(token);
    });
    if (pace > 0) {
      settle = setTimeout(() => travelled.forEach(lay), 340 + wait * travelled.length);
    }
    readOut();
    for (const listener of listeners) listener();
  }

  /** Where a card lies in the felt area, or an empty slot by its label: upper left corner and size in pixels. */
  function box(token, label) {
    const { wideX, wideY, narrowX, narrowY } = shown.tokens[token] ?? {};
    const [x, y] = token === null ? layout.spots[label] : shape === "wide" ? [wideX, wideY] : [narrowX, narrowY];
    return { x: x * unit, y: y * HEIGHT * unit, width: unit, height: HEIGHT * unit };
  }

  new ResizeObserver(fit).observe(parent);
  addEventListener("resize", fit);
  fit();

  return {
    area,
    draw,
    describe,
    spokenCard,
    isUp,
    box,
    /** The element of a card, and of a slot. */
    card: (token) => elements[token],
    place: (label) => places.get(label).place,
    /** Calls a listener whenever the cards have been laid. */
    onLaid(listener) {
      listeners.push(listener);
    },
    /** Lets the table grow to the heights of these layouts. */
    grow(layouts) {
      const low = Object.entries(layouts).filter(([name, { height }]) => height > table.layouts[name].height);
      for (const [name, { height }] of low) table.layouts[name].height = height;
      if (low.length) fit();
    },
    /** Learns which cards those are that nobody had seen, or is told that nobody has. */
    learn(known) {
      known.forEach((card, token) => {
        if (card === cards[token]) return;
        cards[token] = card;
        face(card, elements[token]);
      });
    },
    /** Shows the faces of hidden cards too, or hides them again. */
    setPeek(wanted) {
      peek = wanted;
      draw(shown);
    },
    /** Writes the ranks anew, in the letters that the words have now. */
    setLetters() {
      for (const rank of document.querySelectorAll("text[data-rank]")) {
        rank.textContent = words.rank(rank.dataset.rank);
      }
      draw(shown);
    },
  };
}
