// Owns: a part of a view that shows what one call reads, and reads it again when something has happened.
import { get } from "./api.js";
import { ProblemBox } from "./command.js";
import { el } from "./dom.js";

export class Section {
  /** @param path what is read; `draw` gets what it came to */
  constructor(title, path, draw, ...parts) {
    this.path = path;
    this.draw = draw;
    this.box = new ProblemBox();
    this.title = el("h2", {}, title);
    this.root = el("section", { class: "part" }, this.title, this.box.root, parts);
  }

  add(...parts) {
    this.root.append(...parts);
    return this;
  }

  /** Only the newest reading is drawn; whoever asked for an older one waits for it, too. */
  load() {
    const mine = this.#read(() => this.reading === mine);
    this.reading = mine;
    return mine;
  }

  async #read(isNewest) {
    let value;
    let error;
    try {
      value = await get(this.path);
    } catch (caught) {
      error = caught;
    }
    if (!isNewest()) return this.reading;
    if (error) this.box.show(error);
    else if (this.hasFailed) this.box.clear();
    this.hasFailed = error !== undefined;
    if (!error) await this.draw(value);
    return undefined;
  }
}
