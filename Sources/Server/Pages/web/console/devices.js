// Owns: the devices that wait for a person, and the buttons that decide on them.
import { get } from "./api.js";
import { button } from "./command.js";
import { codes, el, field, fill, labelled, select, table, tag } from "./dom.js";
import { Section } from "./section.js";
import { clock } from "./text.js";

const TONES = { approved: "good", redeemed: "good", denied: "bad", revoked: "bad", expired: "warn" };
const HEADS = ["Client", "User code", "Scopes", "Person", "Expires", "Status", ""];

export class Devices {
  constructor(context) {
    this.context = context;
    this.path = `${context.path}/devices`;
    this.person = select("device_person", []);
    this.body = el("tbody");
    this.table = table("Devices, the latest first", HEADS, this.body);
    this.section = new Section("Devices", this.path, (devices) => this.#show(devices))
      .add(field("Person who decides", this.person), this.table);
    this.root = this.section.root;
    this.root.hidden = true;
  }

  load() {
    return this.section.load();
  }

  async #show(devices) {
    // Most sandboxes have none.
    this.root.hidden = devices.length === 0;
    this.devices = devices;
    if (devices.length > 0) await this.#choices();
    this.#draw(this.devices);
  }

  #draw(devices) {
    fill(this.body, devices.toReversed(), (device) => device.user_code, (device) => labelled(
      HEADS, [device.provider, " ", el("code", {}, device.client)], el("code", {}, device.user_code),
      codes(device.scopes), device.person ?? "",
      device.expires ? el("time", { datetime: device.expires, title: device.expires }, clock(device.expires)) : "never",
      tag(device.status, TONES[device.status]), device.status === "pending" ? this.#decides(device) : "",
    ));
  }

  async #choices() {
    try {
      const people = await get(`${this.context.path}/people`);
      const chosen = this.person.value;
      this.person.replaceChildren(...people.map(({ username }) => el("option", {
        value: username, selected: username === chosen,
      }, username)));
    } catch (error) {
      this.section.hasFailed = true;
      this.section.box.show(error);
    }
  }

  #decides({ user_code: code }) {
    const act = (label, what) => button(label, () => ({
      method: "POST", path: `${this.path}/${encodeURIComponent(code)}/${what}`, body: { person: this.person.value },
    }), {
      box: this.section.box, done: () => this.load(), name: what, "aria-label": `${label} device ${code}`,
    });
    return el("span", { class: "row" }, act("Approve", "approve"), act("Deny", "deny"));
  }
}
