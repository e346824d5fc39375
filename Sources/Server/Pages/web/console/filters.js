// Owns: the fields by which a journal is narrowed down. Their names are the control API's.
import { el, field } from "./dom.js";
import { FILTERS, filters } from "./text.js";

/** Milliseconds after the last key: half a filter's value is one that the API refuses. */
const TYPING = { text: 250, filter: 700 };

export class Filters {
  constructor(feed, changed) {
    this.feed = feed;
    this.text = el("input", {
      type: "search", name: "text", placeholder: "Find in everything", "aria-label": "Find in the entries",
      autocomplete: "off", spellcheck: "false",
    });
    this.lists = new Map(FILTERS.map(([name]) => [name, el("datalist", { id: `known-${name}` })]));
    this.fields = FILTERS.map(([name, label]) =>
      field(label, el("input", { name, list: `known-${name}`, autocomplete: "off", spellcheck: "false" })));
    this.panel = el(
      "div", { class: "fields card", id: "filters", hidden: true }, this.fields, [...this.lists.values()],
      el("button", { type: "button", on: { click: () => this.#reset() } }, "Show all"),
    );
    this.toggle = el("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "filters", on: { click: () => this.#open(this.panel.hidden) },
    }, "Filters");
    this.amount = el("span", { class: "quiet amount" });
    this.root = el("form", { class: "search", role: "search" }, this.text, this.toggle, this.amount, this.panel);
    this.root.addEventListener("submit", (event) => event.preventDefault());
    this.root.addEventListener("input", ({ target }) => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => changed(this.#query()), target === this.text ? TYPING.text : TYPING.filter);
    });
    this.root.addEventListener("change", () => {
      clearTimeout(this.timer);
      changed(this.#query());
    });
    this.changed = changed;
  }

  #query() {
    return [...new FormData(this.root)].filter(([, value]) => value !== "");
  }

  #reset() {
    clearTimeout(this.timer);
    this.root.reset();
    for (const input of this.root.querySelectorAll("input")) input.value = "";
    this.changed([]);
  }

  /** As the address says; but what somebody is typing stays. */
  take(query) {
    for (const input of this.root.querySelectorAll("input")) {
      const value = query.find(([name]) => name === input.name)?.[1] ?? "";
      if (input !== document.activeElement && input.value !== value) input.value = value;
    }
    const used = filters(query).asked.length;
    this.toggle.textContent = used === 0 ? "Filters" : `Filters (${used})`;
  }

  count(shown, all) {
    this.amount.textContent = shown === all ? `${all}` : `${shown} of ${all}`;
    this.amount.setAttribute("aria-label", shown === all ? `${all} entries` : `${shown} of ${all} entries`);
  }

  /** What the entries have is offered. */
  #open(isOpen) {
    this.panel.hidden = !isOpen;
    this.toggle.setAttribute("aria-expanded", String(isOpen));
    for (const [name, list] of this.lists) {
      const values = new Set(this.feed.entries.map((entry) => (name === "status" ? entry.response?.status : entry[name])));
      values.delete(undefined);
      list.replaceChildren(...[...values].sort().slice(0, 200).map((value) => el("option", { value: String(value) })));
    }
  }
}
