// Owns: the address of each view, which stands behind the page's #. Pure.
//
//   #/                                 sandboxes
//   #/default/journal?outcome=refused  a view of a sandbox, with what it is asked
//   #/default/journal/17               one thing in it

export const VIEWS = ["journal", "rules", "people", "clients", "tokens", "state", "quirks"];

/** `{sandbox, view, item, query}`; the sandbox is missing in the list of sandboxes. */
export function parse(hash) {
  const [path, query = ""] = split(hash.replace(/^#/, ""), "?");
  const [sandbox, view, ...rest] = path.split("/").slice(1).map(decode);
  const parameters = [...new URLSearchParams(query)];
  if (!sandbox) return { query: parameters };
  return { sandbox, view: VIEWS.includes(view) ? view : "journal", item: rest.join("/") || undefined, query: parameters };
}

export function link({ sandbox, view, item, query = [] }) {
  if (sandbox === undefined) return "#/";
  let hash = `#/${encodeURIComponent(sandbox)}/${view ?? "journal"}`;
  if (item !== undefined) hash += `/${encodeURIComponent(item)}`;
  const search = new URLSearchParams(query).toString();
  return search ? `${hash}?${search}` : hash;
}

/** The token that a link from the terminal brings, as `#token=…`. */
export function token(hash) {
  return hash.startsWith("#token=") ? decode(hash.slice("#token=".length)) || undefined : undefined;
}

/** Somebody may have typed it. */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function split(text, mark) {
  const place = text.indexOf(mark);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}
