// Owns: one entry of the journal, opened: what was decided and why, what came in and what went out.
import { get } from "./api.js";
import { copied, ProblemBox } from "./command.js";
import { el, facts, row, tag } from "./dom.js";
import { link } from "./route.js";
import { curlAgain } from "./shell.js";
import { clauseLink, clock, header, parameters, place, query, readable, redirect, tone } from "./text.js";

export class Entry {
  constructor(context) {
    this.context = context;
    this.box = new ProblemBox();
    this.title = el("h2", { tabindex: "-1" });
    this.newer = el("a", { class: "button", hidden: true }, "Newer");
    this.older = el("a", { class: "button", hidden: true }, "Older");
    this.close = el("a", { class: "button" }, "Close");
    this.content = el("div", { class: "content" });
    this.root = el(
      "section", { class: "entry card", "aria-label": "Entry", hidden: true },
      el("div", { class: "bar" }, this.title,
        el("nav", { class: "row", "aria-label": "Entries" }, this.newer, this.older, this.close)),
      this.box.root, this.content,
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") location.hash = this.close.hash;
    });
  }

  /** Shows what the address names; what the list does not have, the API may. */
  async take(route) {
    this.root.hidden = route.item === undefined;
    if (route.item === undefined) {
      this.shown = undefined;
      return;
    }
    this.close.href = link({ ...route, item: undefined });
    if (this.shown === route.item) return;
    const { path, feed } = this.context;
    this.shown = route.item;
    this.route = route;
    this.box.clear();
    this.content.replaceChildren();
    this.title.textContent = route.item;
    try {
      const entry = feed.entries.find(({ n }) => String(n) === route.item)
        ?? (await get(`${path}/journal/${encodeURIComponent(route.item)}`));
      if (this.shown !== route.item) return;
      this.#draw(entry);
    } catch (error) {
      if (this.shown === route.item) this.box.show(error);
    }
    if (!this.context.isFirst) this.title.focus();
    this.root.scrollTop = 0;
  }

  forget() {
    this.shown = undefined;
  }

  /** Which entries stand beside it in the list, the latest first. */
  follow(chosen) {
    const place = this.shown === undefined ? -1 : chosen.findIndex(({ n }) => String(n) === this.shown);
    for (const [anchor, other] of [[this.newer, chosen[place - 1]], [this.older, chosen[place + 1]]]) {
      anchor.hidden = place < 0 || !other;
      if (!anchor.hidden) anchor.href = link({ ...this.route, item: other.n });
    }
  }

  #draw(entry) {
    const { request } = entry;
    const { sandbox } = this.context;
    this.title.replaceChildren(
      el("span", { class: "quiet" }, `${entry.n} `),
      request ? `${request.method} ${place(request, sandbox, location.host)}` : entry.kind,
    );
    const parts = [this.#decision(entry)];
    if (request) parts.push(this.#request(entry), this.#answer(entry));
    this.content.replaceChildren(...parts);
  }

  #decision(entry) {
    const { sandbox } = this.context;
    const to = (view, item) => link({ sandbox, view, item });
    const clause = clauseLink(entry.clause);
    const rules = entry.rule?.split(", ").map((id, index) => [index > 0 && ", ", el("a", { href: to("rules", id) }, id)]);
    return el(
      "section", { class: "decision" }, el("h3", {}, "Decision"),
      el("p", {}, entry.outcome && tag(entry.outcome, tone(entry)), " ", entry.detail ?? ""),
      entry.why && el("p", { class: "why" }, entry.why),
      entry.remedy && el("p", { class: "remedy" }, el("b", {}, "To fix it: "), entry.remedy),
      facts(
        ["Clause", clause ? el("a", { href: clause, rel: "noreferrer", target: "_blank" }, entry.clause) : entry.clause],
        ["Condition", entry.condition && el("code", {}, entry.condition)],
        ["Rule", rules],
        ["Nearly", entry.near && el("ul", {}, entry.near.map((line) => el("li", {}, line)))],
        ["Provider", entry.provider && el("a", { href: to("quirks", entry.provider) }, entry.provider)],
        ["Endpoint", entry.endpoint],
        ["Client", entry.client && el("a", { href: to("clients") }, entry.client)],
        ["Person", entry.person && el("a", { href: to("people") }, entry.person)],
        ["At", el("time", { datetime: entry.at }, clock(entry.at), " ", el("span", { class: "quiet" }, entry.at))],
        ["Control token", entry.token],
        ["Sandbox time", entry.sandbox_time !== entry.at && entry.sandbox_time],
      ),
      entry.endpoint && el("p", {}, el("a", { href: this.#ruleLink(entry) }, "Create a rule for requests like this")),
    );
  }

  #ruleLink(entry) {
    const match = { provider: entry.provider, endpoint: entry.endpoint, client: entry.client };
    const rule = { match, times: 1, then: { delay: "PT2S" } };
    if (entry.condition) rule.then = { condition: entry.condition };
    return link({ sandbox: this.context.sandbox, view: "rules", query: [["new", JSON.stringify(rule, null, 2)]] });
  }

  #request({ request }) {
    const form = /^application\/x-www-form-urlencoded/i.test(header(request, "content-type") ?? "");
    return el(
      "section", {}, el("h3", {}, "Request"),
      el("pre", { class: "line" }, `${request.method} ${request.scheme}://${request.authority}${request.target}`),
      pairs("Query parameters", query(request.target)),
      pairs("Form parameters", form ? parameters(request.body) : []),
      headers(request),
      request.body && !form && el("pre", { class: "body" }, readable(request.body, header(request, "content-type"))),
      copyButton("Copy as curl", curlAgain(request)),
    );
  }

  #answer({ response }) {
    const target = header(response, "location");
    return el(
      "section", {}, el("h3", {}, "Response"),
      el("p", {}, response.status === 0 ? "None: the connection ended." : `Status ${response.status}`),
      target && el("pre", { class: "line" }, `Location: ${target}`),
      pairs("Parameters of the location", target ? redirect(target) : []),
      headers(response),
      response.body && el("pre", { class: "body" }, readable(response.body, header(response, "content-type"))),
    );
  }
}

function pairs(title, list) {
  if (list.length === 0) return undefined;
  return el(
    "table", { class: "pairs" }, el("caption", {}, title),
    el("tbody", {}, list.map(([name, value]) => row(el("code", {}, name), el("code", {}, value)))),
  );
}

function headers(message) {
  if (message.headers.length === 0) return undefined;
  return el(
    "details", {}, el("summary", {}, `Headers (${message.headers.length})`),
    el("table", { class: "pairs" }, el("caption", { class: "unseen" }, "Headers"),
      el("tbody", {}, message.headers.map(({ name, value }) => row(el("code", {}, name), el("code", {}, value))))),
  );
}

function copyButton(label, text) {
  const button = el("button", { type: "button", title: text }, label);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text)) ? "Copied" : "Not copied";
  });
  return button;
}
