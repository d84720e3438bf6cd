// What the player's hands do at the table: buttons over the cards, for mouse, finger and keys; cards that are dragged.

const FAR = 6; // pixels from which on a press is a drag
const QUICK = 2; // a move of more cards is never made by touching one of them

/**
 * Lets the cards of a table be touched.
 *
 * onMove(line): a move was chosen; onChoose(chosen): other cards are chosen; onChoices(moves): one of several moves
 * is to be chosen; onCarry(token, slot, target): a card was dropped where no move leads; onIdle(text): nothing can be
 * done with what was touched.
 */
export function createHands({ table, words, onMove, onChoose, onChoices, onCarry, onIdle }) {
  const made = new Map(); // key to {button, token, slot}
  const ring = document.createElement("div");
  ring.className = "ring";
  ring.hidden = true;
  table.area.append(ring);
  let slots = []; // {label, every}, in order
  let shown = null; // the state drawn
  let moves = [];
  let chosen = []; // {token, slot}
  let hinted = [];
  let current = null; // the key that the tab key reaches
  let dragged = null;

  const top = (label) => shown.slots.get(label)?.at(-1) ?? null;
  const faceDown = (token) => token !== null && !table.isUp(token);
  const isChosen = ({ token, slot }) => chosen.some((one) => one.token === token && one.slot === slot);

  /** The moves that touching a card or an empty slot may mean. */
  function meant({ token, slot }) {
    if (token === null) return moves.filter((move) => move.to.length === 1 && move.to[0] === slot);
    return moves.filter((move) => move.tokens.includes(token));
  }
  const isQuick = (move, { token }) => move.tokens.length <= QUICK || faceDown(token);
  const targets = (hand) =>
    meant(hand)
      .filter((move) => isQuick(move, hand))
      .map((move) => ({ slot: move.to[0], tokens: move.tokens }));

  // --- buttons over cards and places ---------------------------------------------------------------------

  function wanted() {
    const found = [];
    for (const { label, every } of slots) {
      const tokens = shown.slots.get(label) ?? [];
      if (every && tokens.length) {
        tokens.forEach((token, at) => {
          if (table.isUp(token)) found.push({ key: `card ${token}`, token, slot: label, at });
        });
      } else found.push({ key: `slot ${label}`, token: top(label), slot: label });
    }
    return found;
  }

  function build() {
    const focused = [...made.values()].find(({ button }) => button === document.activeElement);
    const now = wanted();
    const keys = new Set(now.map(({ key }) => key));
    for (const [key, { button }] of made) {
      if (keys.has(key)) continue;
      button.remove();
      made.delete(key);
    }
    for (const one of now) {
      const button = made.get(one.key)?.button ?? create(one.key);
      made.set(one.key, { ...one, button });
      const place = table.place(one.slot);
      if (button.parentElement !== place) place.append(button);
      const said = one.at === undefined ? table.describe(one.slot) : table.spokenCard(one.token);
      const able = meant(one).some((move) => isQuick(move, one)) ? words.text("playable", { said }) : said;
      button.setAttribute("aria-label", isChosen(one) ? words.text("chosen", { said: able }) : able);
      button.setAttribute("aria-pressed", String(isChosen(one)));
      button.dataset.token = one.token ?? "";
      button.dataset.at = one.at ?? "";
    }
    for (const { label, every } of slots) {
      const place = table.place(label);
      place.querySelector(".hidden").hidden = !every || !(shown.slots.get(label) ?? []).length;
      const ordered = [...made.values()].filter((one) => one.slot === label && one.at !== undefined);
      ordered.sort((one, other) => one.at - other.at);
      const there = [...place.querySelectorAll("button")];
      if (ordered.some((one, at) => one.button !== there[at])) place.append(...ordered.map((one) => one.button));
    }
    if (!made.has(current)) current = nearest(focused);
    if (focused && made.get(current).button !== document.activeElement) {
      made.get(current).button.focus({ preventScroll: true });
    }
    measure();
  }

  function create(key) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "touch";
    button.addEventListener("click", (event) => touch(made.get(key), event));
    button.addEventListener("pointerdown", (event) => press(made.get(key), event));
    button.addEventListener("pointerenter", () => light(made.get(key)));
    button.addEventListener("pointerleave", () => light(null));
    button.addEventListener("focus", () => {
      current = key;
      rove();
      light(made.get(key));
      showRing();
    });
    button.addEventListener("blur", () => {
      light(null);
      showRing();
    });
    return button;
  }

  /** Sizes the buttons: over one card, or from a slot's first card to its last. */
  function measure() {
    for (const one of made.values()) {
      const corner = table.box(null, one.slot);
      const card = table.box(one.token, one.slot);
      const style = one.button.style;
      const from = one.at === undefined ? corner : card;
      style.left = `${from.x - corner.x}px`;
      style.top = `${from.y - corner.y}px`;
      style.width = `${card.x - from.x + card.width}px`;
      style.height = `${card.y - from.y + card.height}px`;
      one.box = card;
    }
    for (const one of made.values()) {
      const boxes = [...made.values()].filter(({ slot }) => slot === one.slot).map(({ box }) => box);
      const corner = table.box(null, one.slot);
      const right = Math.max(...boxes.map(({ x, width }) => x + width));
      const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
      one.whole = { ...corner, width: right - corner.x, height: bottom - corner.y };
    }
    rove();
    mark();
    showRing();
  }

  function nearest(gone) {
    const same = gone && [...made.values()].filter((one) => one.slot === gone.slot);
    if (same?.length)
      return same.reduce((best, one) => (Math.abs(one.at - gone.at) < Math.abs(best.at - gone.at) ? one : best)).key;
    return made.keys().next().value;
  }

  function rove() {
    for (const [key, { button }] of made) button.tabIndex = key === current ? 0 : -1;
  }

  function showRing() {
    const focused = [...made.values()].find(({ button }) => button === document.activeElement);
    ring.hidden = !focused?.box || !focused.button.matches(":focus-visible");
    if (ring.hidden) return;
    const { x, y, width, height } = focused.box;
    ring.style.transform = `translate(${x}px, ${y}px)`;
    ring.style.width = `${width}px`;
    ring.style.height = `${height}px`;
  }

  // --- marks ------------------------------------------------------------------------------------------------

  function mark() {
    for (const one of table.area.querySelectorAll(".chosen, .hinted")) one.classList.remove("chosen", "hinted");
    const put = (name, { token, slot }) => (token === null ? table.place(slot) : table.card(token)).classList.add(name);
    for (const one of chosen) put("chosen", one);
    for (const one of hinted) put("hinted", one);
  }

  /** Lights up where a card can go. */
  function light(hand) {
    for (const one of table.area.querySelectorAll(".target")) one.classList.remove("target");
    const hands = hand ? [hand] : chosen;
    for (const one of hands) {
      for (const { slot, tokens } of targets(one)) {
        if (slot === one.slot) continue;
        table.place(slot).classList.add("target");
        const card = top(slot);
        if (card !== null && !tokens.includes(card)) table.card(card).classList.add("target");
      }
    }
  }

  // --- touching -----------------------------------------------------------------------------------------------

  function touch(hand, event) {
    if (dragged?.moved) return;
    if (event.shiftKey) {
      choose(hand);
      return;
    }
    if (chosen.length === 1 && chosen[0].slot !== hand.slot) {
      const leading = meant(chosen[0]).find((move) => isQuick(move, chosen[0]) && move.to.includes(hand.slot));
      if (leading) {
        onMove(leading.move);
        return;
      }
    }
    const possible = meant(hand);
    const quick = possible.filter((move) => isQuick(move, hand));
    if (possible.length === 1 && quick.length === 1) onMove(quick[0].move);
    else if (possible.length) {
      setChosen([hand]);
      onChoices(possible, event.detail === 0);
    } else if (chosen.length === 1 && chosen[0].slot !== hand.slot && !slotOf(hand.slot).every) {
      const { token, slot } = chosen[0];
      onCarry(token, slot, hand.slot);
    } else {
      const fresh = !isChosen(hand);
      choose(hand);
      if (fresh && chosen.length === 1)
        onIdle(made.get(hand.key)?.at === undefined ? table.describe(hand.slot) : table.spokenCard(hand.token));
    }
  }

  const slotOf = (label) => slots.find((slot) => slot.label === label);

  /** Chooses a card, or not any more. Cards of other slots are forgotten, and of one slot the two last remain. */
  function choose(hand) {
    const { token, slot } = hand;
    if (isChosen(hand)) setChosen(chosen.filter((one) => one.token !== token));
    else setChosen([...chosen.filter((one) => one.slot === slot && one.token !== null).slice(-1), { token, slot }]);
  }

  function setChosen(hands) {
    chosen = hands.map(({ token, slot }) => ({ token, slot }));
    build();
    light(null);
    onChoose(chosen);
  }

  // --- dragging -----------------------------------------------------------------------------------------------

  function press(hand, event) {
    if (event.button !== 0 || event.pointerType === "touch" || hand.token === null) {
      dragged = null;
      return;
    }
    dragged = { hand, x: event.clientX, y: event.clientY, moved: false };
  }

  addEventListener("pointermove", (event) => {
    if (!dragged || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
    if (!dragged.moved && Math.hypot(dx, dy) < FAR) return;
    const card = table.card(dragged.hand.token);
    if (!dragged.moved) dragged.height = card.style.zIndex;
    dragged.moved = true;
    const { x, y } = table.box(dragged.hand.token, dragged.hand.slot);
    card.classList.remove("travels");
    card.classList.add("dragged");
    card.style.zIndex = 1000;
    card.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
    light(dragged.hand);
  });

  addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const { hand, moved } = dragged;
    if (!moved) return;
    setTimeout(() => {
      dragged = null; // after the click that follows
    });
    drop(hand, event);
  });

  addEventListener("pointercancel", () => {
    if (dragged?.moved) putBack(dragged.hand.token);
    dragged = null;
  });

  function putBack(token) {
    const { x, y } = table.box(token, null);
    table.card(token).classList.remove("dragged");
    table.card(token).style.zIndex = dragged.height;
    table.card(token).style.transform = `translate(${x}px, ${y}px)`;
    light(null);
  }

  function drop(hand, event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const target = under.map((one) => one.closest(".place")).find(Boolean)?.dataset.slot;
    putBack(hand.token);
    if (!target || target === hand.slot) return;
    const leading = meant(hand).filter((move) => isQuick(move, hand) && move.to[0] === target);
    if (leading.length === 1) onMove(leading[0].move);
    else if (leading.length) onChoices(leading, false);
    else onCarry(hand.token, hand.slot, target);
  }

  // --- keys ----------------------------------------------------------------------------------------------------

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  table.area.addEventListener("keydown", (event) => {
    const here = made.get(current);
    if (event.key in WAYS) step(here, WAYS[event.key]);
    else if (event.key === " ") choose(here);
    else if (event.key === "Escape") forget();
    else return;
    event.preventDefault();
  });
  table.area.addEventListener("keyup", (event) => {
    if (event.key === " ") event.preventDefault(); // a button would be clicked
  });

  /**
   * Goes to the next button in a direction: what lies straight ahead before what lies aside. Slots count with all their
   * cards, so that a short column beside a long one is not passed over.
   */
  function step(here, [dx, dy]) {
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const one of made.values()) {
      const [x, y] = [one.box.x - here.box.x, one.box.y - here.box.y];
      const ahead = x * dx + y * dy;
      const same = one.slot === here.slot;
      const aside = dx
        ? gap(same ? here.box : here.whole, same ? one.box : one.whole, "y", "height")
        : gap(same ? here.box : here.whole, same ? one.box : one.whole, "x", "width");
      const cost = ahead + 3 * aside + 0.05 * (Math.abs(x * dy) + Math.abs(y * dx));
      if (ahead > (dx ? here.box.width / 2 : 1) && cost < least) [best, least] = [one, cost];
    }
    best?.button.focus();
  }

  /** How far two boxes lie apart along an axis; 0 when one lies beside the other. */
  function gap(one, other, start, size) {
    return Math.max(0, one[start] - other[start] - other[size], other[start] - one[start] - one[size]);
  }

  function forget() {
    setChosen([]);
    onChoices([], false);
  }

  table.onLaid(() => {
    if (shown) measure();
  });

  return {
    forget,
    /** Shows what can be touched in a state, with its legal moves. */
    update(state, legal, regions) {
      shown = state;
      moves = legal;
      slots = regions.flatMap((region) => region.slots);
      chosen = [];
      hinted = [];
      build();
      light(null);
    },
    /** Marks the cards and places of a move that is advised. */
    hint(move) {
      const cards = move ? move.tokens.slice(0, QUICK).map((token) => ({ token, slot: "" })) : [];
      const target = move && !slotOf(move.to[0]).every ? [{ token: top(move.to[0]), slot: move.to[0] }] : [];
      hinted = [...cards, ...target];
      mark();
    },
    focus() {
      made.get(current)?.button.focus({ preventScroll: true });
    },
  };
}
