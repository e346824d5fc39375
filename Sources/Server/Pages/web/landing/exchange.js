// One request of this page with its answer, and the same as a command.
import { announce, element } from "./dom.js";

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const form = (pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
const shown = ["content-type", "www-authenticate", "location", "retry-after", "cache-control", "understudy-rule", "understudy-exchange"];

/**
 * What is to be sent to an endpoint of the plan.
 * Pairs stand in the query or in the form, wherever the endpoint reads them.
 */
export function request(call, pairs = [], { authorization = null, basic = null } = {}) {
  const isForm = call.place === "form" && call.method !== "GET";
  const query = isForm ? "" : form(pairs);
  const url = query ? `${call.url}${call.url.includes("?") ? "&" : "?"}${query}` : call.url;
  return { name: call.name, method: call.method, url, body: isForm ? form(pairs) : null, authorization, basic };
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined. */
const basicHeader = ([id, secret]) => `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;

export function curl({ method, url, body, authorization, basic }) {
  const words = ["curl -i"];
  if (method !== (body === null ? "GET" : "POST")) words.push(`-X ${method}`);
  if (basic) words.push(`-u ${quoted(basic.map(encodeURIComponent).join(":"))}`);
  if (authorization) words.push(`-H ${quoted(`Authorization: ${authorization}`)}`);
  words.push("-H 'Accept: application/json'");
  if (body !== null) words.push(`-d ${quoted(body)}`);
  words.push(quoted(url));
  return words.join(" \\\n  ");
}

export async function send(asked) {
  const headers = { Accept: "application/json" };
  if (asked.body !== null) headers["Content-Type"] = "application/x-www-form-urlencoded";
  if (asked.basic) headers.Authorization = basicHeader(asked.basic);
  if (asked.authorization) headers.Authorization = asked.authorization;
  // No cookies: a program that calls has none.
  const answer = await fetch(asked.url, {
    method: asked.method, headers, body: asked.body, credentials: "omit", redirect: "manual", cache: "no-store",
  });
  const text = await answer.text();
  return { status: answer.status, reason: answer.statusText, headers: answer.headers, text, json: parsed(text) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The exchange as a part of the page. */
export function view(asked, answer, sandbox) {
  const number = answer.headers.get("understudy-exchange");
  const head = shown.filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}`);
  const body = answer.json === null ? answer.text : JSON.stringify(answer.json, null, 2);
  const isGood = answer.status >= 200 && answer.status < 300;
  const title = element("h3", { tabindex: "-1" },
    `${asked.name}: ${asked.method} ${new URL(asked.url).pathname} `,
    element("span", { class: `tag ${isGood ? "good" : "bad"}` }, `${answer.status} ${answer.reason}`.trim()));
  const part = element("section", { class: "card" }, title,
    element("div", { class: "exchange" },
      element("div", {}, element("h4", {}, "Request"), element("pre", {}, curl(asked))),
      element("div", {}, element("h4", {}, "Response"), element("pre", {}, [`HTTP ${answer.status}`, ...head, "", body].join("\n")))),
    number && element("p", {}, element("a", { href: journal(sandbox, number) }, `Exchange ${number} in the journal`),
      " shows the decision and the reason."));
  announce(`${asked.name} answered ${answer.status}`);
  return part;
}

export const journal = (sandbox, number) =>
  `/_understudy/#/${encodeURIComponent(sandbox)}/journal${number ? `/${number}` : ""}`;
