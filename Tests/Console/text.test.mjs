import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./module.mjs";

const text = await load("text.js");

test("a clause of an RFC is a link to its section", () => {
  const site = "https://www.rfc-editor.org/rfc/";
  assert.equal(text.clauseLink("RFC 6749 §4.1.2.1"), `${site}rfc6749#section-4.1.2.1`);
  assert.equal(text.clauseLink("RFC 6749 Appendix B"), `${site}rfc6749#appendix-B`);
  assert.equal(text.clauseLink("RFC 9207"), `${site}rfc9207`);
  for (const other of ["OpenID Connect Core §3.1.2.1", "rule late", "javascript:alert(1)", "", undefined]) {
    assert.equal(text.clauseLink(other), undefined);
  }
});

test("filters have the API's names, and words are looked for here", () => {
  const query = [["outcome", "refused"], ["text", "a b"], ["client", ""], ["new", "x"]];
  assert.deepEqual(text.filters(query), { asked: [["outcome", "refused"]], text: "a b" });
  assert.ok(text.contains("post /token invalid_grant", "Invalid post"));
  assert.ok(!text.contains("post /token", "get"));
});

test("a place is said as short as it can be", () => {
  const at = (target, authority = "here:1") => text.place({ target, authority }, "box", "here:1");
  assert.equal(at("/_sandbox/box/vk/authorize?a=1"), "/vk/authorize");
  assert.equal(at("/_sandbox/boxer/vk"), "/_sandbox/boxer/vk");
  assert.equal(at("/authorize?x", "oauth.vk.com"), "oauth.vk.com/authorize");
});

test("parameters are read as they were sent, twice where they were sent twice", () => {
  assert.deepEqual(text.query("/a?x=1&x=%3Cb%3E&y"), [["x", "1"], ["x", "<b>"], ["y", ""]]);
  assert.deepEqual(text.query("/a"), []);
  assert.deepEqual(text.redirect("https://a.test/cb?code=1#state=2"), [["code", "1"], ["state", "2"]]);
  assert.deepEqual(text.redirect("https://a.test/cb#top"), []);
});

test("a body that says it is JSON and is not is shown all the same", () => {
  assert.equal(text.readable('{"a":1}', "application/json"), '{\n  "a": 1\n}');
  assert.equal(text.readable('{"a":', "application/json"), '{"a":');
  assert.equal(text.readable("<b>", "text/html"), "<b>");
});

test("a rule is one line", () => {
  const rule = { match: { endpoint: "token", parameters: { code: true } }, then: { condition: "code_expired", reset: true } };
  assert.equal(text.ruleLine(rule), 'endpoint token, parameters {"code":true} → condition code_expired, reset');
  assert.equal(text.ruleLine({ then: { delay: 5 } }), "every request → delay 5");
  assert.equal(text.ruleLine({ limit: { requests: 5, per: "PT1S" } }), "every request beyond 5 per PT1S → condition rate_limited");
});

test("an outcome has a colour by what it says", () => {
  assert.equal(text.tone({ outcome: "refused: code_expired" }), "bad");
  assert.equal(text.tone({ outcome: "granted: code", response: { status: 302 } }), "good");
  assert.equal(text.tone({ outcome: "by rule late", response: { status: 503 } }), "bad");
  assert.equal(text.tone({}), "");
});

test("a secret that is not shown has to be said anew", () => {
  const shown = text.withSecret("secret", true, { name: "{}" });
  assert.throws(() => JSON.parse(shown), SyntaxError);
  assert.deepEqual(JSON.parse(shown.replace("‹enter it again›", '"x"')), { secret: "x", name: "{}" });
  assert.deepEqual(JSON.parse(text.withSecret("secret", false, { name: "a" })), { name: "a" });
});

test("a duration is said in words", () => {
  assert.equal(text.spoken("PT1H"), "1 hour");
  assert.equal(text.spoken("P2DT1M30S"), "2 days 1 minute 30 seconds");
  for (const other of ["PT0S", "soon", "P1Y"]) assert.equal(text.spoken(other), other);
});

test("an instant of another day has its date", () => {
  const now = new Date("2030-01-02T12:00:00Z");
  const [today, other] = ["2030-01-02T12:34:56Z", "2030-03-04T12:34:56Z"].map((instant) => text.clock(instant, now));
  assert.match(today, /^\d\d:34:56$/);
  assert.match(other, /^2030-03-0\d \d\d:34:56$/);
  assert.equal(text.clock("nonsense", now), "nonsense");
});
