// Owns: codes and tokens: listed, made, ended.
import { get } from "./api.js";
import { button, copied, form, ProblemBox, show } from "./command.js";
import { Devices } from "./devices.js";
import { codes, el, field, fill, labelled, select, table, tag } from "./dom.js";
import { Section } from "./section.js";
import { clock } from "./text.js";

const TONES = { live: "good", revoked: "bad", expired: "warn" };
const PAGE = 200;
const HEADS = ["No.", "Kind", "Client", "Person", "Scopes", "Issued, expires", "Status", ""];

export class Tokens {
  constructor(context) {
    this.context = context;
    this.path = `${context.path}/tokens`;
    this.limit = PAGE;
    this.body = el("tbody");
    this.none = el("p", { class: "empty" }, "No tokens have been issued yet.");
    this.more = el("button", {
      type: "button", hidden: true,
      on: { click: () => {
        this.limit += PAGE;
        this.#draw(this.tokens);
      } },
    }, "Older");
    this.table = table("Codes and tokens, the latest first", HEADS, this.body);
    this.section = new Section("Issued tokens", this.path, (tokens) => this.#draw(tokens))
      .add(this.table, this.none, this.more);
    this.devices = new Devices(context);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "Tokens"), this.devices.root,
      el("div", { class: "columns wide-first" }, this.section.root, this.#form()),
    );
    this.onChange = () => {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.section.load();
        this.devices.load();
      }, 500);
    };
    context.feed.addEventListener("change", this.onChange);
  }

  leave() {
    this.context.feed.removeEventListener("change", this.onChange);
    clearTimeout(this.timer);
  }

  async take() {
    show({ method: "GET", path: this.path });
    await Promise.all([this.section.load(), this.devices.load(), this.#choices()]);
  }

  /** Which clients and people there are to choose from. */
  async #choices() {
    try {
      const [clients, people] = await Promise.all([get(`${this.context.path}/clients`), get(`${this.context.path}/people`)]);
      const client = this.client.value;
      const person = this.person.value;
      options(this.client, clients.map((one) => [JSON.stringify([one.provider, one.client_id]), `${one.provider}: ${one.name}`]));
      options(this.person, [["", "nobody (the client itself)"], ...people.map(({ username }) => [username, username])]);
      if (client) this.client.value = client;
      this.person.value = client ? person : (people[0]?.username ?? "");
    } catch (error) {
      this.box.show(error);
    }
  }

  #draw(tokens) {
    this.tokens = tokens;
    this.none.hidden = tokens.length > 0;
    this.table.hidden = tokens.length === 0;
    const shown = tokens.toReversed().slice(0, this.limit);
    this.more.hidden = shown.length === tokens.length;
    fill(this.body, shown, (token) => token.id, (token) => labelled(
      HEADS, String(token.id), token.kind, [token.provider, " ", el("code", {}, token.client)], token.person ?? "",
      codes(token.scopes), [time(token.issued), ", ", token.expires ? time(token.expires) : "never"],
      [tag(token.status, TONES[token.status]), token.jkt && tag("DPoP"), token["x5t#S256"] && tag("mutual TLS")], token.status === "live" ? this.#ends(token) : "",
    ));
  }

  #ends({ id }) {
    const act = (label, what) => button(label, { method: "POST", path: `${this.path}/${id}/${what}` }, {
      box: this.section.box, done: () => this.section.load(), name: what, "aria-label": `${label} token ${id}`,
    });
    return el("span", { class: "row" }, act("Expire", "expire"), act("Revoke", "revoke"));
  }

  #form() {
    this.box = new ProblemBox();
    this.client = select("client", []);
    this.person = select("person", []);
    this.made = el("div", { class: "made" });
    const make = ({ client, person, scopes }) => {
      const [provider, id] = client ? JSON.parse(client) : ["", ""];
      const body = { provider, client: id };
      if (person) body.person = person;
      if (scopes.trim() !== "") body.scopes = scopes.trim().split(/\s+/);
      return { method: "POST", path: this.path, body };
    };
    return el(
      "section", { class: "part" }, el("h2", {}, "Issue tokens"),
      form("Issue tokens", [
        field("Client", this.client), field("Person", this.person),
        field("Scopes", el("input", { name: "scopes", autocomplete: "off", spellcheck: "false" }),
          "If empty: the scopes of a request that names none."),
      ], "Issue", make, {
        box: this.box, class: "card",
        done: (made) => {
          this.#show(made);
          return this.section.load();
        },
      }),
      this.made,
    );
  }

  /** Only here, and only now: the list never has the texts. */
  #show(made) {
    const texts = Object.entries(made).filter(([, value]) => typeof value === "string");
    this.made.replaceChildren(...texts.map(([name, value]) => {
      const copy = el("button", { type: "button", "aria-label": `Copy ${name}` }, "Copy");
      copy.addEventListener("click", async () => {
        copy.textContent = (await copied(value)) ? "Copied" : "Not copied";
      });
      return el("div", { class: "card stack" }, el("div", { class: "bar" }, el("h3", {}, name), copy),
        el("pre", { class: "body" }, value));
    }));
  }
}

function time(instant) {
  return el("time", { datetime: instant, title: instant }, clock(instant));
}

function options(list, pairs) {
  list.replaceChildren(...pairs.map(([value, text]) => el("option", { value }, text)));
}
