import { finish, server } from "./index.js";

/** Fixtures for Playwright's `test.extend`: a sandbox for each test. `sandboxSettings` is an option for `test.use`. */
export const fixtures = {
  sandboxSettings: [{}, { option: true }],
  sandbox: async ({ sandboxSettings }, use, testInfo) => {
    const created = await (await server()).createSandbox(sandboxSettings);
    await use(created);
    const failed = testInfo.status !== testInfo.expectedStatus;
    await finish(created, failed, (body) => testInfo.attach("understudy refusals", { body, contentType: "text/plain" }));
  },
};
