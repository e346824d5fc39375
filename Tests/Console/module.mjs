// A module of the console as node takes it: without a package.json that would say what a .js is. It may import nothing.
import { readFile } from "node:fs/promises";

export async function load(name) {
  const text = await readFile(new URL(`../../Sources/Server/Pages/web/console/${name}`, import.meta.url), "utf8");
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
