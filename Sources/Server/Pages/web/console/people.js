// Owns: people, and the answer that stands: who signs in without a page.
import { button, form, ProblemBox, show } from "./command.js";
import { el, facts, field, fill, select, startAt, tag } from "./dom.js";
import { Section } from "./section.js";
import { Sessions } from "./sessions.js";
import { withSecret } from "./text.js";

/** Members that are no claims, or have a place of their own. */
const HEAD = new Set(["username", "outcome", "at"]);

export class People {
  constructor(context) {
    this.context = context;
    this.path = `${context.path}/people`;
    this.answer = `${context.path}/answer`;
    this.list = el("ul", { class: "cards" });
    this.section = new Section("People", this.path, (people) => this.#draw(people)).add(this.list);
    this.standing = new Section("Standing answer", this.answer, (answer) => this.#drawAnswer(answer));
    this.now = el("p", {});
    this.person = select("sign_in", []);
    this.standing.add(this.now, this.#answerForm());
    this.sessions = new Sessions(context);
    this.onChange = () => {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.sessions.load();
      }, 500);
    };
    context.feed.addEventListener("change", this.onChange);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "People"),
      el("div", { class: "columns" }, el("div", {}, this.section.root), el("div", {}, this.standing.root, this.#form())),
      this.sessions.root,
    );
  }

  leave() {
    this.context.feed.removeEventListener("change", this.onChange);
    clearTimeout(this.timer);
  }

  async take() {
    show({ method: "GET", path: this.path });
    await Promise.all([this.section.load(), this.standing.load(), this.sessions.load()]);
  }

  #draw(people) {
    const value = this.person.value;
    this.person.replaceChildren(...[["", "nobody (show pages)"], ...people.map(({ username }) => [username, username])]
      .map(([worth, text]) => el("option", { value: worth }, text)));
    this.person.value = value;
    this.#choose();
    fill(this.list, people, (person) => person.username, (person) => {
      const claims = Object.entries(person).filter(([name]) => !HEAD.has(name));
      return el(
        "li", { class: "card" },
        el("div", { class: "bar" }, el("h3", {}, person.username), person.outcome && tag(person.outcome, "warn")),
        facts(...claims.map(([name, value]) =>
          [name, typeof value === "string" ? value : el("code", {}, JSON.stringify(value))])),
        person.at && el("details", {}, el("summary", {}, "Claims per provider"),
          el("pre", { class: "body" }, JSON.stringify(person.at, null, 2))),
        el(
          "div", { class: "row" },
          el("button", {
            type: "button", "data-do": "edit", "aria-label": `Edit ${person.username}`, on: { click: () => this.#edit(person) },
          }, "Edit"),
          button("Remove", { method: "DELETE", path: this.#of(person.username) }, {
            box: this.section.box, done: () => this.section.load(), class: "bad", name: "remove",
            "aria-label": `Remove ${person.username}`, ask: `Remove ${person.username}?`,
          }),
        ),
      );
    });
  }

  #of(username) {
    return `${this.path}/${encodeURIComponent(username)}`;
  }

  #drawAnswer(answer) {
    this.current = answer;
    const isNone = Object.keys(answer).length === 0;
    this.now.textContent = isNone ? "None: pages ask for the person and for consent." : "";
    if (!isNone) {
      this.now.replaceChildren(facts(
        ["Signs in", answer.sign_in], ["Consent", answer.consent], ["Scopes", answer.scopes?.join(" ")]));
    }
    this.#choose();
  }

  #choose() {
    if (this.current?.sign_in !== undefined && document.activeElement !== this.person) this.person.value = this.current.sign_in;
  }

  #answerForm() {
    const box = new ProblemBox();
    const done = () => this.standing.load();
    const make = ({ sign_in, consent, scopes }) => {
      const body = {};
      if (sign_in !== "") body.sign_in = sign_in;
      if (consent !== "") body.consent = consent;
      if (scopes.trim() !== "") body.scopes = scopes.trim().split(/\s+/);
      return { method: "PUT", path: this.answer, body };
    };
    const element = form("Standing answer", [
      el(
        "div", { class: "fields" },
        field("Signs in without a page", this.person),
        field("Consent", select("consent", [["", "as usual"], "granted", "denied"])),
        field("Only these scopes", el("input", { name: "scopes", autocomplete: "off", spellcheck: "false" })),
      ),
    ], "Set", make, { box, class: "card", done });
    element.querySelector(".row").append(button("Clear", { method: "DELETE", path: this.answer }, { box, done }));
    return element;
  }

  #edit(person) {
    const { username, ...others } = person;
    this.username.value = username;
    this.claims.value = withSecret("password", true, others);
    startAt(this.claims);
  }

  #form() {
    const box = new ProblemBox();
    this.username = el("input", { name: "username", required: true, autocomplete: "off", spellcheck: "false" });
    this.claims = el("textarea", { name: "claims", rows: "7", spellcheck: "false" });
    this.claims.value = JSON.stringify({ password: "password", name: "Dave Dormouse", email: "dave@example.com" }, null, 2);
    return el(
      "section", { class: "part" }, el("h2", {}, "Add or replace"),
      form("Add or replace a person", [
        field("Username", this.username),
        field("Password and claims, as JSON", this.claims,
          "at: claims of one provider; outcome: denies, locked, expired or slow. Passwords are not shown: enter the password again."),
      ], "Save", ({ username, claims }) => ({ method: "PUT", path: this.#of(username), body: claims }), {
        box, class: "card", done: () => this.section.load(),
      }),
    );
  }
}
