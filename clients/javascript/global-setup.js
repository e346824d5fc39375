import { start } from "./index.js";

/** One server for all processes of a test run: a global set-up of Vitest or Playwright. Returns the function that stops it. */
export default async function setup() {
  const server = await start();
  const before = process.env.UNDERSTUDY_URL;
  process.env.UNDERSTUDY_URL = server.url;
  return async () => {
    await server.stop();
    if (before === undefined) delete process.env.UNDERSTUDY_URL;
  };
}
