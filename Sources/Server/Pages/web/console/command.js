// Owns: the strip at the foot of the page, which says what can be seen or done as a `curl` line; and the buttons and forms
// that do things. Whatever the console does goes through here, so all of it has its line.
import { base, hasToken, Lost, Refusal, send } from "./api.js";
import { el, refocusing } from "./dom.js";
import { bodyText, curl } from "./shell.js";

const line = document.getElementById("line");
const said = document.getElementById("said");

export const textOf = (call) => curl(base, call, hasToken());

let current = [];

/** Shows a call, or several, in the strip: what a view reads, until something that does more is looked at. */
export function show(calls) {
  current = [calls].flat();
  said.textContent = "";
  again();
}

/** A token may have come into use. */
export function again() {
  line.textContent = current.map(textOf).join("\n");
}

document.getElementById("copy").addEventListener("click", async () => {
  said.textContent = (await copied(line.textContent)) ? "Copied" : "Not copied";
});

export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS, and beyond the loopback, browsers have no clipboard.
    const area = el("textarea", { class: "unseen", "aria-hidden": "true" });
    const focused = document.activeElement;
    document.body.append(area);
    area.value = text;
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return isDone;
  }
}

/** Where a refusal is shown: what was expected, what was found, and every place that it is about. */
export class ProblemBox {
  constructor() {
    this.root = el("div", { class: "problem", role: "alert", hidden: true });
  }

  clear() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  show(error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refusal) && !(error instanceof Lost)) console.error(error);
    const parts = [el("strong", {}, error.message)];
    if (error.errors?.length) {
      parts.push(el("ul", {}, error.errors.map(({ pointer, detail }) =>
        el("li", {}, el("code", {}, pointer === "" ? "(top level)" : pointer), " ", detail))));
    } else if (error.detail) {
      parts.push(el("p", {}, error.detail));
    }
    this.root.replaceChildren(...parts);
    this.root.hidden = false;
    this.root.scrollIntoView({ block: "nearest" });
  }
}

/** Makes calls one after the other; what is refused ends it. */
async function run(calls, box) {
  const list = [calls].flat();
  show(list);
  box.clear();
  let last;
  try {
    for (const call of list) last = await send({ ...call, body: bodyText(call.body) });
  } catch (error) {
    said.textContent = error instanceof Refusal ? `Refused: ${error.status}` : "";
    box.show(error);
    return undefined;
  }
  said.textContent = `Done: ${last.status}`;
  return { value: last.value };
}

let clicked = {};

/**
 * A button that makes a call; what it will do stands in the strip as soon as one looks at it.
 * @param calls what to send, or a function that says it
 * @param options `box` for refusals, `done` with the answer, `ask` for a question before, `class`, `name` for its focus
 */
export function button(label, calls, { box, done, ask, name, ...attributes }) {
  const make = () => (typeof calls === "function" ? calls() : calls);
  // Not disabled meanwhile: that would take the focus away.
  let isBusy = false;
  const element = el("button", {
    type: "button", "data-do": name ?? label, ...attributes,
    on: {
      focus: () => refocusing() || show(make()),
      // A pointer that rests where it has just clicked does not ask what the next click would do.
      pointerenter: ({ clientX, clientY }) => (clientX === clicked.x && clientY === clicked.y) || show(make()),
      click: async ({ clientX, clientY }) => {
        clicked = { x: clientX, y: clientY };
        if (isBusy || (ask && !(await confirmed(ask, make(), label)))) return;
        isBusy = true;
        const result = await run(make(), box);
        if (result) await done?.(result.value);
        isBusy = false;
        rehome(box);
      },
    },
  });
  element.append(label);
  return element;
}

/** What was pressed may be gone: the focus goes to the head of its part then, and not to the top of the page. */
function rehome(box) {
  const head = box.root.closest(".part")?.querySelector("h2");
  if (!head || document.activeElement !== document.body) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

/**
 * A form that makes a call of what is in it, with its own line in the strip while it is filled in.
 * @param make the call, by the form's values
 * @param options `isInline` for a small one, with one field and its button beside it
 */
export function form(title, fields, submit, make, { box, done, isInline, ...attributes }) {
  if (isInline) attributes.class = "inline";
  const element = el("form", { "aria-label": title, ...attributes }, fields);
  const preview = () => show(make(values(element)));
  let isBusy = false;
  const send = el("button", { class: isInline ? null : "main" }, submit);
  element.append(el("div", { class: "row" }, send), box.root);
  element.addEventListener("focusin", preview);
  element.addEventListener("input", preview);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    const result = await run(make(values(element)), box);
    if (result) await done?.(result.value, element);
    isBusy = false;
  });
  return element;
}

function values(element) {
  return Object.fromEntries(new FormData(element));
}

/** Asks before what can't be taken back, and shows what will be sent. */
function confirmed(question, calls, label) {
  const dialog = el(
    "dialog", { "aria-labelledby": "question" }, el("h2", { id: "question" }, question),
    el("pre", {}, [calls].flat().map(textOf).join("\n")),
    el(
      "div", { class: "row" },
      el("button", { type: "button", class: "main", on: { click: () => dialog.close("yes") } }, label),
      el("button", { type: "button", autofocus: true, on: { click: () => dialog.close("") } }, "Cancel"),
    ),
  );
  document.body.append(dialog);
  // A question about one sandbox must not stay over another one.
  const leave = () => dialog.close("");
  addEventListener("hashchange", leave);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      resolve(dialog.returnValue === "yes");
      dialog.remove();
    });
    dialog.showModal();
  });
}
