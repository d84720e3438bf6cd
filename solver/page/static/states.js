// The positions of a game as the page keeps them, and where in the game one is.

const FIELDS = ["slot", "index", "up", "joined", "wideX", "wideY", "narrowX", "narrowY"];

/** A state: `tokens` (where each card lies, by its number), `slots` (label to card numbers, bottom first), words. */
export function applyChanges(before, change) {
  const tokens = before ? before.tokens.slice() : [];
  for (const [token, ...values] of change.changed) {
    tokens[token] = Object.fromEntries(FIELDS.map((field, at) => [field, values[at]]));
  }
  const slots = new Map();
  tokens.forEach((lying, token) => {
    if (!slots.has(lying.slot)) slots.set(lying.slot, []);
    slots.get(lying.slot)[lying.index] = token;
  });
  return { tokens, slots, notes: change.notes, built: new Set(change.built) };
}

/** All states of a game: the start, then one for each move. */
export function unfold(game) {
  const states = [applyChanges(null, game.start)];
  for (const step of game.steps) states.push(applyChanges(states.at(-1), step));
  return states;
}

/** Where in a game of `total` moves one is; tells its listeners `(now, before)` whenever that changes. */
export function createCourse(total) {
  const listeners = [];
  let now = 0;
  return {
    total,
    get now() {
      return now;
    },
    /** Goes to the position after so many moves; what lies outside the game is its end. */
    go(number) {
      const before = now;
      now = Math.max(0, Math.min(total, number));
      if (now !== before) for (const listener of listeners) listener(now, before);
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
