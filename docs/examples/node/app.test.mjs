import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inSandbox, start } from "./understudy.mjs";

let understudy;
before(async () => { understudy = await start(); });
after(() => understudy.stop());

/** A test in a sandbox of its own. */
const test = (name, body) => it(name, () => inSandbox(understudy.url, body));

describe("signing in", { concurrency: 8 }, () => {
  test("greets who signed in", async ({ browser }) => {
    assert.equal((await browser.open("/login")).text, "Hello, Alice Liddell!");
  });

  test("takes a denial for one", async ({ sandbox, browser }) => {
    await sandbox.command("PUT", "answer", { sign_in: "alice", consent: "denied" });
    const page = await browser.open("/login");
    assert.equal(page.status, 403);
    assert.match(page.text, /access_denied/);
  });

  test("refuses a code that has expired", async ({ sandbox, browser }) => {
    const callback = await browser.open("/login", "/callback");
    await sandbox.command("POST", "clock", { age: "PT10M" });
    assert.equal((await browser.open(callback)).status, 502);
    assert.deepEqual((await sandbox.refusals()).map((entry) => entry.condition), ["code_expired"]);
  });

  test("refuses another state", async ({ sandbox, browser }) => {
    await sandbox.rule("authorize", { change: { set: { state: "not-the-one-you-sent" } } });
    assert.equal((await browser.open("/login")).status, 400);
    assert.match((await browser.open("/")).text, /Sign in/);
  });

  test("refuses a callback that nobody asked for", async ({ browser }) => {
    assert.equal((await browser.open("/callback?code=stolen&state=")).status, 400);
  });

  test("recovers when the token endpoint fails once", async ({ sandbox, browser }) => {
    await sandbox.rule("token", { answer: { status: 503 } }, { times: 1 });
    assert.equal((await browser.open("/login")).status, 502);
    assert.equal((await browser.open("/login")).text, "Hello, Alice Liddell!");
  });

  const forgeries = [
    { signature: "bad" },
    { signature: "none" },
    { kid: "nobody-has-this-key" },
    { claims: { iss: "https://attacker.example" } },
    { claims: { aud: "another-client" } },
    { claims: { nonce: "not-the-one-you-sent" } },
    { claims: { sub: null } },
    { shift: -86400 },
  ];
  for (const forgery of forgeries) {
    test(`refuses an ID token with ${JSON.stringify(forgery)}`, async ({ sandbox, browser }) => {
      await sandbox.rule("token", { change: { tokens: { id: forgery } } });
      assert.equal((await browser.open("/login")).status, 502);
      assert.match((await browser.open("/")).text, /Sign in/);
    });
  }
});
