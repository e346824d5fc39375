// Owns: the console's frame: which view is shown, for which sandbox, whether the server can be reached, and the token.
import { base, get, onLocked, useToken } from "./api.js";
import { Clients } from "./clients.js";
import { again, ProblemBox } from "./command.js";
import { el } from "./dom.js";
import { Feed } from "./feed.js";
import { Journal } from "./journal.js";
import { People } from "./people.js";
import { Quirks } from "./quirks.js";
import { link, parse, token, VIEWS } from "./route.js";
import { Rules } from "./rules.js";
import { Sandboxes } from "./sandboxes.js";
import { State } from "./state.js";
import { askForToken } from "./token.js";
import { Tokens } from "./tokens.js";

const CLASSES = {
  journal: Journal, rules: Rules, people: People, clients: Clients, tokens: Tokens, state: State, quirks: Quirks,
};
const main = document.getElementById("view");
const nav = document.getElementById("nav");
const crumb = document.getElementById("sandbox");
const state = document.getElementById("state");
const feed = new Feed();

/** What is shown: the view, its sandbox and its name. */
let shown = {};

// A secret does not stay where anybody may read it, or a bookmark keep it.
function takeToken() {
  const brought = token(location.hash);
  if (brought === undefined) return;
  useToken(brought);
  history.replaceState(null, "", `${location.pathname}${location.search}#/default/journal`);
}

async function show() {
  takeToken();
  const route = parse(location.hash);
  const isSame = shown.view && shown.sandbox === route.sandbox && shown.name === route.view;
  if (!isSame) {
    shown.view?.leave?.();
    feed.follow(route.sandbox);
    const context = {
      sandbox: route.sandbox, feed, path: `/sandboxes/${encodeURIComponent(route.sandbox)}`, isFirst: shown.view === undefined,
    };
    const view = route.sandbox === undefined ? new Sandboxes() : new CLASSES[route.view](context);
    const isFirst = context.isFirst;
    shown = { view, sandbox: route.sandbox, name: route.view, context };
    main.replaceChildren(view.root);
    main.scrollTop = 0;
    scrollTo(0, 0);
    if (!isFirst) view.root.querySelector("h1")?.focus({ preventScroll: true });
  }
  frame(route);
  const { view, context } = shown;
  try {
    await view.take(route);
  } catch (error) {
    const box = new ProblemBox();
    main.prepend(box.root);
    box.show(error);
  }
  context.isFirst = false;
}

function frame({ sandbox, view, item }) {
  crumb.hidden = sandbox === undefined;
  crumb.querySelector("b").textContent = sandbox ?? "";
  nav.hidden = sandbox === undefined || feed.state === "gone";
  nav.firstElementChild.replaceChildren(...(sandbox === undefined ? [] : VIEWS.map((name) => el("li", {}, el("a", {
    href: link({ sandbox, view: name }), "aria-current": name === view ? "page" : null,
  }, name[0].toUpperCase() + name.slice(1))))));
  document.title = [item, view, sandbox ?? "Sandboxes", "Understudy"].filter(Boolean).join(" · ");
}

const STATES = { live: "Live", connecting: "Connecting…", lost: "No connection", gone: "Gone", paused: "Paused" };

function connection() {
  const { state: now, why } = feed;
  state.hidden = feed.sandbox === undefined;
  state.className = `state ${now}`;
  state.querySelector("b").textContent = STATES[now];
  state.querySelector("span").textContent = now === "lost" || now === "gone" ? why : "";
  state.querySelector("button").hidden = now !== "lost";
  nav.hidden = feed.sandbox === undefined || now === "gone";
}

feed.addEventListener("state", connection);
// Another server, or another sandbox of this name: nothing that is shown holds.
feed.addEventListener("restart", () => {
  const { view } = shown;
  if (view?.restart) view.restart();
  else view?.take(parse(location.hash));
  state.querySelector("span").textContent = "The server or the sandbox was restarted.";
});
state.querySelector("button").addEventListener("click", () => feed.retry());
addEventListener("online", () => feed.retry());
document.addEventListener("visibilitychange", () => (document.hidden ? feed.pause() : feed.resume()));
// Behind the # stands the address of a view: this link goes nowhere but to the content.
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
onLocked(async (wasWrong) => {
  await askForToken(wasWrong);
  again();
});

await Promise.all([show(), (async () => {
  const { version } = await get("/").catch(() => ({}));
  if (version) document.getElementById("version").textContent = version;
})()]);
connection();
document.documentElement.dataset.ready = base;
