import { finish, server } from "./index.js";

/** Fixtures for Vitest's `test.extend`: a sandbox for each test. `sandboxSettings` are the settings of the sandbox. */
export const fixtures = {
  sandboxSettings: {},
  sandbox: async ({ task, sandboxSettings }, use) => {
    const created = await (await server()).createSandbox(sandboxSettings);
    await use(created);
    await finish(created, task.result?.state === "fail", (text) => console.error(text));
  },
};
