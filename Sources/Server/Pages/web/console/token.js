// Owns: asking for the control token. It is kept by api.js, and goes nowhere else.
import { useToken } from "./api.js";
import { el, field } from "./dom.js";

/** Several calls may find the door locked at once: they wait for one answer. */
let asked;

/** @param wasWrong whether the server has refused one */
export function askForToken(wasWrong) {
  asked ??= ask(wasWrong).finally(() => {
    asked = undefined;
  });
  return asked;
}

function ask(wasWrong) {
  const input = el("input", { type: "password", name: "token", required: true, autocomplete: "off", spellcheck: "false" });
  const form = el(
    "form", { method: "dialog" }, el("h2", { id: "token-title" }, "Control token"),
    wasWrong && el("p", { class: "problem", role: "alert" }, "The server refused this token."),
    field("Token", input),
    el(
      "p", { class: "quiet" }, "The server printed a link with the token when it started. The token is also the value of ",
      el("code", {}, "--control-token"), " or ", el("code", {}, "UNDERSTUDY_CONTROL_TOKEN"), ", and of ",
      el("code", {}, "control_token"), " in the ready file. The console keeps it until you close this tab.",
    ),
    el("div", { class: "row" }, el("button", { class: "main" }, "Open")),
  );
  const dialog = el("dialog", { "aria-labelledby": "token-title" }, form);
  // There is nothing behind it to go back to.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      useToken(input.value.trim());
      dialog.remove();
      resolve();
    });
    dialog.showModal();
    input.focus();
  });
}
