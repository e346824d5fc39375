// Owns: an entry of the journal as one row.
import { el, tag } from "./dom.js";
import { link } from "./route.js";
import { clock, place, tone } from "./text.js";

const COLUMNS = [
  ["n", "No."], ["time", "Time"], ["what", "Request"], ["where", "Provider, endpoint"], ["who", "Client, person"],
  ["outcome", "Outcome"], ["status", "Status"],
];

export class Row {
  /** The filters stay when an entry is opened. */
  query = [];

  constructor({ sandbox }) {
    this.sandbox = sandbox;
  }

  static head() {
    return el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, COLUMNS.map(([name, title]) =>
      el("th", { role: "columnheader", scope: "col", class: name }, title))));
  }

  build(entry) {
    const cells = entry.request ? this.#exchange(entry) : this.#act(entry);
    const address = link({ sandbox: this.sandbox, view: "journal", item: entry.n, query: this.query });
    return el(
      "tr", { role: "row", class: entry.request ? tone(entry) : "act" },
      el("th", { role: "rowheader", scope: "row", class: "n" }, el("a", { href: address }, String(entry.n))),
      cell("time", el("time", { datetime: entry.at, title: entry.at }, clock(entry.at))), cells,
    );
  }

  #exchange(entry) {
    const { request, response } = entry;
    return [
      cell("what", el("b", {}, request.method), " ", el("code", {}, place(request, this.sandbox, location.host))),
      cell("where", [entry.provider, entry.endpoint].filter(Boolean).join(" ")),
      cell("who", [entry.client && el("code", {}, entry.client), entry.person && el("span", {}, entry.person)]),
      cell("outcome", [tag(entry.outcome ?? "", tone(entry)), entry.rule && tag(`rule ${entry.rule}`, "warn")]),
      cell("status", response.status === 0 ? "none" : String(response.status)),
    ];
  }

  /** What was done to the sandbox itself. */
  #act(entry) {
    return [
      el("td", { role: "cell", class: "what", colspan: "5" }, tag(entry.kind), " ", entry.detail ?? ""),
    ];
  }
}

function cell(name, ...content) {
  return el("td", { role: "cell", class: name }, content);
}
