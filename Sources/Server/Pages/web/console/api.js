// Owns: the way to the control API. The token is asked for once, kept for this tab, and shown nowhere.

const KEPT = "understudy-token";

/** What the control API refuses: its problem document (RFC 9457). */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.title ?? `The server answered ${status}.`);
    this.status = status;
    this.detail = problem.detail ?? "";
    this.errors = problem.errors ?? [];
  }
}

/** No answer came. */
export class Lost extends Error {}

/** Where the control API is, without a slash at its end. */
export const base = new URL(".", document.baseURI).href.replace(/\/$/, "");

let token = sessionStorage.getItem(KEPT) ?? undefined;

export const hasToken = () => token !== undefined;

export function useToken(text) {
  token = text;
  if (text === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, text);
}

/** Asks for the token; set by whoever shows things. Promises to come back once there is another one. */
let askForToken = () => Promise.reject(new Error("nobody asks"));
export function onLocked(ask) {
  askForToken = ask;
}

/**
 * Makes a call; where the token is missing or wrong, it is asked for and the call made again.
 * @param call `{method, path, body}`
 * @returns `{status, value}`
 */
export async function send(call, signal) {
  for (;;) {
    const used = token;
    const answer = await attempt(call, signal);
    if (answer.status !== 401) return read(answer, signal);
    // Another call may have brought a new one meanwhile.
    if (used === token) await askForToken(used !== undefined);
    if (signal?.aborted) throw new DOMException("given up", "AbortError");
  }
}

export async function get(path, signal) {
  return (await send({ method: "GET", path }, signal)).value;
}

async function attempt({ method, path, body }, signal) {
  const headers = { Accept: "application/json" };
  // A header holds no character above 255, and what was typed may be anything.
  if (token !== undefined) headers.Authorization = `Bearer ${token.replace(/[^\x21-\x7e]/g, "?")}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    return await fetch(base + path, { method, headers, body, signal, cache: "no-store", credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Lost("The server does not answer.");
  }
}

async function read(answer, signal) {
  let text;
  try {
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Lost("The response ended early.");
  }
  let value;
  try {
    value = text === "" ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!answer.ok) throw new Refusal(answer.status, value ?? { detail: text });
  return { status: answer.status, value };
}
