// One row for each check: the issuer that the app is to be pointed at, what the person saw, and the verdict as it stands.
// All text comes as data and goes into text nodes. Beyond loopback the server asks for the control token, as it does of the
// console: the link from the terminal brings it, and otherwise the page asks.
import { get, onLocked, send, useToken } from "../console/api.js";
import { token } from "../console/route.js";
import { askForToken } from "../console/token.js";

const places = { title: "title", about: "about", sum: "sum", checks: "checks" };
const at = (name) => document.getElementById(places[name]);
const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const rows = new Map();

/** The app's own address for what it says of itself: whoever knows it needs no token. */
async function report(check, outcome) {
  await fetch(check.report, { method: "POST", body: JSON.stringify({ outcome }) });
  await look();
}

async function again(check) {
  await send({ method: "POST", path: `/again/${encodeURIComponent(check.id)}` });
  await look();
}

/** A page that came by plain HTTP over a network has no clipboard: then the text is selected. */
function copy(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
}

function place(label, url) {
  const line = make("p", undefined, "address");
  const code = make("code", url);
  line.append(code, button(label, () => copy(code)));
  return line;
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
  const addresses = [
    place("Copy issuer", check.issuer), place("Copy report address", new URL(check.report, location.href).href),
  ];
  const actions = make("p", undefined, "actions");
  actions.append(
    button("The app signed in", () => report(check, "accepted")),
    button("The app refused", () => report(check, "rejected")),
    button("The app crashed", () => report(check, "crashed")),
    button("Start over", () => again(check)));
  const reason = make("p");
  const fix = make("p", "", "quiet");
  item.append(header, make("p", check.title + ". " + check.requirement), ...addresses, actions, reason, fix);
  at("checks").append(item);
  return { verdict, reason, fix };
}

async function look() {
  const results = await get("/results.json");
  at("title").textContent = results.title;
  at("about").textContent = results.about;
  at("sum").textContent = results.sum;
  for (const check of results.checks) {
    if (!rows.has(check.id)) rows.set(check.id, row(check));
    const known = rows.get(check.id);
    known.verdict.textContent = check.verdict;
    known.verdict.className = "verdict " + check.verdict.replace(" ", "-");
    known.reason.textContent = check.reason;
    known.fix.textContent = ["fail", "warn"].includes(check.verdict) ? "To fix it: " + check.fix : "";
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

// A secret does not stay where anybody may read it, or a bookmark keep it.
const brought = token(location.hash);
if (brought !== undefined) {
  useToken(brought);
  history.replaceState(null, "", location.pathname);
}
onLocked(askForToken);
watch();
