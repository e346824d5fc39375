/** One server for all processes of a test run: a global set-up of Vitest or Playwright. Returns the function that stops it. */
export default function setup(): Promise<() => Promise<void>>;
