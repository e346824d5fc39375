// Runs in a folder where the package is installed: scripts/test-client-packages.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { ControlAPIError, Sandbox, Server, server, start } from "understudy";
import { sandbox } from "understudy/node-test";
import { operations, serverOperations } from "../node_modules/understudy/operations.js";

const web = "Basic " + btoa("web:understudy-secret-0123456789");

/** A sign-in as an app does it. Returns the claims of UserInfo. */
async function signIn(provider) {
  const callback = "http://127.0.0.1:7999/cb";
  const asked = { client_id: "web", redirect_uri: callback, response_type: "code", state: "42", scope: "openid email" };
  const redirect = await fetch(`${provider}/authorize?${new URLSearchParams(asked)}`, { redirect: "manual" });
  const answered = new URL(redirect.headers.get("Location")).searchParams;
  if (answered.has("error")) throw new Error(answered.get("error"));
  const tokens = await fetch(`${provider}/token`, {
    method: "POST",
    headers: { Authorization: web },
    body: new URLSearchParams({ grant_type: "authorization_code", code: answered.get("code"), redirect_uri: callback }),
  });
  if (!tokens.ok) throw new Error(`the token endpoint says ${tokens.status}`);
  const { access_token } = await tokens.json();
  return (await fetch(`${provider}/userinfo`, { headers: { Authorization: `Bearer ${access_token}` } })).json();
}

/** Runs a program in its own process, without the settings of the test runner. */
async function run(code, environment = {}) {
  const env = { ...process.env, ...environment };
  delete env.NODE_TEST_CONTEXT;
  if (!("UNDERSTUDY_URL" in environment)) delete env.UNDERSTUDY_URL;
  return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], { env });
}

test("the command of the package", () => {
  assert.match(execFileSync("node_modules/.bin/understudy", ["--version"], { encoding: "utf8" }), /^\d+\.\d+\.\d+\n$/);
});

test("the client has the operations of the server, at their addresses", async () => {
  const { url } = await server();
  const { paths } = await (await fetch(`${url}/_understudy/openapi.json`)).json();
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    ["get", "post", "put", "patch", "delete"].filter((method) => item[method]?.operationId).map((method) => ({ path, method, ...item[method] })),
  );
  const received = [];
  class Recorder extends Server {
    async request(method, path, body, query) {
      received.push({ method, path, body, query });
      return { id: "ID", providers: {} };
    }
  }
  const recorder = new Recorder("http://127.0.0.1:9");
  const box = await recorder.createSandbox();
  // createSandbox is written by hand, and a program does not ask for the last two.
  const known = [...Object.keys(operations), ...Object.keys(serverOperations), "createSandbox", "index", "describe"];
  assert.deepEqual(known.sort(), documented.map((each) => each.operationId).sort());
  for (const { operationId, method, path, parameters = [], requestBody } of documented) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).filter((name) => name !== "sandbox");
    const last = requestBody ? { a: 1 } : parameters.some((each) => each.in === "query") ? { after: 1 } : undefined;
    if (["index", "describe"].includes(operationId)) continue;
    const target = operationId in operations ? box : recorder;
    await target[operationId](...names.map((name) => `${name} /ü`), ...(last ? [last] : []));
    const expected = names.reduce((text, name) => text.replace(`{${name}}`, encodeURIComponent(`${name} /ü`)), path.replace("{sandbox}", "ID"));
    const call = received.at(-1);
    assert.equal(`${call.method} ${call.path}`, `${method.toUpperCase()} ${expected}`, operationId);
    assert.equal(call.body !== undefined, requestBody !== undefined, operationId);
    assert.equal(call.query !== undefined, last !== undefined && !requestBody, operationId);
  }
});

test("a sign-in, a rule, and the journal", async (t) => {
  const box = await sandbox(t, { answer: { sign_in: "alice" } });
  assert.equal((await signIn(box.providers.standard)).email, "alice@example.test");
  const [rule] = await box.addRules({ match: { endpoint: "token" }, times: 1, then: { answer: { status: 503 } } });
  await assert.rejects(signIn(box.providers.standard), /503/);
  assert.equal((await box.getRule(rule.id)).spent, true);
  assert.deepEqual((await box.readJournal({ endpoint: "token" })).map((entry) => entry.response.status), [200, 503]);
  assert.deepEqual(await box.countJournal({ endpoint: "token" }), { count: 2 });
  assert.equal(await box.clearRules(), undefined);
  assert.match(await box.readJournal({ format: "ndjson" }), /^\{.*\}\n/);
});

test("people, clock and checkpoints", async (t) => {
  const box = await sandbox(t);
  await box.createCheckpoint({ name: "empty" });
  await box.putPerson("carol", { password: "dormouse", email: "carol@example.test" });
  await box.patchPerson("carol", { name: "Carol" });
  await box.setAnswer({ sign_in: "carol" });
  assert.equal((await signIn(box.providers.standard)).email, "carol@example.test");
  const before = await box.getClock();
  const after = await box.changeClock({ advance: "P1D", freeze: true });
  assert.ok(Date.parse(after.now) - Date.parse(before.now) >= 86_400_000);
  await box.restoreCheckpoint("empty");
  await assert.rejects(box.getPerson("carol"), { status: 404 });
  const minted = await box.mintTokens({ provider: "standard", client: "web", person: "alice", scopes: ["email"] });
  await box.revokeToken(minted.tokens[0].id);
  assert.equal((await box.listTokens({ kind: "access", status: "revoked" })).length, 1);
});

test("operations of the server", async (t) => {
  const box = await sandbox(t, { name: "listed" });
  const found = (await box.server.listSandboxes({ limit: 100 })).find((each) => each.id === box.id);
  assert.equal(found.name, "listed");
  assert.deepEqual(await box.server.request("GET", "health"), await box.server.request("GET", "/health"));
  assert.ok((await box.server.listScenarios()).some((each) => each.id === "slow"));
});

test("a refused operation throws status, title and detail", async (t) => {
  const box = await sandbox(t);
  const refused = await box.addRules({ match: { endpoint: "tokn" }, then: { reset: true } }).catch((error) => error);
  assert.ok(refused instanceof ControlAPIError && refused instanceof Error);
  assert.equal(refused.status, 422);
  assert.ok(refused.title);
  assert.match(refused.detail, /no provider has an endpoint "tokn"; did you mean "token"\?/);
  assert.equal(refused.pointer, "/match/endpoint");
  assert.match(refused.message, /^422 .*[^.]: no provider.*tokn/);
});

test("a call with other arguments says which ones are expected", async (t) => {
  const box = await sandbox(t);
  for (const [call, message] of [
    [() => box.getPerson(), "getPerson(username): expected 1 argument, found 0"],
    [() => box.getPerson(""), "getPerson(username): expected text as username, found ''"],
    [() => box.putPerson("carol"), "putPerson(username, body): expected 2 arguments, found 1"],
    [() => box.putClient("app", { secret: "x" }), "putClient(provider, client, body): expected 3 arguments, found 2"],
    [() => box.putClient("app", { secret: "x" }, {}), "putClient(provider, client, body): expected text as client, found { secret: 'x' }"],
    [() => box.addRules(), "addRules(body): expected 1 argument, found 0"],
    [() => box.addRules({}, {}), "addRules(body): expected 1 argument, found 2; several are one array: [a, b]"],
    [() => box.server.createSandbox("mine"), `createSandbox(settings?): expected an object such as { id: "mine" }, found 'mine'`],
    [() => box.setAnswer("alice"), "setAnswer(body): expected an object as body, found 'alice'"],
    [() => box.readJournal("refused"), "readJournal(query?): expected an object as query, found 'refused'"],
    [() => box.readJournal({}, {}), "readJournal(query?): expected 0 or 1 arguments, found 2"],
    [() => box.clearRules({}), "clearRules(): expected 0 arguments, found 1"],
    [() => sandbox({ answer: {} }), "sandbox(t, settings): expected the test's context as t, found { answer: {} }"],
    [() => start(["--seed", "1"]), `start: expected options such as { args: ["--cast", "cast.json"] }, found [ '--seed', '1' ]`],
    [() => start({ args: "--seed 1" }), /^start: .*found \{ args: '--seed 1' \}$/],
    [() => start({ seed: 1 }), /^start: .*found \{ seed: 1 \}$/],
  ]) {
    await assert.rejects(call, { name: "TypeError", message });
  }
  assert.equal((await box.createCheckpoint()).name, (await box.listCheckpoints())[0].name);
  assert.deepEqual(await box.readJournal(undefined), []);
});

test("an unknown provider is named", async (t) => {
  const { providers } = await sandbox(t);
  for (const name of ["goggle", "Google", "google.com", "google/"]) {
    assert.throws(() => providers[name], { message: `there is no provider "${name}"; known here: ${Object.keys(providers).join(", ")}` });
  }
  assert.equal((await Promise.resolve(providers)).toJSON, undefined);
  assert.deepStrictEqual(providers, JSON.parse(JSON.stringify(providers)));
});

test("an address that is not a server's", async () => {
  for (const [given, meant] of [
    ["127.0.0.1:8451", "http://127.0.0.1:8451"],
    ["http://127.0.0.1:8451/standard", "http://127.0.0.1:8451"],
    ["http://127.0.0.1:port", "http://127.0.0.1:8400"],
    ["/", "http://127.0.0.1:8400"],
    ["http://", "http://127.0.0.1:8400"],
  ]) {
    const sentence = `Error: UNDERSTUDY_URL: expected the address of a running server, with http:// or https:// and without a path, such as ${meant}; found "${given}"\n`;
    const found = run(`import { server } from "understudy"; await server()`, { UNDERSTUDY_URL: given });
    await assert.rejects(found, ({ stderr }) => stderr.includes(sentence));
  }
});

test("where UNDERSTUDY_URL is not set, nobody is told to unset it", async () => {
  const code = `import { Server } from "understudy"; await new Server("http://127.0.0.1:1").request("GET", "/health")`;
  await assert.rejects(run(code), ({ stderr }) => /no Understudy server answers at http:\/\/127\.0\.0\.1:1: .*\. Start it\.\n/.test(stderr));
});

test("a test may delete its sandbox itself", async (t) => {
  await (await sandbox(t)).deleteSandbox();
});

test("UNDERSTUDY_URL leads to a server that runs", async () => {
  const { url } = await server();
  const code = `import { server } from "understudy"; const found = await server(); console.log(found.url, (await found.createSandbox({ name: "reused" })).id); await found.stop()`;
  const [same, id] = (await run(code, { UNDERSTUDY_URL: `${url}/` })).stdout.trim().split(" ");
  assert.equal(same, url);
  const here = await (await server()).listSandboxes();
  assert.equal(here.find((each) => each.name === "reused").id, id);
});

test("start makes another server, also beside the one of UNDERSTUDY_URL", async () => {
  const { url } = await server();
  const code = `import { start } from "understudy"; const own = await start(); console.log(own.url); await own.stop()`;
  assert.notEqual((await run(code, { UNDERSTUDY_URL: url })).stdout.trim(), url);
});

test("a server with a control token", async () => {
  const own = await start({ args: ["--control-token", "0123456789abcdef"] });
  try {
    const code = `import { server } from "understudy"; console.log((await (await server()).createSandbox()).id)`;
    await assert.rejects(run(code, { UNDERSTUDY_URL: own.url, UNDERSTUDY_CONTROL_TOKEN: "wrong-0123456789" }), /401/);
    const { stdout } = await run(code, { UNDERSTUDY_URL: own.url, UNDERSTUDY_CONTROL_TOKEN: "0123456789abcdef" });
    assert.match(stdout, /^\w+\n$/);
  } finally {
    await own.stop();
  }
});

test("a server that does not start says why", async () => {
  await assert.rejects(start({ command: "/nonexistent/understudy" }), /\/nonexistent\/understudy did not start: spawn .* ENOENT/);
  await assert.rejects(start({ args: ["--cast", "missing.json"] }), /ended with exit code \d+: .*missing\.json/s);
  const stopped = await start();
  await stopped.stop();
  const none = run(`import { server } from "understudy"; await server()`, { UNDERSTUDY_URL: stopped.url });
  await assert.rejects(none, ({ stderr }) => stderr.includes(`no Understudy server answers at ${stopped.url}: connect ECONNREFUSED`));
});

/** Waits until no server answers. It ends a moment after the signal, when it has answered its current requests. */
async function gone(url) {
  for (const begun = Date.now(); Date.now() - begun < 5000; ) {
    const left = await fetch(`${url}/_understudy/health`).catch(() => undefined);
    if (!left) return;
  }
  assert.fail(`the server at ${url} still answers`);
}

test("the server ends with stop", async () => {
  const own = await start();
  await own.stop();
  await assert.rejects(fetch(`${own.url}/_understudy/health`));
  await own.stop();
});

test("the server does not keep its process alive, and ends with it", async () => {
  await gone((await run(`import { server } from "understudy"; console.log((await server()).url)`)).stdout.trim());
});

for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"]) {
  test(`the server ends when ${signal} ends its process`, async () => {
    const code = `import { server } from "understudy"; console.log((await server()).url); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", code], { env: { ...process.env, UNDERSTUDY_URL: "" } });
    const url = String(await new Promise((resolve) => child.stdout.once("data", resolve))).trim();
    child.kill(signal);
    assert.equal(await new Promise((resolve) => child.once("exit", (_, ended) => resolve(ended))), signal);
    await gone(url);
  });
}
