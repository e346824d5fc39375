// Owns: the rules of a sandbox, the scenarios, and adding a rule.
import { Refusal } from "./api.js";
import { button, form, ProblemBox, show } from "./command.js";
import { el, field, fill, select, tag } from "./dom.js";
import { Section } from "./section.js";
import { ruleLine } from "./text.js";

const EXAMPLES = [
  ["A code has expired, once", { match: { endpoint: "token" }, times: 1, then: { condition: "code_expired" } }],
  ["The person denies consent", { match: { endpoint: "authorize" }, then: { condition: "user_denied" } }],
  ["The token endpoint fails with an HTML page", {
    match: { endpoint: "token" }, times: 1,
    then: { answer: { status: 503, headers: { "Content-Type": "text/html", "Retry-After": "1" }, body: "<h1>503</h1>" } },
  }],
  ["Every response is delayed by three seconds", { then: { delay: "PT3S" } }],
  ["The connection breaks off", { match: { endpoint: "token" }, times: 1, then: { reset: true } }],
  ["The state comes back changed", {
    match: { endpoint: "authorize" }, times: 1, then: { change: { set: { state: "tampered" } } },
  }],
  ["The ID token's signature is bad", {
    match: { endpoint: "token" }, times: 1, then: { change: { tokens: { id: { signature: "bad" } } } },
  }],
];

export class Rules {
  constructor(context) {
    this.path = `${context.path}/rules`;
    this.feed = context.feed;
    this.list = el("ol", { class: "cards rules" });
    this.none = el("p", { class: "empty" }, "No rules. Providers respond as usual.");
    this.section = new Section("Rules of this sandbox", this.path, (rules) => this.#draw(rules)).add(this.list, this.none);
    this.scenarioList = el("ul", { class: "cards" });
    this.scenarios = new Section("Scenarios", "/scenarios", (all) => {
      this.all = all;
      this.#drawScenarios();
    }).add(this.scenarioList);
    this.root = el(
      "div", {},
      el("div", { class: "bar" }, el("h1", { tabindex: "-1" }, "Rules"),
        button("Remove all", { method: "DELETE", path: this.path }, {
          box: this.section.box, ask: "Remove all rules?", done: () => this.section.load(), class: "quiet-button",
        })),
      el("p", { class: "lead" }, "The first matching rule that still has uses left applies."),
      el("div", { class: "columns" }, el("div", {}, this.section.root, this.scenarios.root), this.#form()),
    );
    this.onChange = () => {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.section.load();
      }, 300);
    };
    this.feed.addEventListener("change", this.onChange);
  }

  leave() {
    this.feed.removeEventListener("change", this.onChange);
    clearTimeout(this.timer);
  }

  async take({ item, query }) {
    show({ method: "GET", path: item === undefined ? this.path : `${this.path}/${encodeURIComponent(item)}` });
    this.item = item;
    const wanted = query.find(([name]) => name === "new")?.[1];
    if (wanted !== undefined) this.text.value = wanted;
    await Promise.all([this.section.load(), this.scenarios.load()]);
    const marked = item !== undefined && this.list.querySelector(`[data-key="${CSS.escape(item)}"]`);
    marked?.scrollIntoView?.({ block: "center" });
  }

  #draw(rules) {
    this.rules = rules;
    this.none.hidden = rules.length > 0;
    fill(this.list, rules, (rule) => rule.id, (rule) => this.#rule(rule));
    for (const node of this.list.children) node.toggleAttribute("aria-current", node.dataset.key === this.item);
    this.#drawScenarios();
  }

  #rule(rule) {
    const { seen, fired, spent, window, warning, ...source } = rule;
    const on = isOn(rule);
    const path = `${this.path}/${encodeURIComponent(rule.id)}`;
    const options = { box: this.section.box, done: () => this.section.load() };
    const line = `rule-${rule.id}`;
    return el(
      "li", { class: "card switch" },
      button(el("span", { class: "knob" }), { method: "PUT", path, body: { on: !on } }, {
        ...options, name: "switch", role: "switch",
        "aria-checked": String(on), "aria-label": rule.id, "aria-describedby": line,
      }),
      el(
        "div", {},
        el(
          "div", { class: "bar" }, el("h3", {}, rule.id),
          el("span", { class: "row" }, spent && tag("spent"),
            tag(`fired ${fired}${rule.times === undefined ? "" : ` of ${rule.times}`}`, fired > 0 ? "warn" : ""), tag(`seen ${seen}`)),
        ),
        rule.summary && el("p", {}, rule.summary),
        window && el("p", { class: "quiet" }, `${window.left} more requests are allowed until ${window.ends}.`),
        warning && el("p", { class: "quiet" }, `No request matches: ${warning}`),
        el("p", { id: line }, el("code", {}, ruleLine(rule))),
        el("details", {}, el("summary", {}, "As JSON"), el("pre", { class: "body" }, JSON.stringify(source, null, 2))),
        el(
          "div", { class: "row" },
          seen > 0 && button("Start over", { method: "POST", path: this.path, body: source }, {
            ...options, name: "again", "aria-label": `Start ${rule.id} over`,
          }),
          button("Remove", { method: "DELETE", path }, {
            ...options, name: "remove", "aria-label": `Remove ${rule.id}`, class: "bad",
          }),
        ),
      ),
    );
  }

  /** A scenario is on when all its rules are there, and on. */
  #drawScenarios() {
    const ids = new Set(this.rules?.filter(isOn).map((rule) => rule.id));
    const items = (this.all ?? []).map((scenario) => ({
      ...scenario, on: scenario.rules.length > 0 && scenario.rules.every((rule) => ids.has(rule.id)),
    }));
    fill(this.scenarioList, items, (scenario) => scenario.id, ({ id, title, rules, on }) => {
      const calls = on
        ? rules.map((rule) => ({ method: "DELETE", path: `${this.path}/${encodeURIComponent(rule.id)}` }))
        : { method: "POST", path: this.path, body: { scenario: id } };
      return el(
        "li", { class: "card switch" },
        button(el("span", { class: "knob" }), calls, {
          box: this.scenarios.box, done: () => this.section.load(), name: "switch", role: "switch",
          "aria-checked": String(on), "aria-label": id, "aria-describedby": `scenario-${id}`,
        }),
        el("div", {}, el("h3", {}, id), el("p", { class: "quiet", id: `scenario-${id}` }, title)),
      );
    });
  }

  #form() {
    const box = new ProblemBox();
    this.text = el("textarea", { name: "rule", rows: "11", spellcheck: "false", required: true });
    const examples = select("example", [["", "Start from an example…"], ...EXAMPLES.map(([title], index) => [index, title])]);
    examples.addEventListener("change", () => {
      if (examples.value === "") return;
      this.text.value = JSON.stringify(EXAMPLES[examples.value][1], null, 2);
      examples.value = "";
      this.text.dispatchEvent(new Event("input", { bubbles: true }));
      this.text.focus();
    });
    this.text.value = JSON.stringify(EXAMPLES[0][1], null, 2);
    return el(
      "section", { class: "part" }, el("h2", {}, "Add a rule"),
      form("Add a rule", [
        field("Example", examples),
        field("The rule, or several, as JSON", this.text),
      ], "Add", ({ rule }) => ({ method: "POST", path: this.path, body: rule }), {
        box, class: "card",
        done: (added) => {
          if (added.length === 0) box.show(new Refusal(0, { title: "The list has no rules, so none was added." }));
          return this.section.load();
        },
      }),
      el("p", { class: "quiet" }, "Members of a rule: ", el("a", { href: "openapi.json" }, "NewRule in openapi.json"),
        ". The Quirks tab lists the conditions of each endpoint."),
    );
  }
}

/** Only a rule that is off says so. */
function isOn(rule) {
  return rule.on ?? true;
}
