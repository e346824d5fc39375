import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { load } from "./module.mjs";

const { bodyText, curl, curlAgain, quote } = await load("shell.js");
const BASE = "http://127.0.0.1:8400/_understudy";

/** The words that a shell makes of a line, with what $TOKEN stands for. */
function words(line) {
  const out = execFileSync("sh", ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], { env: { TOKEN: "of the reader" } });
  return out.toString().split("\0").slice(0, -1);
}

const NASTY = ["", "a", "a b", "it's", "''", "$TOKEN", "`id`", "$(id)", "a\nb", "\\", "\\'", '"', "!!", "*", "~", "{a,b}", "#", "é\u{1f642}", "-x", ";", "\t"];

test("a word is what it was, after any shell", () => {
  for (const word of NASTY) assert.deepEqual(words(quote(word)), [word]);
  assert.deepEqual(words(NASTY.map(quote).join(" ")), NASTY);
});

test("a call is a line that sends the same", () => {
  for (const text of NASTY) {
    const call = { method: "PUT", path: `/sandboxes/default/people/${encodeURIComponent(text)}`, body: { text } };
    assert.deepEqual(words(curl(BASE, call)), [
      "curl", "-X", "PUT", BASE + call.path, "-H", "Content-Type: application/json", "-d", JSON.stringify({ text }),
    ]);
  }
});

test("a line is as short as it can be", () => {
  assert.equal(curl(BASE, { method: "GET", path: "/sandboxes" }), `curl ${BASE}/sandboxes`);
  assert.equal(curl(BASE, { method: "POST", path: "/sandboxes" }), `curl -X POST ${BASE}/sandboxes`);
  assert.equal(
    curl(BASE, { method: "POST", path: "/sandboxes", body: {} }),
    `curl ${BASE}/sandboxes -H 'Content-Type: application/json' -d '{}'`,
  );
  assert.equal(curl(BASE, { method: "DELETE", path: "/x?a=1&b=2" }), `curl -X DELETE '${BASE}/x?a=1&b=2'`);
});

test("a token is named for the shell to put in, and not said", () => {
  const line = curl(BASE, { method: "GET", path: "/sandboxes" }, true);
  assert.deepEqual(words(line), ["curl", `${BASE}/sandboxes`, "-H", "Authorization: Bearer of the reader"]);
});

test("text that somebody typed is sent as it is, also where it is no JSON", () => {
  assert.equal(bodyText('{"a": 1, }'), '{"a": 1, }');
  assert.equal(bodyText({ a: 1 }), '{"a":1}');
  assert.equal(bodyText(undefined), undefined);
});

test("a request of the journal can be sent again", () => {
  const request = {
    method: "POST", scheme: "http", authority: "127.0.0.1:8400", target: "/standard/token?it's",
    headers: [{ name: "Host", value: "127.0.0.1:8400" }, { name: "Content-Length", value: "9" }, { name: "X-A", value: "it's" }],
    body: "@a=1&b='2",
  };
  assert.deepEqual(words(curlAgain(request)), [
    "curl", "http://127.0.0.1:8400/standard/token?it's", "-H", "X-A: it's", "--data-raw", "@a=1&b='2",
  ]);
});
