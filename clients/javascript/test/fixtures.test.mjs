// The fixtures of the test runners. Vitest and Playwright are stand-ins: they call fixtures as their documentation says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { server } from "understudy";
import { fixtures as playwright } from "understudy/playwright";
import { fixtures as vitest } from "understudy/vitest";

const line = /^exchange 1: POST \/_sandbox\/\S+\/standard\/token → 401: the secret is not that of the client web → \S/m;

/** Makes the request that the server refuses. */
async function wrongSecret(box) {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "web", client_secret: "wrong" });
  assert.equal((await fetch(`${box.providers.standard}/token`, { method: "POST", body })).status, 401);
}

async function ended(box) {
  await assert.rejects(box.getSandbox(), { status: 410 });
}

test("node:test prints the refusals of a failing test only", () => {
  const folder = mkdtempSync(join(process.cwd(), "failing-"));
  writeFileSync(
    join(folder, "failing.test.mjs"),
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { sandbox } from "understudy/node-test";
const post = (box) => fetch(box.providers.standard + "/token", { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: "web", client_secret: "wrong" }) });
test("fails", async (t) => assert.equal((await post(await sandbox(t))).status, 200));
test("passes", async (t) => assert.equal((await post(await sandbox(t))).status, 401));
`,
  );
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const { stdout, status } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", "failing.test.mjs"], { cwd: folder, env, encoding: "utf8" });
  assert.equal(status, 1, stdout);
  assert.equal(stdout.match(/exchange 1: POST .* → 401: the secret is not that of the client web/g)?.length, 1, stdout);
});

for (const [state, printed] of [["fail", true], ["pass", false]]) {
  test(`Vitest: a test with the state ${state}`, async (t) => {
    const errors = t.mock.method(console, "error", () => {});
    const context = { task: { result: undefined }, sandboxSettings: { answer: { sign_in: "alice" } } };
    let box;
    await vitest.sandbox(context, async (given) => {
      box = given;
      assert.deepEqual(await box.getAnswer(), { sign_in: "alice" });
      await wrongSecret(box);
      context.task.result = { state };
    });
    assert.equal(errors.mock.calls.some((call) => line.test(call.arguments[0])), printed);
    await ended(box);
  });
}
test("Vitest: settings by default", () => assert.deepEqual(vitest.sandboxSettings, {}));

for (const [status, printed] of [["failed", true], ["timedOut", true], ["passed", false]]) {
  test(`Playwright: a test with the status ${status}`, async () => {
    const attached = [];
    const info = { status: undefined, expectedStatus: "passed", attach: async (name, options) => attached.push({ name, ...options }) };
    let box;
    await playwright.sandbox({ sandboxSettings: playwright.sandboxSettings[0] }, async (given) => {
      box = given;
      await wrongSecret(box);
      info.status = status;
    }, info);
    assert.equal(attached.length, printed ? 1 : 0);
    if (printed) {
      assert.match(attached[0].body, line);
      assert.equal(attached[0].contentType, "text/plain");
    }
    await ended(box);
  });
}
test("Playwright: sandboxSettings is an option", () => assert.deepEqual(playwright.sandboxSettings, [{}, { option: true }]));

// Both runners read the names of a fixture's dependencies from the source of the function.
test("the first parameter of each fixture is a pattern", () => {
  for (const { sandbox } of [vitest, playwright]) assert.match(sandbox.toString(), /^async \(\{[\w, ]+\}, use/);
});

test("a global set-up leads all processes to one server, and stops it", () => {
  const code = `import setup from "understudy/global-setup";
const stop = await setup();
const answers = () => fetch(process.env.UNDERSTUDY_URL + "/_understudy/health").then((response) => response.status, () => "none");
console.log(process.env.UNDERSTUDY_URL, await answers());
await stop();
console.log(await answers());`;
  const print = (url) => {
    const env = { ...process.env, UNDERSTUDY_URL: url };
    return spawnSync(process.execPath, ["--input-type=module", "--eval", code], { env, encoding: "utf8" }).stdout;
  };
  assert.match(print(""), /^http:\S+ 200\nnone\n$/);
});

test("a global set-up uses the server of UNDERSTUDY_URL, and leaves it", async () => {
  const { url } = await server();
  const code = `import setup from "understudy/global-setup"; await (await setup())(); console.log(process.env.UNDERSTUDY_URL)`;
  const env = { ...process.env, UNDERSTUDY_URL: url };
  const child = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { env, encoding: "utf8" });
  assert.equal(child.stdout, `${url}\n`);
  assert.equal((await fetch(`${url}/_understudy/health`)).status, 200);
});
