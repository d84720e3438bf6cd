// Talks to the server that the page is from: one request after the other, and a look now and then at what has changed.

const IDLE = 1500; // milliseconds between two looks
const BUSY = 250; // the same while something is searched

/** `onState(state)` gets the table whenever it has changed, `onProblem(kind, sentence)` what went wrong. */
export function createServer({ onState, onProblem }) {
  let state = null;
  let timer = 0;
  let chain = Promise.resolve();

  async function ask(path, body) {
    const settings = body ? { method: "POST", headers: { "Content-Type": "application/json" } } : {};
    let response;
    try {
      response = await fetch(path, body ? { ...settings, body: JSON.stringify(body) } : settings);
    } catch {
      onProblem("unreachable", "");
      return null;
    }
    if (response.status === 204) return null;
    const answer = await response.json();
    if (answer.desk) take(answer.desk);
    if (!response.ok) {
      onProblem(answer.kind, answer.error);
      return null;
    }
    return answer;
  }

  function take(found) {
    if (state && found.revision === state.revision && found.version === state.version) return;
    state = found;
    onState(found);
  }

  /** Requests do not overtake each other. */
  function inTurn(work) {
    const result = chain.then(work);
    chain = result.catch(() => {});
    return result;
  }

  async function look() {
    clearTimeout(timer);
    if (!document.hidden) {
      await inTurn(async () => {
        const found = await ask(`api/state?revision=${state ? state.revision : 0}`);
        if (found) take(found);
      });
    }
    clearTimeout(timer);
    timer = setTimeout(look, state?.searching ? BUSY : IDLE);
  }

  document.addEventListener("visibilitychange", look);

  return {
    look,
    /** Asks for something that does not change the table. */
    get: (path) => inTurn(() => ask(path)),
    post: (name, body) => inTurn(() => ask(`api/${name}`, body)),
    /** Asks about the table as it is shown. */
    question: (name, body) => inTurn(() => ask(`api/${name}`, { version: state.version, ...body })),
    /** Changes the table; what it becomes goes to `onState`. */
    change: (name, body) =>
      inTurn(async () => {
        const found = await ask(`api/${name}`, body);
        if (found) take(found);
        if (found?.searching) {
          clearTimeout(timer);
          timer = setTimeout(look, BUSY);
        }
        return found !== null;
      }),
  };
}
