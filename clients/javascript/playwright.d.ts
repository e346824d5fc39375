import type { NewSandbox, Sandbox } from "./index.js";

/** The part of Playwright's `TestInfo` that is used. */
export interface TestInfo {
  status?: string;
  expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

/** Fixtures for Playwright's `test.extend`: a sandbox for each test. `sandboxSettings` is an option for `test.use`. */
export const fixtures: {
  sandboxSettings: [NewSandbox, { option: true }];
  sandbox: (fixtures: { sandboxSettings: NewSandbox }, use: (sandbox: Sandbox) => Promise<void>, testInfo: TestInfo) => Promise<void>;
};
