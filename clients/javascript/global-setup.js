import { server as shared } from "./index.js";

/** One server for all processes of a test run: a global set-up of Vitest or Playwright. Returns the function that stops it. */
export default async function setup() {
  const server = await shared();
  process.env.UNDERSTUDY_URL = server.url;
  // A server that was there before goes on.
  return () => server.stop();
}
