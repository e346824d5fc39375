// Owns: a sandbox's clock, its checkpoints, its keys, and what begins it anew or ends it.
import { button, form, ProblemBox, show } from "./command.js";
import { el, facts, field, fill, tag } from "./dom.js";
import { Keys } from "./keys.js";
import { link } from "./route.js";
import { Section } from "./section.js";
import { spoken } from "./text.js";

export class State {
  constructor(context) {
    this.context = context;
    this.path = context.path;
    this.clockPath = `${this.path}/clock`;
    this.now = el("output", { class: "clock" });
    this.frozen = el("span", {});
    this.aged = el("span", { class: "quiet" });
    this.clock = new Section("Clock", this.clockPath, (clock) => this.#drawClock(clock));
    this.clock.add(el("p", { class: "row" }, this.now, this.frozen, this.aged), this.#clockForms());
    this.list = el("ul", { class: "cards" });
    this.checkpoints = new Section("Checkpoints", `${this.path}/checkpoints`, (list) => this.#drawCheckpoints(list))
      .add(this.list, this.#checkpointForm());
    this.about = new Section("This sandbox", this.path, (sandbox) => this.#drawAbout(sandbox));
    this.facts = el("div", {});
    this.about.add(this.facts, this.#endings());
    this.keys = new Keys(context);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "State"),
      el(
        "div", { class: "columns" }, el("div", {}, this.clock.root, this.keys.root),
        el("div", {}, this.checkpoints.root, this.about.root),
      ),
    );
  }

  async take() {
    show([{ method: "GET", path: this.clockPath }]);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#tick(), 1000);
    await Promise.all([this.clock.load(), this.keys.load(), this.checkpoints.load(), this.about.load()]);
  }

  leave() {
    clearInterval(this.timer);
  }

  #drawClock({ now, frozen, aged }) {
    this.read = { at: performance.now(), now: Date.parse(now), frozen };
    this.frozen.replaceChildren(frozen ? tag("frozen", "warn") : tag("running", "good"));
    this.aged.textContent = aged === "PT0S" ? "" : `Issued tokens and codes are ${spoken(aged)} older.`;
    this.freeze.hidden = frozen;
    this.thaw.hidden = !frozen;
    this.#tick();
  }

  #tick() {
    if (!this.read) return;
    const { at, now, frozen } = this.read;
    const date = new Date(frozen ? now : now + performance.now() - at);
    const text = Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
    if (this.now.textContent !== text) this.now.textContent = text;
  }

  #clockForms() {
    const box = new ProblemBox();
    const change = (body) => ({ method: "POST", path: this.clockPath, body });
    const done = () => this.clock.load();
    this.freeze = button("Freeze", change({ freeze: true }), { box, done });
    this.thaw = button("Unfreeze", change({ freeze: false }), { box, done });
    const quick = (title, member, spans) => el("p", { class: "row" }, el("span", { class: "quiet name" }, title),
      spans.map(([label, span]) => button(label, change({ [member]: span }), { box, done, "aria-label": `${title} ${label}` })));
    const free = (title, hint, member, placeholder) => form(title, [
      field(title, el("input", { name: "value", placeholder, required: true, autocomplete: "off", spellcheck: "false" }), hint),
    ], title.split(" ")[0], ({ value }) => change({ [member]: value }), { box: new ProblemBox(), done, isInline: true });
    return el(
      "div", { class: "card stack" }, el("div", { class: "row" }, this.freeze, this.thaw),
      quick("Advance", "advance", [["1 minute", "PT1M"], ["1 hour", "PT1H"], ["1 day", "P1D"]]),
      quick("Age", "age", [["10 minutes", "PT10M"], ["1 hour", "PT1H"], ["1 day", "P1D"]]),
      el("p", { class: "quiet" },
        "Age makes all issued tokens and codes older; the clock does not move. Use it to expire tokens while the client uses the real time."),
      box.root,
      el(
        "div", { class: "stack" },
        free("Set the clock", "An instant, or seconds since 1970.", "set", "2030-01-01T00:00:00Z"),
        free("Advance by", "An ISO 8601 duration.", "advance", "PT90S"),
        free("Age by", "An ISO 8601 duration.", "age", "PT2H"),
      ),
    );
  }

  #drawCheckpoints(list) {
    fill(this.list, list, ({ name }) => name, ({ name, at }) => {
      const path = `${this.path}/checkpoints/${encodeURIComponent(name)}`;
      const options = { box: this.checkpoints.box, done: () => this.take() };
      return el(
        "li", { class: "card bar" }, el("div", {}, el("h3", {}, name), el("p", { class: "quiet" }, `saved ${at}`)),
        el(
          "span", { class: "row" },
          button("Restore", { method: "POST", path: `${path}/restore` }, { ...options, "aria-label": `Restore ${name}` }),
          button("Delete", { method: "DELETE", path }, { ...options, "aria-label": `Delete ${name}`, class: "bad" }),
        ),
      );
    });
  }

  #checkpointForm() {
    return form("Save a checkpoint", [
      field("Save a checkpoint as", el("input", { name: "name", placeholder: "checkpoint-1", autocomplete: "off" })),
    ], "Save", ({ name }) => ({
      method: "POST", path: `${this.path}/checkpoints`, body: name === "" ? undefined : { name },
    }), {
      box: new ProblemBox(), isInline: true,
      done: (_, element) => {
        element.reset();
        return this.checkpoints.load();
      },
    });
  }

  #drawAbout(sandbox) {
    this.facts.replaceChildren(facts(
      ["Address", el("code", {}, sandbox.url)], ["Label", sandbox.name], ["Created", sandbox.created],
      ["Deleted after", sandbox.lifetime && `${spoken(sandbox.lifetime)} without use`],
    ));
  }

  #endings() {
    const { sandbox } = this.context;
    const { box } = this.about;
    return el(
      "div", { class: "row" },
      button("Reset", { method: "POST", path: `${this.path}/reset` }, {
        box, ask: "Reset the sandbox to its state at creation?", done: () => this.take(), class: "bad",
      }),
      sandbox !== "default" && button("Delete", { method: "DELETE", path: this.path }, {
        box, ask: `Delete the sandbox ${sandbox}?`, class: "bad",
        done: () => {
          location.hash = link({});
        },
      }),
    );
  }
}
