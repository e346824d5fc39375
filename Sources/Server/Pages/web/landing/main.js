// The page where tries begin and come back.
import { element } from "./dom.js";
import { begin } from "./start.js";
import { land, retry } from "./returned.js";

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");

function frame(title, ...parts) {
  document.title = `${title} - Understudy`;
  main.replaceChildren(
    element("nav", { "aria-label": "Understudy" },
      element("strong", {}, "Understudy"),
      element("a", { href: data.home }, "All providers"),
      element("a", { href: `/_understudy/#/${encodeURIComponent(data.sandbox)}/journal` }, "Journal")),
    element("h1", {}, title),
    ...parts);
}

function start(plan) {
  if (!plan) {
    frame("This provider can't be tried", element("p", { class: "problem" }, data.why));
    return;
  }
  const query = new URLSearchParams(location.search);
  const type = plan.types.includes(query.get("type")) ? query.get("type") : plan.types.includes("code") ? "code" : plan.types[0];
  const mode = plan.modes.includes(query.get("mode")) ? query.get("mode") : plan.mode ?? null;
  const url = begin(plan, type, mode);
  frame(`Opening ${plan.title}`, element("p", {}, element("a", { href: url }, "Continue")), retry(plan, type, mode));
  // In the place of this page: the way back leads to where the try was chosen.
  location.replace(url);
}

if ("try" in data) start(data.try);
else land(data, frame);
