// Owns: the keys that sign, and the steps of their rotation.
import { button } from "./command.js";
import { el, fill, labelled, table, tag } from "./dom.js";
import { Section } from "./section.js";

const HEADS = ["Provider", "Algorithm", "kid", ""];
const STEPS = ["publish", "use", "retire"];

export class Keys {
  constructor(context) {
    const path = `${context.path}/keys`;
    this.body = el("tbody");
    this.fault = el("p", { hidden: true }, tag("faulty", "bad"), " A key that is not published signs tokens.");
    this.section = new Section("Signing keys", path, (keys) => this.#draw(keys));
    const step = (label, steps) => button(label, { method: "POST", path, body: { steps } }, {
      box: this.section.box, done: () => this.section.load(), "aria-label": `${label} signing keys`,
    });
    this.section.add(
      table("Signing keys, the oldest first", HEADS, this.body),
      this.fault,
      el("div", { class: "row" }, step("Rotate", STEPS), step("Publish", ["publish"]), step("Use", ["use"]), step("Retire", ["retire"])),
      el("p", { class: "quiet" },
        "A rotation publishes the next keys, signs with them, and retires the oldest. Any other order simulates a faulty rotation."),
    );
    this.root = this.section.root;
  }

  load() {
    return this.section.load();
  }

  #draw({ sound, keys }) {
    this.fault.hidden = sound;
    fill(this.body, keys, ({ provider, alg, kid }) => `${provider} ${alg} ${kid}`, ({ provider, alg, kid, published, signs }) => labelled(
      HEADS, provider, alg, el("code", {}, kid),
      el(
        "span", { class: "row" }, published ? tag("published", "good") : tag("not published", "warn"), signs && tag("signs", "good"),
      ),
    ));
  }
}
