// Owns: providers, with their quirks, the evidence for each, and their switches.
import { button, show } from "./command.js";
import { el, fill, tag } from "./dom.js";
import { link } from "./route.js";
import { Section } from "./section.js";

const TONES = { documented: "good", observed: "good", inferred: "warn" };

export class Quirks {
  constructor(context) {
    this.context = context;
    this.path = `${context.path}/providers`;
    this.tabs = el("ul", { class: "tabs" });
    this.content = el("div", {});
    this.section = new Section("Providers", this.path, (providers) => this.#draw(providers)).add(
      el("nav", { "aria-label": "Providers" }, this.tabs), this.content);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "Quirks"),
      el("p", { class: "lead" }, "The differences between each provider and the RFCs, with the evidence for each."), this.section.root,
    );
  }

  async take({ item }) {
    this.item = item;
    show({ method: "GET", path: item === undefined ? this.path : `${this.path}/${encodeURIComponent(item)}` });
    await this.section.load();
  }

  #draw(providers) {
    const { sandbox } = this.context;
    const chosen = providers.find(({ id }) => id === this.item) ?? providers[0];
    this.tabs.replaceChildren(...providers.map(({ id, title }) => el("li", {}, el("a", {
      href: link({ sandbox, view: "quirks", item: id }), "aria-current": id === chosen?.id ? "page" : null,
    }, title))));
    if (this.item !== undefined && chosen?.id !== this.item) {
      this.section.box.show(new Error(`No provider of this sandbox has the ID "${this.item}".`));
    }
    fill(this.content, chosen ? [chosen] : [], ({ id }) => id, (provider) => this.#provider(provider));
  }

  #provider(provider) {
    return el(
      "article", { class: "stack" },
      el("p", { class: "row" }, el("code", {}, `/${provider.id}`),
        provider.as_of && el("span", { class: "quiet" }, `as of ${provider.as_of}`),
        provider.try_out && el("a", { href: provider.try_out.url }, "Try a sign-in")),
      el("h3", {}, "Quirks"),
      provider.quirks.length === 0
        ? el("p", { class: "empty" }, "None: the provider follows the RFCs.")
        : el("ul", { class: "cards" }, provider.quirks.map((quirk) => this.#quirk(provider, quirk))),
      el("h3", {}, "Endpoints"),
      el("ul", { class: "cards" }, provider.endpoints.map((endpoint) => this.#endpoint(provider, endpoint))),
    );
  }

  /** Where it answers, and every way in which it can be made to refuse. */
  #endpoint(provider, { name, kind, methods, url, refusals }) {
    return el(
      "li", { class: "card" },
      el("div", { class: "bar" }, el("h4", {}, name),
        el("span", { class: "row" }, kind !== name && tag(kind), tag(methods.join(" ")))),
      url && el("p", {}, el("code", {}, url)),
      refusals.length > 0 && el(
        "details", {}, el("summary", {}, `Conditions (${refusals.length})`),
        el("ul", { class: "conditions" }, refusals.map(({ condition, summary, clause, evidence }) => el(
          "li", {},
          el("a", { href: this.#ruleLink(provider, name, condition), title: "Create a rule from this condition" }, el("code", {}, condition)),
          el("span", {}, ` ${summary}`), clause && el("span", { class: "quiet" }, ` ${clause}`),
          evidence && el("span", { title: evidence.source }, " ", tag(evidence.grade, TONES[evidence.grade]))))),
      ),
    );
  }

  #ruleLink(provider, endpoint, condition) {
    const rule = { match: { provider: provider.id, endpoint }, times: 1, then: { condition } };
    return link({ sandbox: this.context.sandbox, view: "rules", query: [["new", JSON.stringify(rule, null, 2)]] });
  }

  #quirk(provider, quirk) {
    const { grade, source, note } = quirk.evidence;
    return el(
      "li", { class: "card switch" },
      button(el("span", { class: "knob" }), this.#switch(provider, quirk), {
        box: this.section.box, done: () => this.section.load(), name: `switch-${quirk.id}`, role: "switch",
        "aria-checked": String(quirk.on), "aria-label": quirk.id, "aria-describedby": `quirk-${quirk.id}`,
      }),
      el(
        "div", {}, el("h4", {}, quirk.id, " ", quirk.on !== quirk.default && tag("switched", "warn")),
        el("p", { id: `quirk-${quirk.id}` }, quirk.summary),
        el("p", { class: "quiet" }, tag(grade, TONES[grade]), " ", source, note ? `; ${note}` : ""),
        quirk.rivals && el("p", { class: "quiet" }, `At most one of the quirks about ${quirk.rivals} can be on.`),
      ),
    );
  }

  /** The call takes all that differs from how the server was started: the others stay as they are. */
  #switch(provider, quirk) {
    const differing = provider.quirks.filter(({ id, on, default: usual }) => id !== quirk.id && on !== usual);
    const turnsOn = !quirk.on;
    const others = differing.filter(({ on, rivals }) => !(turnsOn && on && rivals !== undefined && rivals === quirk.rivals));
    const ids = (on) => [
      ...others.filter((other) => other.on === on).map(({ id }) => id),
      ...(turnsOn === on && turnsOn !== quirk.default ? [quirk.id] : []),
    ];
    return {
      method: "PUT", path: `${this.path}/${encodeURIComponent(provider.id)}/quirks`, body: { with: ids(true), without: ids(false) },
    };
  }
}
