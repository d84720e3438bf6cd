// What all dialogs are made of.

import { element } from "./controls.js";

/** A dialog with a title, which a click beside it closes. */
export function dialog(id, title, ...children) {
  const heading = element("h2", { id: `${id}-title` }, title);
  const made = element("dialog", { id, className: "dialog", "aria-labelledby": heading.id }, heading, ...children);
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  return made;
}

/** A control with its label above it. */
export const labelled = (text, control) => element("label", { className: "field" }, element("span", {}, text), control);
