import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { operations, serverOperations } from "./operations.js";

/** A request that the control API refused. */
export class ControlAPIError extends Error {
  constructor({ status, title, detail, pointer, errors }) {
    super(`${status} ${String(title).replace(/\.$/, "")}: ${detail}`);
    this.name = "ControlAPIError";
    Object.assign(this, { status, title, detail, pointer, errors });
  }
}

const bundled = fileURLToPath(new URL("bin/understudy", import.meta.url));
let shared;

/** The server that all tests of this process share. The first call starts it, or finds the one at UNDERSTUDY_URL. */
export function server() {
  shared ??= find().catch((error) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

async function find() {
  const { UNDERSTUDY_URL: url, UNDERSTUDY_CONTROL_TOKEN: token } = process.env;
  if (!url) return start();
  const found = new Server(address(url), token);
  await found.request("GET", "/health");
  return found;
}

/** The address of a server, from UNDERSTUDY_URL. A path would be a provider's, or a sandbox's. */
function address(text) {
  const [, scheme, host, rest] = /^(https?:\/\/)?(?!https?:)([^/?#\s]+)(.*)$/s.exec(text) ?? [];
  if (scheme && ["", "/"].includes(rest) && URL.canParse(text)) return scheme + host;
  const example = host && URL.canParse(`http://${host}`) ? (scheme ?? "http://") + host : "http://127.0.0.1:8400";
  throw new Error(
    `UNDERSTUDY_URL: expected the address of a running server, with http:// or https:// and without a path, such as ${example}; found ${JSON.stringify(text)}`,
  );
}

/** Starts a server at a free port. */
export async function start(options = {}) {
  const { command = existsSync(bundled) ? bundled : "understudy", args = [], ...others } = options;
  if (Array.isArray(options) || !Array.isArray(args) || Object.keys(others).length) {
    throw new TypeError(`start: expected options such as { args: ["--cast", "cast.json"] }, found ${shown(options)}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "understudy-"));
  const ready = join(folder, "ready.json");
  const line = ["serve", "--port", "0", "--ready-file", ready, "--quiet", "--exit-with-parent", ...args];
  // In a session of its own, so that signals for the group of a test runner, such as Ctrl-C, do not reach it.
  const child = spawn(command, line, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors = (errors + text).slice(-10_000)));
  const closed = once(child, "close").catch((error) => {
    throw new Error(`${command} did not start: ${error.message}`, { cause: error });
  });
  closed.catch(() => {});
  try {
    // The server prints its only line when it listens, and the ready file is there by then.
    const listens = await Promise.race([once(child.stdout, "data"), once(child.stdout, "end").then(() => false), closed]);
    if (!listens) {
      const [status] = await closed;
      throw new Error(`${command} ended with exit code ${status}: ${errors.trim()}`);
    }
    const said = JSON.parse(readFileSync(ready, "utf8"));
    // The server does not keep this process alive.
    for (const each of [child, child.stdout, child.stderr]) each.unref();
    return new Server(said.url, said.control_token, async () => {
      child.ref();
      child.stdout.resume();
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    });
  } finally {
    // Nothing else is needed from the folder, and nobody is left to remove it at the end.
    rmSync(folder, { recursive: true, force: true });
  }
}

export class Server {
  #token;
  #stop;

  constructor(url, token, stop) {
    this.url = url;
    this.#token = token;
    this.#stop = stop;
  }

  /** Stops the server, if this process started it. */
  async stop() {
    await this.#stop?.();
  }

  async createSandbox(settings = {}) {
    if (typeof settings !== "object" || !settings) {
      throw new TypeError(`createSandbox(settings?): expected an object such as { id: "mine" }, found ${shown(settings)}`);
    }
    return new Sandbox(this, await this.request("POST", "/sandboxes", settings));
  }

  /** The sandbox without a prefix in its addresses. */
  async defaultSandbox() {
    return new Sandbox(this, await this.request("GET", "/sandboxes/default"));
  }

  /** Sends a request to the control API. The path is below /_understudy. */
  async request(method, path, body, query) {
    const address = new URL(`${this.url}/_understudy${path.replace(/^(?=[^/])/, "/")}`);
    for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) address.searchParams.set(name, value);
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    let response;
    try {
      response = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch (error) {
      const reason = error.cause?.message || error.cause?.code || error.message;
      const unset = process.env.UNDERSTUDY_URL ? ", or unset UNDERSTUDY_URL" : "";
      throw new Error(`no Understudy server answers at ${this.url}: ${reason}. Start it${unset}.`, { cause: error });
    }
    const text = await response.text();
    if (response.ok) return /^application\/json\b/.test(response.headers.get("Content-Type")) ? JSON.parse(text) : text || undefined;
    let problem = {};
    try {
      problem = JSON.parse(text);
    } catch {}
    const { title = response.statusText, detail = text } = problem;
    throw new ControlAPIError({ ...problem, status: response.status, title, detail });
  }
}

export class Sandbox {
  constructor(server, { id, url, providers }) {
    Object.assign(this, { server, id, url, providers: new Proxy(providers, { get: provider }) });
  }

  /** The refused exchanges, one line each: what the client sent, why it was refused, and how to fix it. */
  async refusals() {
    const entries = await this.readJournal({ outcome: "refused" });
    return entries.map(({ n, request, response, why, remedy }) => {
      const status = response?.status ?? "no response";
      return `exchange ${n}: ${request?.method} ${request?.target} → ${status}: ${why}${remedy ? ` → ${remedy}` : ""}`;
    });
  }
}

/** The address of a provider. Tools that print, await or compare objects look for other names, such as asymmetricMatch. */
function provider(providers, name) {
  if (name in providers || !/^[A-Z]?[a-z0-9./-]+$/.test(String(name)) || ["then", "length", "size", "inspect"].includes(name)) return providers[name];
  throw new Error(`there is no provider ${JSON.stringify(name)}; known here: ${Object.keys(providers).join(", ")}`);
}

/** Gives a class the operations of a table. `send` sends a request for an object of the class. */
function define(type, table, send) {
  for (const [name, [method, template, last]] of Object.entries(table)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
    Object.defineProperty(type.prototype, name, {
      async value(...values) {
        const mistake = mistaken(names, last, values);
        if (mistake) throw new TypeError(`${name}(${[...names, last].filter((each) => each !== "nothing").join(", ")}): ${mistake}`);
        const path = names.reduce((text, each, place) => text.replace(`{${each}}`, () => encodeURIComponent(values[place])), template);
        const argument = values[names.length];
        return last === "query?" ? send(this, method, path, undefined, argument) : send(this, method, path, argument);
      },
    });
  }
}

/** What is wrong with the arguments of an operation, if anything is. */
function mistaken(names, last, values) {
  const most = last === "nothing" ? names.length : names.length + 1;
  const least = last.endsWith("?") ? names.length : most;
  if (values.length < least || values.length > most) {
    const count = least === most ? `${most}` : `${least} or ${most}`;
    const several = last === "body" && values.length > most && values.slice(names.length).every((each) => typeof each === "object");
    return `expected ${count} argument${count === "1" ? "" : "s"}, found ${values.length}${several ? "; several are one array: [a, b]" : ""}`;
  }
  for (const [place, value] of values.entries()) {
    const isObject = typeof value === "object" && value !== null;
    if (place === names.length) {
      if (!isObject && (value !== undefined || least === most)) return `expected an object as ${last.replace("?", "")}, found ${shown(value)}`;
    } else if (value === "" || !["string", "number"].includes(typeof value)) return `expected text as ${names[place]}, found ${shown(value)}`;
  }
}

/** A value in a message. */
export const shown = (value) => inspect(value, { depth: 0 });

define(Sandbox, operations, (box, method, path, body, query) => box.server.request(method, `/sandboxes/${box.id}${path}`, body, query));
define(Server, serverOperations, (server, method, path, body, query) => server.request(method, path, body, query));

/** Ends a test's sandbox. If the test failed, `print` gets the reasons of refused requests. */
export async function finish(sandbox, failed, print) {
  try {
    const lines = failed ? await sandbox.refusals() : [];
    if (lines.length) await print(lines.join("\n"));
    await sandbox.deleteSandbox();
  } catch (error) {
    // The test has deleted the sandbox itself.
    if (error.status !== 404 && error.status !== 410) throw error;
  }
}
