// What moves through a game: buttons, keys, slider, autoplay, and the list of moves.

const SPEEDS = [2, 1, 0.6, 0.3, 0.1]; // seconds a move
const ICONS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  forward: "M7 4v16l12-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
  play: "M6 3v18l15-9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
};

/** Makes an element with properties or attributes, and children. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A timer that goes on through a course by itself. */
export function createAutoplay(course, onChange) {
  let timer = 0;
  let seconds = SPEEDS[1];
  function next() {
    course.go(course.now + 1);
    if (course.now < course.total) timer = setTimeout(next, seconds * 1000);
    else stop();
  }
  function stop() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    onChange(false);
  }
  return {
    stop,
    get playing() {
      return timer !== 0;
    },
    get seconds() {
      return seconds;
    },
    set seconds(value) {
      seconds = value;
    },
    toggle() {
      if (timer) {
        stop();
        return;
      }
      if (course.now === course.total) course.go(0);
      timer = setTimeout(next, 50);
      onChange(true);
    },
  };
}

/** Builds the buttons and the slider, and listens to keys. Returns the element and the autoplay. */
export function createControls(course, words) {
  const autoplay = createAutoplay(course, refresh);
  const moves = {
    first: () => 0,
    back: () => course.now - 1,
    forward: () => course.now + 1,
    last: () => course.total,
  };
  function goBy(name) {
    autoplay.stop();
    course.go(moves[name]());
  }
  const button = (name, click) =>
    element(
      "button",
      { type: "button", id: name, title: words.text(name), "aria-label": words.text(name), onclick: click },
      icon(name),
    );
  const buttons = Object.fromEntries(Object.keys(moves).map((name) => [name, button(name, () => goBy(name))]));
  const play = button("play", () => autoplay.toggle());
  const slider = element("input", {
    type: "range",
    className: "slider",
    id: "slider",
    min: 0,
    max: course.total,
    value: 0,
    "aria-label": words.text("slider"),
    oninput() {
      autoplay.stop();
      course.go(Number(slider.value));
    },
  });
  function refresh() {
    buttons.first.disabled = buttons.back.disabled = course.now === 0;
    buttons.forward.disabled = buttons.last.disabled = course.now === course.total;
    slider.value = course.now;
    slider.setAttribute("aria-valuetext", words.text("at-move", { number: course.now, total: course.total }));
    const name = autoplay.playing ? "pause" : "play";
    play.disabled = course.total === 0;
    play.replaceChildren(icon(name));
    play.title = words.text(name);
    play.setAttribute("aria-label", words.text(name));
  }
  course.onChange(refresh);
  refresh();

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
    if (event.key === " " && !event.target.closest("button")) autoplay.toggle();
    else if (event.key in keys) goBy(keys[event.key]);
    else return;
    event.preventDefault();
  });

  const speed = element(
    "select",
    {
      id: "speed",
      onchange: () => {
        autoplay.seconds = Number(speed.value);
      },
    },
    ...SPEEDS.map((seconds) =>
      element(
        "option",
        { value: seconds, selected: seconds === autoplay.seconds },
        words.text("speed-value", { seconds }),
      ),
    ),
  );
  return {
    autoplay,
    buttons: element(
      "div",
      { className: "buttons" },
      buttons.first,
      buttons.back,
      play,
      buttons.forward,
      buttons.last,
      slider,
    ),
    speed: element("label", {}, words.text("speed"), speed),
  };
}

/** Builds the choice of letters and the box that shows hidden cards; `onLetters(name)`, `onPeek(wanted)`. */
export function createSettings(words, names, chosen, { onLetters, onPeek }) {
  const letters = element(
    "select",
    { id: "letters", onchange: () => onLetters(letters.value) },
    ...names.map((name) =>
      element("option", { value: name, selected: name === chosen }, words.text(`letters-${name}`)),
    ),
  );
  const peek = element("input", { type: "checkbox", id: "peek", onchange: () => onPeek(peek.checked) });
  return [element("label", {}, words.text("letters"), letters), element("label", {}, words.text("peek"), peek)];
}

/** A line of a log as it is shown: its cards with signs. */
export function written(words, line) {
  return words
    .pieces(line)
    .flatMap((piece) => [
      typeof piece === "string"
        ? piece
        : element("span", piece.red ? { className: "suit-red" } : {}, piece.rank + piece.sign),
      " ",
    ]);
}

/** Builds the list of moves, in groups; the current one is marked, the only one that the tab key reaches. */
export function createMoveList(course, steps, words, onPick) {
  const list = element("nav", { className: "moves", "aria-label": words.text("moves") });
  const entries = [];
  function write() {
    const focused = list.contains(document.activeElement);
    list.replaceChildren(element("h2", {}, words.text("moves")));
    entries.length = 0;
    let group = element("ol", {});
    const start = entry(0, [words.text("start")]);
    group.append(element("li", {}, start));
    list.append(group);
    steps.forEach((step, at) => {
      if (step.heading) {
        group = element("ol", {});
        list.append(element("h3", {}, step.heading), group);
      }
      group.append(element("li", {}, entry(at + 1, line(step))));
    });
    mark(course.now, focused);
  }
  function line(step) {
    const parts = written(words, step.move);
    if (step.mark) parts.push(element("span", { className: "mark" }, ...written(words, step.mark)));
    return parts;
  }
  function entry(number, parts) {
    const made = element(
      "button",
      { type: "button", tabIndex: -1, onclick: () => onPick(number) },
      element("span", { className: "number" }, number || ""),
      element("span", {}, ...parts),
    );
    made.dataset.move = number;
    entries.push(made);
    return made;
  }
  function mark(now, focus) {
    const old = list.querySelector("[aria-current]");
    if (old) {
      old.removeAttribute("aria-current");
      old.tabIndex = -1;
    }
    const current = entries[now];
    current.setAttribute("aria-current", "step");
    current.tabIndex = 0;
    if (focus) current.focus({ preventScroll: true });
    reveal();
  }
  /** Scrolls the list, and nothing else, to the current move. */
  function reveal() {
    const { top, bottom } = list.getBoundingClientRect();
    const place = entries[course.now].getBoundingClientRect();
    if (place.top < top + 60 || place.bottom > bottom - 30) {
      list.scrollTop += place.top - top - list.clientHeight / 2;
    }
  }
  course.onChange((now) => mark(now, list.contains(document.activeElement)));
  list.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    onPick(course.now + by);
  });
  write();
  new ResizeObserver(reveal).observe(list);
  return { list, write };
}
