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
    "form", { method: "dialog" }, el("h2", { id: "token-title" }, "The control token"),
    wasWrong && el("p", { class: "problem", role: "alert" }, "The server does not take this token."),
    field("Token", input),
    el(
      "p", { class: "quiet" }, "The server printed it when it started, with a link that brings it along. It is also what ",
      el("code", {}, "--control-token"), " or ", el("code", {}, "UNDERSTUDY_CONTROL_TOKEN"), " gave, and ",
      el("code", {}, "control_token"), " in the ready file. It is kept until this tab is closed.",
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
