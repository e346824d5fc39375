// Elements are made, never parsed: whatever a provider sends is text.

/** `element("p", { class: "quiet" }, "text", child)`; an attribute that is null or false is left out. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick" || key === "onsubmit") node[key] = value;
    else if (value === true) node.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Says to a screen reader what has happened. */
export function announce(text) {
  document.getElementById("status").textContent = text;
}

/** A line with a mark that says whether something is as it should be. */
export function check(holds, text) {
  const kind = holds === true ? "good" : holds === false ? "bad" : "warn";
  const mark = { good: "OK", bad: "failed", warn: "not checked" }[kind];
  return element("li", {}, element("span", { class: `tag ${kind}` }, mark), " ", text);
}
