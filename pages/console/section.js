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

  /** Only the newest reading is drawn. */
  async load() {
    const mine = (this.reading = {});
    try {
      const value = await get(this.path);
      if (this.reading !== mine) return;
      if (this.hasFailed) this.box.clear();
      this.hasFailed = false;
      this.draw(value);
    } catch (error) {
      if (this.reading !== mine) return;
      this.hasFailed = true;
      this.box.show(error);
    }
  }
}
