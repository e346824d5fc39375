// Owns: how a call of the control API is written for a shell. Pure.

/** One word of a POSIX shell, whatever is in it. */
export function quote(word) {
  return /^[A-Za-z0-9_@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The body of a call as it is sent: text that somebody typed stays as it is. */
export function bodyText(body) {
  if (body === undefined) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}

/**
 * The `curl` line of a call.
 * @param base where the control API is, without a slash at its end
 * @param call `{method, path, body}`
 * @param hasToken whether a token is in use: the line names `$TOKEN` and never holds it
 */
export function curl(base, call, hasToken = false) {
  const words = ["curl"];
  if (call.method !== "GET" && !(call.method === "POST" && call.body !== undefined)) words.push("-X", call.method);
  words.push(quote(base + call.path));
  // In double quotes, so that the shell puts the token in.
  if (hasToken) words.push("-H", '"Authorization: Bearer $TOKEN"');
  const body = bodyText(call.body);
  if (body !== undefined) words.push("-H", quote("Content-Type: application/json"), "-d", quote(body));
  return words.join(" ");
}

const HEADERS_OF_CURL = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** The request of a journal entry as a `curl` line; what the journal hides stays hidden. */
export function curlAgain(request) {
  const words = ["curl"];
  if (request.method !== "GET" && !(request.method === "POST" && request.body)) words.push("-X", request.method);
  words.push(quote(`${request.scheme}://${request.authority}${request.target}`));
  for (const { name, value } of request.headers) {
    if (!HEADERS_OF_CURL.has(name.toLowerCase())) words.push("-H", quote(`${name}: ${value}`));
  }
  // Not -d: a body that begins with @ would name a file.
  if (request.body) words.push("--data-raw", quote(request.body));
  return words.join(" ");
}
