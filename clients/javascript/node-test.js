import { finish, server, shown } from "./index.js";

/** A sandbox for one test of node:test, which ends with the test. A failing test prints why requests were refused. */
export async function sandbox(context, settings) {
  if (typeof context?.after !== "function") {
    throw new TypeError(`sandbox(t, settings): expected the test's context as t, found ${shown(context)}`);
  }
  const created = await (await server()).createSandbox(settings);
  context.after(() => finish(created, context.passed === false, (text) => context.diagnostic(text)));
  return created;
}
