// Owns: how an entry of the journal reads. Pure.

/** The filters that the control API has for the journal, in the order in which they are shown. */
export const FILTERS = [
  ["outcome", "Outcome"], ["provider", "Provider"], ["endpoint", "Endpoint"], ["client", "Client"],
  ["person", "Person"], ["condition", "Condition"], ["rule", "Rule"], ["path", "Path begins with"],
  ["status", "Status"], ["kind", "Kind"],
];

/** What of a view's query the control API is asked, and what is looked for in the answer. */
export function filters(query) {
  const names = new Set(FILTERS.map(([name]) => name));
  return {
    asked: query.filter(([name, value]) => names.has(name) && value !== ""),
    text: query.find(([name]) => name === "text")?.[1] ?? "",
  };
}

/** Whether each word of a text stands somewhere in an entry. */
export function contains(haystack, text) {
  return text.toLowerCase().split(/\s+/).every((word) => haystack.includes(word));
}

/** Where a request went, as short as it can be said: without the sandbox's prefix, with a host that is not this one. */
export function place(request, sandbox, host) {
  let path = request.target.split("?", 1)[0];
  const prefix = `/_sandbox/${sandbox}`;
  if (path.startsWith(`${prefix}/`)) path = path.slice(prefix.length);
  return request.authority === host ? path : request.authority + path;
}

/** good, bad or nothing, for the colour of an outcome. */
export function tone(entry) {
  const outcome = entry.outcome ?? "";
  if (/^(refused|wrong password|locked out|reset|closed)/.test(outcome) || entry.response?.status >= 400) return "bad";
  return /^(granted|signed in|minted)/.test(outcome) ? "good" : "";
}

/** The address of an RFC's section; nothing where a clause names no RFC. */
export function clauseLink(clause) {
  const found = /^RFC (\d{1,5})(?: (?:§(\d+(?:\.\d+)*)|Appendix ([A-Z](?:\.\d+)*)))?/.exec(clause ?? "");
  if (!found) return undefined;
  const [, number, section, appendix] = found;
  const anchor = section ? `#section-${section}` : appendix ? `#appendix-${appendix}` : "";
  return `https://www.rfc-editor.org/rfc/rfc${number}${anchor}`;
}

/** The parameters of a query, or of a form. */
export function parameters(text) {
  return text ? [...new URLSearchParams(text)] : [];
}

export function query(target) {
  const place = target.indexOf("?");
  return place < 0 ? [] : parameters(target.slice(place + 1).split("#", 1)[0]);
}

/** What a redirect carries, before and behind its #. */
export function redirect(location) {
  const [before, fragment = ""] = location.split("#", 2);
  return [...query(before), ...(/[=&]/.test(fragment) ? parameters(fragment) : [])];
}

export function header(message, name) {
  return message.headers.find((field) => field.name.toLowerCase() === name)?.value;
}

/** A body that can be read: JSON with its lines. */
export function readable(body, type = "") {
  if (!/json/.test(type)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The wall clock of whoever looks, with the day where it is another one than theirs. */
export function clock(instant, now = new Date()) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const time = date.toLocaleTimeString("en-GB");
  return date.toDateString() === now.toDateString() ? time : `${date.toLocaleDateString("sv-SE")} ${time}`;
}

/** An ISO 8601 duration in words; another text as it is. */
export function spoken(duration) {
  const [, ...amounts] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  const words = ["day", "hour", "minute", "second"].flatMap((unit, index) => {
    const amount = Number(amounts[index] ?? 0);
    return amount === 0 ? [] : [`${amount} ${unit}${amount === 1 ? "" : "s"}`];
  });
  return words.join(" ") || duration;
}

/** A rule in a line: what has to match, and what it does. */
export function ruleLine(rule) {
  const match = Object.entries(rule.match ?? {}).map(([name, value]) => `${name} ${short(value)}`);
  const then = Object.entries(rule.then ?? {}).map(([name, value]) => (value === true ? name : `${name} ${short(value)}`));
  const limit = rule.limit ? ` beyond ${rule.limit.requests} per ${rule.limit.per}` : "";
  return `${match.join(", ") || "every request"}${limit} → ${then.join(", ") || "condition rate_limited"}`;
}

function short(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

/**
 * Members to be sent again. A secret is not shown, so it has to be entered again: until then this is no JSON, and the API
 * refuses it, where any text of ours would take the secret's place unseen.
 */
export function withSecret(name, isThere, members) {
  const text = JSON.stringify(members, null, 2);
  return isThere ? text.replace("{", `{\n  ${JSON.stringify(name)}: ‹enter it again›,`) : text;
}
