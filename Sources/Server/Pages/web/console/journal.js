// Owns: the journal as a list that grows while one looks at it, and its filters.
import { get } from "./api.js";
import { button, ProblemBox, show } from "./command.js";
import { el, field, fill } from "./dom.js";
import { Entry } from "./entry.js";
import { Filters } from "./filters.js";
import { link } from "./route.js";
import { Row } from "./row.js";
import { contains, filters } from "./text.js";

/** Rows that are there at first, and that each "Older" adds. */
const PAGE = 150;
/** Milliseconds between two redraws, and between two things said to a screen reader. */
const BATCH = 120;
const SPOKEN = 4000;

export class Journal {
  #limit = PAGE;
  #route = {};
  /** Numbers of the entries that the API's filters let through; nothing where there is no filter. */
  #matching;
  #checked = 0;
  #words = new Map();
  #arrived = 0;

  constructor(context) {
    this.context = context;
    this.feed = context.feed;
    this.box = new ProblemBox();
    this.filters = new Filters(this.feed, (query) => {
      location.replace(link({ ...this.#route, query }));
    });
    this.body = el("tbody", { role: "rowgroup" });
    this.row = new Row(context);
    this.older = el("button", { type: "button", hidden: true, on: { click: () => this.#showOlder() } }, "Older");
    this.empty = el("p", { class: "empty" });
    this.spoken = el("p", { class: "unseen", role: "status" });
    this.entry = new Entry(context, (entry) => this.#row(entry));
    this.list = el(
      "section", { class: "entries", "aria-label": "Entries" }, this.box.root,
      el("table", { class: "journal", role: "table", "aria-label": "Journal, the latest first" }, Row.head(), this.body),
      this.empty, this.older,
    );
    this.list.addEventListener("keydown", (event) => this.#step(event));
    this.list.addEventListener("click", (event) => this.#open(event));
    this.root = el(
      "div", { class: "journal-view" },
      el(
        "div", { class: "bar" }, el("h1", { tabindex: "-1" }, "Journal"), this.filters.root,
        button("Clear", { method: "DELETE", path: `${context.path}/journal` }, {
          box: this.box, ask: "Clear the journal?", class: "quiet-button", done: () => this.feed.clear(),
        }),
      ),
      this.spoken, el("div", { class: "split" }, this.list, this.entry.root),
    );
    this.onChange = (event) => this.#changed(event.detail);
    this.feed.addEventListener("change", this.onChange);
    this.onState = () => this.#sayEmpty();
    this.feed.addEventListener("state", this.onState);
  }

  leave() {
    this.feed.removeEventListener("change", this.onChange);
    this.feed.removeEventListener("state", this.onState);
    clearTimeout(this.timer);
    clearTimeout(this.speaking);
    this.isLeft = true;
  }

  /** Another address of this view. */
  async take(route) {
    const isSame = JSON.stringify(route.query) === JSON.stringify(this.#route.query ?? null);
    const last = this.#route.item;
    this.#route = route;
    this.root.classList.toggle("opened", route.item !== undefined);
    this.filters.take(route.query);
    this.row.query = route.query;
    if (!isSame) {
      this.#limit = PAGE;
      // Their links name the filters.
      this.body.replaceChildren();
      await this.#ask();
    }
    this.#draw();
    this.#show();
    await this.entry.take(route);
    this.entry.follow(this.#chosen());
    if (route.item === undefined && last !== undefined) this.#row({ n: last })?.querySelector("a").focus();
  }

  /** Other entries have these numbers now. */
  restart() {
    const route = this.#route;
    this.#route = {};
    this.entry.forget();
    return this.take(route);
  }

  #show() {
    const query = new URLSearchParams(filters(this.#route.query).asked);
    const path = this.#route.item === undefined ? `?${query}`.replace(/\?$/, "") : `/${this.#route.item}`;
    show({ method: "GET", path: `${this.context.path}/journal${path}` });
  }

  /** Which entries match is for the API to say: there is one rule for it, and it stands there. */
  async #ask(after = 0) {
    const { asked } = filters(this.#route.query);
    if (asked.length === 0) {
      this.#matching = undefined;
      this.box.clear();
      return;
    }
    const mine = (this.asking = {});
    // Who asks for what is new meanwhile asks for everything.
    if (after === 0) this.#checked = 0;
    const query = new URLSearchParams([...asked, ["after", after]]);
    try {
      const found = await get(`${this.context.path}/journal?${query}`);
      if (this.asking !== mine) return;
      if (after === 0) this.#matching = new Set();
      for (const entry of found) this.#matching?.add(entry.n);
      this.#checked = Math.max(after, found.at(-1)?.n ?? 0);
      this.box.clear();
    } catch (error) {
      if (this.asking !== mine) return;
      this.#matching = new Set();
      this.box.show(error);
    }
  }

  #changed(fresh) {
    this.#arrived += fresh.length;
    this.hasFresh ||= fresh.length > 0;
    this.timer ??= setTimeout(async () => {
      this.timer = undefined;
      const { hasFresh } = this;
      this.hasFresh = false;
      if (this.#matching && hasFresh) await this.#ask(this.#checked);
      if (!this.isLeft) this.#draw();
    }, BATCH);
  }

  /** The entries that are asked for, the latest first. */
  #chosen() {
    const { text } = filters(this.#route.query);
    let entries = this.feed.entries;
    if (this.#matching) entries = entries.filter((entry) => this.#matching.has(entry.n));
    if (text.trim() !== "") entries = entries.filter((entry) => contains(this.#haystack(entry), text.trim()));
    return entries.toReversed();
  }

  #haystack(entry) {
    let words = this.#words.get(entry.n);
    if (words === undefined) {
      if (this.#words.size > 2 * this.feed.entries.length) this.#words.clear();
      this.#words.set(entry.n, (words = JSON.stringify(entry).toLowerCase()));
    }
    return words;
  }

  #draw() {
    const chosen = this.#chosen();
    // What has the focus, or is open, stays where it is however much comes.
    const held = [this.#route.item, this.body.querySelector(":focus-within")?.dataset.key].map(Number).filter((n) => n > 0);
    const oldest = Math.max(...held.map((n) => chosen.findIndex((entry) => entry.n === n)), -1);
    const shown = chosen.slice(0, Math.max(this.#limit, oldest + 1));
    fill(this.body, shown, (entry) => entry.n, (entry) => this.row.build(entry));
    for (const row of this.body.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    this.#row({ n: this.#route.item })?.setAttribute("aria-current", "true");
    this.older.hidden = shown.length === chosen.length;
    this.older.textContent = `Older (${chosen.length - shown.length} more)`;
    this.empty.hidden = chosen.length > 0;
    this.#sayEmpty();
    this.filters.count(chosen.length, this.feed.entries.length);
    this.entry.follow(chosen);
    this.#speak();
  }

  #sayEmpty() {
    if (this.feed.state === "gone") {
      this.empty.replaceChildren(
        "This sandbox is not here, and nor is its journal. A failing test prints the journal of its sandbox. ",
        el("a", { href: link({}) }, "All sandboxes"));
      return;
    }
    this.empty.textContent = this.feed.entries.length > 0
      ? "No entry matches."
      : "No requests yet. Each request to a provider appears here.";
  }

  #speak() {
    if (this.#arrived === 0 || this.speaking) return;
    this.speaking = setTimeout(() => {
      this.spoken.textContent = this.#arrived === 1 ? "One new entry" : `${this.#arrived} new entries`;
      this.#arrived = 0;
      this.speaking = undefined;
    }, SPOKEN);
  }

  #showOlder() {
    const last = this.body.lastElementChild;
    this.#limit += PAGE;
    this.#draw();
    last?.nextElementSibling?.querySelector("a").focus();
  }

  #row(entry) {
    return this.body.querySelector(`[data-key="${CSS.escape(String(entry.n))}"]`);
  }

  /** A row is one target; who marks its text means no click. */
  #open(event) {
    const row = event.target.closest("tr[data-key]");
    if (!row || event.target.closest("a") || getSelection().toString() !== "") return;
    location.hash = row.querySelector("a").hash;
  }

  #step(event) {
    const way = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    const next = way && event.target.closest("tr[data-key]")?.[way]?.querySelector("a");
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
