// Owns: the sessions of people who are signed in, and the buttons that end them.
import { button } from "./command.js";
import { codes, el, fill, labelled, table } from "./dom.js";
import { Section } from "./section.js";
import { clock } from "./text.js";

const HEADS = ["Person", "Provider", "Clients", "Signed in", "sid", ""];

export class Sessions {
  constructor(context) {
    this.path = `${context.path}/sessions`;
    this.body = el("tbody");
    this.section = new Section("Sessions", this.path, (sessions) => this.#draw(sessions))
      .add(
        el("p", {}, "A client with a backchannel_logout_uri is called when its session ends: the journal shows the call."),
        table("Sessions, the latest first", HEADS, this.body),
      );
    this.root = this.section.root;
    this.root.hidden = true;
  }

  load() {
    return this.section.load();
  }

  #draw(sessions) {
    // Most sandboxes have none.
    this.root.hidden = sessions.length === 0;
    fill(this.body, sessions.toReversed(), (session) => session.sid, (session) => labelled(
      HEADS, session.person, session.provider, codes(session.clients),
      el("time", { datetime: session.signed_in, title: session.signed_in }, clock(session.signed_in)),
      el("code", {}, session.sid), this.#ends(session),
    ));
  }

  #ends({ sid, person }) {
    const act = (label, path, name, about) => button(label, { method: "DELETE", path }, {
      box: this.section.box, done: () => this.load(), name, "aria-label": about, class: "bad",
    });
    return el(
      "span", { class: "row" },
      act("End", `${this.path}/${encodeURIComponent(sid)}`, "end", `End session ${sid}`),
      act("End all", `${this.path}?person=${encodeURIComponent(person)}`, "end-all", `End all sessions of ${person}`),
    );
  }
}
