// Replaces the text of a report with cards, a filter and foldable rows, out of its block of data. Elements are made, never
// parsed: a report is full of what clients have sent.
const VERDICTS = ["pass", "fail", "warn", "inconclusive", "skip", "error"];
const PARTIES = ["browser", "client", "server"];
const runs = JSON.parse(document.getElementById("data").textContent);
const isComparison = runs.length > 1;

/** What a client is called in the columns. */
const letter = (index) => String.fromCharCode(65 + index % 26);

/** @param attributes those that are false, null or undefined are left out; `style` has properties by name */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style") {
      for (const [property, each] of Object.entries(value)) element.style.setProperty(property, each);
    } else if (value !== false && value != null) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== false && child != null));
  return element;
}

const code = (text) => el("code", {}, text);
const quiet = (...children) => el("p", { class: "quiet" }, ...children);

function card(run, index) {
  const met = VERDICTS.filter((verdict) => run.summary[verdict] > 0);
  return el(
    "section", { class: `card ${run.green ? "green" : "red"}`, "aria-labelledby": `run-${index}` },
    el("h2", { id: `run-${index}` }, isComparison && [el("span", { class: "letter" }, letter(index)), " "], run.conclusion),
    el("p", { class: "client" }, code(run.client)),
    el(
      "div", { class: "bar", "aria-hidden": "true" },
      met.map((verdict) => el("span", { class: verdict, style: { "flex-grow": run.summary[verdict] } })),
    ),
    el(
      "ul", { class: "tally" },
      met.map((verdict) => el("li", { class: verdict }, el("b", {}, run.summary[verdict]), ` ${verdict}`)),
    ),
    quiet(
      `${run.profile} at ${run.provider}, requirements ${run.requirements}${run.strict ? ", strict" : ""}; `,
      el("time", { datetime: run.started }, run.started.replace("T", " ").replace("Z", " UTC")),
      `, ${run.seconds.toFixed(1)} s`,
    ),
  );
}

function stale() {
  const entries = runs.flatMap((run) => run.stale);
  return entries.length > 0 && el(
    "section", { class: "card red" }, el("h2", {}, "Stale entries of the baseline"),
    el("ul", {}, entries.map((entry) => el("li", {}, code(entry.id), `: ${entry.text}`))),
  );
}

/** Radio buttons, which the style reads. */
function filter() {
  const count = (verdict) => runs.reduce((sum, run) => sum + (verdict === "all" ? run.summary.total : run.summary[verdict]), 0);
  const met = VERDICTS.filter((verdict) => runs.some((run) => run.summary[verdict] > 0));
  return el(
    "fieldset", { class: "filter" }, el("legend", {}, "Show"),
    ["all", ...met].map((verdict) => el(
      "label", {},
      el("input", { type: "radio", name: "verdict", id: `show-${verdict}`, checked: verdict === "all" ? "" : null }),
      el("span", {}, `${verdict} ${count(verdict)}`),
    )),
  );
}

function badge(result, index) {
  const client = isComparison && el("span", { class: "unseen" }, `${letter(index)}: `);
  const verdict = result?.verdict ?? "not run";
  return el("span", { class: `badge ${result?.verdict ?? "none"}${result?.pardon ? " pardoned" : ""}` }, client, verdict);
}

/** Anything but the web would be a surprise. */
const clause = (check) => check.link?.startsWith("https://")
  ? el("a", { href: check.link, rel: "noreferrer" }, check.clause) : check.clause;

function about(check, curl) {
  const rows = [
    ["Requirement", check.requirement], ["Why", check.why], ["How to fix it", check.fix], ["Clause", clause(check)],
    check.control && ["Control", el("a", { href: `#${check.control}` }, check.control)],
    ...Object.entries(check.twins).map(([suite, names]) => [
      `Twin, ${suite}`, names.map((name, place) => [place > 0 && ", ", code(name)]),
    ]),
  ];
  return [
    el("dl", { class: "about" }, rows.filter(Boolean).map(([name, value]) => el(
      "div", {}, el("dt", {}, name), el("dd", {}, value),
    ))),
    curl && [el("h4", {}, "Try it"), el("pre", { class: "command" }, curl)],
  ];
}

/** A request of the sequence diagram, and its response as a dashed arrow. It is a list, which can be read without its style, too. */
function step({ from, to, sent, came, detail, marked }) {
  const [start, end] = [PARTIES.indexOf(from), PARTIES.indexOf(to)];
  const way = start < end ? "right" : "left";
  return el(
    "li", { class: marked && "marked" },
    el(
      "div",
      { class: "lanes", "aria-hidden": "true", style: { "--from": Math.min(start, end), "--span": Math.abs(end - start) } },
      el("i", { class: `sent ${way}` }), el("i", { class: `back ${way}` }),
    ),
    el(
      "div", { class: "said" },
      el(
        "p", {}, el("span", { class: "who" }, `${from} → ${to}`), " ",
        marked && [el("span", { class: "tag bad" }, "here"), " "], code(sent),
      ),
      came && el("p", { class: "came" }, el("span", { class: "unseen" }, "answer: "), code(came)),
      detail && el("details", {}, el("summary", {}, "Head and body"), el("pre", { class: "detail" }, detail)),
    ),
  );
}

function client(result, index) {
  return result && el(
    "section", { class: "client-part" },
    el("h4", {}, isComparison ? [`${letter(index)} `, code(runs[index].client)] : "Verdict"),
    el("p", { class: "verdict" }, el("span", { class: `badge ${result.verdict}` }, result.verdict), ` ${result.statement}`),
    result.pardon && quiet(`Breaks nothing: ${result.pardon}.`),
    result.repeats.length > 0
      && quiet(`Repeats: ${result.repeats.map(({ count, verdict }) => `${count} ${verdict}`).join(", ")}.`),
    result.evidence.length > 0 && [
      el("h5", {}, "Evidence"),
      el("ul", { class: "evidence" }, result.evidence.map((each) => el(
        "li", {}, el("span", { class: "tag" }, each.class), ` ${each.text}`,
      ))),
    ],
    result.steps.length > 0 && [
      el("h5", {}, "What was sent, what came"),
      el(
        "div", { class: "sequence" },
        el("div", { class: "parties", "aria-hidden": "true" }, PARTIES.map((party) => el("span", {}, party))),
        el("ol", {}, result.steps.map(step)),
      ),
    ],
    result.output && [el("h5", {}, "What the client wrote"), el("pre", { class: "output" }, result.output)],
  );
}

/** Why, in the words of the client that it went worst with. */
const reason = (found) => [...found].sort((one, other) => rank([one]) - rank([other]))[0].statement;

/** What has to be looked at first, comes first. */
const ORDER = ["fail", "error", "inconclusive", "warn", "pass", "skip"];
const rank = (found) => Math.min(...found.map((result) => ORDER.indexOf(result.verdict)));

/** @param results one for each client; undefined where the check was not run */
function row(id, results) {
  const found = results.filter(Boolean);
  const [check] = found;
  return el(
    "details", { class: "row", id, "data-v": [...new Set(found.map((result) => result.verdict))].sort().join(" ") },
    el(
      "summary", {}, el("span", { class: "verdicts" }, results.map(badge)),
      el("h3", {}, `${id} `, el("span", { class: "title" }, check.title)),
      el("span", { class: "reason quiet" }, reason(found)),
      el("span", { class: "clause quiet" }, `${check.clause} `, el("span", { class: "level" }, check.severity.toUpperCase())),
    ),
    el("div", { class: "body" }, about(check, found.find((result) => result.curl)?.curl), results.map(client)),
  );
}

/** A row for each check: failures first, else in the order of the first run that has it. */
function checks() {
  const ids = new Set(runs.flatMap((run) => run.checks.map((check) => check.id)));
  const byID = runs.map((run) => new Map(run.checks.map((check) => [check.id, check])));
  const style = { "--clients": Math.max(runs.length, 1) };
  return el(
    "section", { "aria-labelledby": "checks" }, el("h2", { id: "checks" }, "Checks"), filter(),
    isComparison && el(
      "div", { class: "columns", "aria-hidden": "true", style }, runs.map((_, index) => el("span", {}, letter(index))),
    ),
    el(
      "div", { class: "rows", style },
      [...ids].map((id) => ({ id, results: byID.map((results) => results.get(id)) }))
        .sort((one, other) => rank(one.results.filter(Boolean)) - rank(other.results.filter(Boolean)))
        .map(({ id, results }) => row(id, results)),
    ),
  );
}

document.querySelector("main").replaceChildren(...[...runs.map(card), stale(), checks()].filter(Boolean));
