// Owns: making elements, and keeping lists of them. Text goes in as text and never as markup: a journal is full of what
// strangers sent.

/**
 * @param attributes true stands alone; false, null and undefined are left out; `on` has listeners by event
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value !== false && value != null) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== false && child != null));
  return element;
}

const shown = new WeakMap();

function isSame(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

let isRefocusing = false;

/** Whether the focus is only put back: nobody has moved it. */
export const refocusing = () => isRefocusing;

/** The same button of what was built anew. */
function refocus(node, name) {
  if (name === undefined) return;
  isRefocusing = true;
  node.querySelector(`[data-do="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  isRefocusing = false;
}

/**
 * Has a parent show these items: nodes of items that did not change stay as they are, with their focus and whatever is
 * open in them.
 * @param key tells an item from the others
 */
export function fill(parent, items, key, build) {
  const old = new Map();
  for (const node of parent.children) if (node.dataset.key !== undefined) old.set(node.dataset.key, node);
  let place = parent.firstChild;
  for (const item of items) {
    const name = String(key(item));
    let node = old.get(name);
    old.delete(name);
    if (!node || !isSame(shown.get(node), item)) {
      const fresh = build(item);
      fresh.dataset.key = name;
      shown.set(fresh, item);
      if (node) {
        const focused = node.contains(document.activeElement) ? document.activeElement.dataset.do : undefined;
        if (place === node) place = node.nextSibling;
        node.remove();
        node = fresh;
        parent.insertBefore(node, place);
        refocus(node, focused);
        continue;
      }
      node = fresh;
    }
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of old.values()) node.remove();
}

/** A list of names and values; what is missing is left out. */
export function facts(...rows) {
  return el(
    "dl", { class: "facts" },
    rows.filter(([, value]) => value != null && value !== false && value.length !== 0)
      .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

/** A list of names in one cell. */
export const codes = (names) => (names.length > 0 ? el("code", {}, names.join(" ")) : el("span", { class: "quiet" }, "none"));

export function tag(text, tone = "") {
  return el("span", { class: `tag ${tone}` }, text);
}

/** A table with a head; `fill` may add rows later, which `labelled` builds. Roles: a row that is a grid has none by itself. */
export function table(caption, heads, body) {
  body.setAttribute("role", "rowgroup");
  return el(
    "div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    el(
      "table", { role: "table" }, el("caption", { class: "unseen" }, caption),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads.map((head) =>
        el("th", { role: "columnheader", scope: "col" }, head)))),
      body,
    ),
  );
}

/** A row of such a table. A narrow window shows it as a card, where each cell has its head as a label. */
export function labelled(heads, ...cells) {
  return el("tr", { role: "row" }, cells.map((cell, index) => el(
    index === 0 ? "th" : "td",
    { role: index === 0 ? "rowheader" : "cell", scope: index === 0 && "row", "data-label": heads[index] || null },
    cell !== "" && el("div", {}, cell),
  )));
}

export function row(head, ...cells) {
  return el("tr", {}, el("th", { scope: "row" }, head), cells.map((cell) => el("td", {}, cell)));
}

let count = 0;

/** A label with its field; the field can be found by its name. */
export function field(label, input, hint) {
  const id = `field-${(count += 1)}`;
  input.id = id;
  if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
  return el(
    "div", { class: "field" }, el("label", { for: id }, label), input,
    hint && el("small", { id: `${id}-hint` }, hint),
  );
}

/** @param options texts, or pairs of value and text */
export function select(name, options, value) {
  const list = el("select", { name }, options.map((option) => {
    const [worth, text] = Array.isArray(option) ? option : [option, option];
    return el("option", { value: worth }, text);
  }));
  if (value !== undefined) list.value = value;
  return list;
}

/** Focuses a text area at its start, with the placeholder in ‹ › selected if there is one: the next key replaces it. */
export function startAt(area) {
  const [from, to] = [area.value.indexOf("‹"), area.value.indexOf("›") + 1];
  area.focus();
  area.setSelectionRange(Math.max(from, 0), from < 0 ? 0 : to);
  area.scrollTop = 0;
}
