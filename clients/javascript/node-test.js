import { finish, server } from "./index.js";

/** A sandbox for one test of node:test, which ends with the test. A failing test prints why requests were refused. */
export async function sandbox(context, settings) {
  const created = await (await server()).createSandbox(settings);
  context.after(() => finish(created, context.passed === false, (text) => context.diagnostic(text)));
  return created;
}
