// A try begins: what only this tab may know is made here, and kept here until the answer comes back.
import { base64url, randomText, sha256 } from "./bytes.js";

const key = (state) => `understudy-try ${state}`;
const last = "understudy-try";

/** The address that a try opens. What is to be compared and redeemed later is kept in this tab. */
export function begin(plan, type, mode) {
  const { names, url } = plan.authorize;
  const begun = { plan, type, mode, state: randomText() };
  const parameters = [];
  const add = (name, value) => {
    if (names[name] && value) parameters.push(`${encodeURIComponent(names[name])}=${encodeURIComponent(value)}`);
  };
  const words = type.split(" ");
  add("client_id", plan.client_id);
  add("redirect_uri", plan.redirect_uri);
  add("response_type", type);
  add("scope", plan.scope);
  add("state", begun.state);
  // Whoever is signed in already may go on, or use another account.
  add("prompt", plan.prompt);
  add("response_mode", mode);
  if (names.nonce && (words.includes("id_token") || plan.scope.split(" ").includes("openid"))) {
    begun.nonce = randomText();
    add("nonce", begun.nonce);
  }
  if (names.code_challenge && words.includes("code")) {
    begun.verifier = randomText();
    add("code_challenge", base64url(sha256(begun.verifier)));
    add("code_challenge_method", "S256");
  }
  begun.url = `${url}${url.includes("?") ? "&" : "?"}${parameters.join("&")}`;
  sessionStorage.setItem(key(begun.state), JSON.stringify(begun));
  sessionStorage.setItem(last, begun.state);
  return begun.url;
}

/** The try that sent this state; null where this tab sent none such. */
export function begunWith(state) {
  const kept = state ? sessionStorage.getItem(key(state)) : null;
  return kept ? JSON.parse(kept) : null;
}

/** The last try of this tab. */
export const lastBegun = () => begunWith(sessionStorage.getItem(last));
