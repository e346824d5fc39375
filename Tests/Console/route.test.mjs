import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./module.mjs";

const { link, parse, token } = await load("route.js");

test("an address leads to where it was made for", () => {
  for (const route of [
    { query: [] },
    { sandbox: "default", view: "journal", item: undefined, query: [] },
    { sandbox: "ci-1234", view: "journal", item: "17", query: [["outcome", "refused"], ["text", "a b&c=#?/%"]] },
    { sandbox: "default", view: "rules", item: "a/b c", query: [["new", '{"a": 1}']] },
  ]) {
    assert.deepEqual(parse(link(route)), route);
  }
});

test("what somebody typed leads somewhere", () => {
  assert.deepEqual(parse(""), { query: [] });
  assert.deepEqual(parse("#nonsense"), { query: [] });
  assert.equal(parse("#/default").view, "journal");
  assert.equal(parse("#/default/nowhere").view, "journal");
  assert.equal(parse("#/%zz/rules").sandbox, "%zz");
});

test("a token is found in a link from the terminal alone", () => {
  assert.equal(token("#token=a%20b"), "a b");
  assert.equal(token("#token="), undefined);
  assert.equal(token("#/default/journal?token=a"), undefined);
});
