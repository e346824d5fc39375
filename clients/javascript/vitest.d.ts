import type { NewSandbox, Sandbox } from "./index.js";

/** The part of Vitest's test context that is used. */
export interface Context {
  task: { result?: { state: string } };
  sandboxSettings: NewSandbox;
}

/** Fixtures for Vitest's `test.extend`: a sandbox for each test. `sandboxSettings` are the settings of the sandbox. */
export const fixtures: {
  sandboxSettings: NewSandbox;
  sandbox: (context: Context, use: (sandbox: Sandbox) => Promise<void>) => Promise<void>;
};
