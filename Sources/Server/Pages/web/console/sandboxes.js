// Owns: the list of sandboxes, and making one.
import { show, button, form, ProblemBox } from "./command.js";
import { el, field, fill, tag } from "./dom.js";
import { link } from "./route.js";
import { Section } from "./section.js";
import { clock, spoken } from "./text.js";

const PAGE = 200;
const LIST = { method: "GET", path: `/sandboxes?limit=${PAGE}` };

export class Sandboxes {
  constructor() {
    this.list = el("ul", { class: "cards" });
    this.more = el("p", { class: "quiet", hidden: true }, `Only the ${PAGE} oldest sandboxes are shown.`);
    this.section = new Section("All sandboxes", LIST.path, (sandboxes) => this.#draw(sandboxes)).add(this.list, this.more);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "Sandboxes"),
      el("p", { class: "lead" }, "Each sandbox has its own people, codes, tokens, clock, rules and journal."),
      this.section.root, this.#form(),
    );
  }

  async take() {
    show(LIST);
    await this.section.load();
    clearInterval(this.timer);
    this.timer = setInterval(() => document.hidden || this.section.load(), 3000);
  }

  leave() {
    clearInterval(this.timer);
  }

  #draw(sandboxes) {
    this.more.hidden = sandboxes.length < PAGE;
    fill(this.list, sandboxes, (sandbox) => sandbox.id, (sandbox) => {
      const path = `/sandboxes/${encodeURIComponent(sandbox.id)}`;
      const done = () => this.section.load();
      return el(
        "li", { class: "card" },
        el("h3", {}, el("a", { href: link({ sandbox: sandbox.id, view: "journal" }) }, sandbox.id)),
        sandbox.name && el("p", {}, sandbox.name),
        sandbox.problem && el("p", { role: "alert" }, sandbox.problem),
        el("p", { class: "quiet" }, `${sandbox.journal.count} entries, last used at ${clock(sandbox.last_used)}`),
        el("p", {}, el("code", {}, sandbox.url)),
        sandbox.id !== "default" && el(
          "div", { class: "row" },
          sandbox.lifetime && tag(`deleted after ${spoken(sandbox.lifetime)} without use`),
          button("Delete", { method: "DELETE", path }, {
            box: this.section.box, done, class: "bad", name: `delete-${sandbox.id}`, "aria-label": `Delete ${sandbox.id}`,
            ask: `Delete the sandbox ${sandbox.id}?`,
          }),
        ),
      );
    });
  }

  #form() {
    const box = new ProblemBox();
    const make = ({ id, name, lifetime, more }) => {
      const body = Object.fromEntries(Object.entries({ id, name, lifetime }).filter(([, value]) => value !== ""));
      return { method: "POST", path: "/sandboxes", body: withMore(body, more) };
    };
    return el(
      "section", { class: "part" }, el("h2", {}, "Create a sandbox"),
      form("Create a sandbox", [
        el(
          "div", { class: "fields" },
          field("ID", el("input", { name: "id", autocomplete: "off", spellcheck: "false" }),
            "Part of the sandbox's address. If empty: eight random characters."),
          field("Label", el("input", { name: "name", autocomplete: "off" }), "Shown in the list of sandboxes."),
          field("Lifetime without use", el("input", { name: "lifetime", placeholder: "PT1H", autocomplete: "off" })),
        ),
        field("More, as JSON", el("textarea", {
          name: "more", rows: "3", spellcheck: "false", placeholder: '{"seed": 7, "with": ["vk.email-in-body"]}',
        }), "cast, with, without, seed, answer, rules"),
      ], "Create", make, {
        box, class: "card",
        done: (sandbox, element) => {
          element.reset();
          location.hash = link({ sandbox: sandbox.id, view: "journal" });
        },
      }),
    );
  }
}

/** Members that were typed as JSON; what is no JSON object is sent as it is, so that the API says what is wrong with it. */
export function withMore(body, text) {
  if (text.trim() === "") return body;
  try {
    const more = JSON.parse(text);
    if (more === null || typeof more !== "object" || Array.isArray(more)) return text;
    return { ...body, ...more };
  } catch {
    return text;
  }
}
