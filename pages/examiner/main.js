// One row for each check: the issuer that the app is to be pointed at, what the person saw, and the verdict as it stands.
// All text comes as data and goes into text nodes.
const places = { title: "title", about: "about", sum: "sum", checks: "checks" };
const at = (name) => document.getElementById(places[name]);
const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const rows = new Map();

async function post(path, body) {
  await fetch(path, { method: "POST", body: body === undefined ? "" : JSON.stringify(body) });
  await look();
}

function button(text, action) {
  const made = make("button", text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

function row(check) {
  const item = make("li", undefined, "card");
  const header = make("header");
  const verdict = make("span", "", "verdict");
  header.append(make("h2", check.id), verdict, make("small", check.severity.toUpperCase() + " · " + check.clause));
  const address = make("p", undefined, "address");
  address.append(make("code", check.issuer));
  address.append(button("Copy issuer", () => navigator.clipboard.writeText(check.issuer)));
  const actions = make("p", undefined, "actions");
  actions.append(
    button("The app signed in", () => post(check.report, { outcome: "accepted" })),
    button("The app refused", () => post(check.report, { outcome: "rejected" })),
    button("The app crashed", () => post(check.report, { outcome: "crashed" })),
    button("Again", () => post("/_understudy/conform/again/" + encodeURIComponent(check.id))));
  const reason = make("p");
  const fix = make("p", "", "quiet");
  item.append(header, make("p", check.title + ". " + check.requirement), address, actions, reason, fix);
  at("checks").append(item);
  return { verdict, reason, fix };
}

async function look() {
  const answer = await fetch("/_understudy/conform/results.json");
  const results = await answer.json();
  at("title").textContent = results.title;
  at("about").textContent = results.about;
  at("sum").textContent = results.sum;
  for (const check of results.checks) {
    if (!rows.has(check.id)) rows.set(check.id, row(check));
    const known = rows.get(check.id);
    known.verdict.textContent = check.verdict;
    known.verdict.className = "verdict " + check.verdict.replace(" ", "-");
    known.reason.textContent = check.reason;
    known.fix.textContent = ["fail", "warn"].includes(check.verdict) ? "To mend it: " + check.fix : "";
  }
}

async function watch() {
  try {
    await look();
  } catch {
    at("sum").textContent = "The examiner does not answer.";
  }
  setTimeout(watch, 1000);
}
watch();
