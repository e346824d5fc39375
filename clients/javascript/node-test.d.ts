import type { NewSandbox, Sandbox } from "./index.js";

/** The part of node:test's `TestContext` that is used. */
export interface Context {
  after(callback: () => Promise<void>): void;
  diagnostic(message: string): void;
}

/** A sandbox for one test of node:test, which ends with the test. A failing test prints why requests were refused. */
export function sandbox(context: Context, settings?: NewSandbox): Promise<Sandbox>;
