import type { NewSandbox, Operations, Problem, ServerOperations } from "./operations.js";

export * from "./operations.js";

/** A request that the control API refused. */
export class ControlAPIError extends Error {
  /** The HTTP status. */
  status: number;
  /** The problem in a sentence. */
  title: string;
  /** The expected value, the actual value, and how to fix the request. */
  detail: string;
  /** The offending member of the body, as an RFC 6901 pointer. */
  pointer?: string;
  /** All offending members, if there are several. */
  errors?: Problem["errors"];
}

export interface StartOptions {
  /** The path of the tool. Default: the one in this package. */
  command?: string;
  /** More options for `understudy serve`, such as `["--cast", "cast.json"]`. */
  args?: string[];
}

/** The server that all tests of this process share. The first call starts it, or finds the one at UNDERSTUDY_URL. */
export function server(): Promise<Server>;

/** Starts a server at a free port. */
export function start(options?: StartOptions): Promise<Server>;

export interface Server extends ServerOperations {}

export class Server {
  private constructor();
  /** The address, without a slash at the end. */
  readonly url: string;
  /** Stops the server, if this process started it. */
  stop(): Promise<void>;
  /** Creates a sandbox: an isolated copy of every provider. */
  createSandbox(settings?: NewSandbox): Promise<Sandbox>;
  /** The sandbox without a prefix in its addresses. */
  defaultSandbox(): Promise<Sandbox>;
  /** Sends a request to the control API. The path is below /_understudy. */
  request(method: string, path: string, body?: unknown, query?: Record<string, string | number | undefined>): Promise<unknown>;
}

export interface Sandbox extends Operations {}

/** An isolated copy of every provider, with its own codes, tokens, clock, people, rules and journal. */
export class Sandbox {
  private constructor();
  readonly server: Server;
  readonly id: string;
  /** The start of its addresses, before /PROVIDER/…. */
  readonly url: string;
  /** The start of each provider's addresses, by provider ID. */
  readonly providers: Record<string, string>;
  /** The refused exchanges, one line each: what the client sent, why it was refused, and how to fix it. */
  refusals(): Promise<string[]>;
}

/** Ends a test's sandbox. If the test failed, `print` gets the reasons of refused requests. */
export function finish(sandbox: Sandbox, failed: boolean, print: (text: string) => unknown): Promise<void>;
