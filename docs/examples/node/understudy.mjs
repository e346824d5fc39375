/** One server for the file, a sandbox for each test; a failing test says what was refused in it, and why. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.mjs";

/** Where the server listens: the one that is there (understudy run), or one of our own. */
export async function start() {
  if (process.env.UNDERSTUDY_URL) return { url: process.env.UNDERSTUDY_URL, stop: () => {} };
  const ready = join(mkdtempSync(join(tmpdir(), "understudy-")), "ready.json");
  const server = spawn("understudy", ["serve", "--port", "0", "--ready-file", ready, "--quiet"], { stdio: "ignore" });
  while (!existsSync(ready)) {
    if (server.exitCode !== null) throw new Error("understudy did not start");
    await sleep(10);
  }
  return { url: JSON.parse(readFileSync(ready, "utf8")).url, stop: () => server.kill() };
}

/** The body of a test: it gets a sandbox, and a browser at our app, which signs in in that sandbox. */
export async function inSandbox(url, body) {
  const sandboxes = `${url}/_understudy/sandboxes`;
  const made = await call("POST", sandboxes, { answer: { sign_in: "alice" } });
  const commands = `${sandboxes}/${made.id}`;
  const settings = { issuer: made.providers.standard, clientId: "shop", clientSecret: "a-secret-for-tests-0123456789" };
  const app = createApp(settings).listen(0, "127.0.0.1");
  await once(app, "listening");
  settings.base = `http://127.0.0.1:${app.address().port}`;
  const client = { secret: settings.clientSecret, redirect_uris: [`${settings.base}/callback`] };
  await call("PUT", `${commands}/clients/standard/shop`, client);
  const sandbox = {
    command: (method, path, body) => call(method, `${commands}/${path}`, body),
    rule: (endpoint, then, more) => call("POST", `${commands}/rules`, { match: { endpoint }, then, ...more }),
    refusals: () => call("GET", `${commands}/journal?outcome=refused`),
  };
  try {
    await body({ sandbox, browser: new Browser(settings.base) });
  } catch (error) {
    const lines = (await sandbox.refusals()).map(({ n, request, response, why, remedy }) =>
      `Understudy-Exchange ${n}: ${request.method} ${request.target} → ${response.status}\n  why: ${why}\n  remedy: ${remedy}`);
    throw new Error([error.message, ...lines].join("\n"), { cause: error });
  } finally {
    app.close();
    await call("DELETE", commands);
  }
}

async function call(method, url, body) {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text && JSON.parse(text);
}

/** Follows redirects, and keeps our app's cookie. */
class Browser {
  constructor(base) {
    this.base = base;
  }

  /** Goes there, and on until a page is shown, or until the next address begins with `until`. */
  async open(address, until) {
    for (let url = new URL(address, this.base); ; ) {
      const own = url.origin === this.base;
      const response = await fetch(url, { redirect: "manual", headers: own && this.cookie ? { Cookie: this.cookie } : {} });
      if (own) this.cookie = response.headers.get("Set-Cookie")?.split(";")[0] ?? this.cookie;
      const location = response.headers.get("Location");
      if (!location) return { status: response.status, text: await response.text() };
      url = new URL(location, url);
      if (until && url.href.startsWith(this.base + until)) return url.href;
    }
  }
}
