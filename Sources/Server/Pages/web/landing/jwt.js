// JSON Web Tokens: what they say, and whether it holds (RFC 7515, RFC 7519, OpenID Connect Core §3.1.3.7).
import { base64url, fromBase64url, sha256 } from "./bytes.js";
import { check, element } from "./dom.js";

const algorithms = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
  EdDSA: { name: "Ed25519", hash: "SHA-512" },
};

/** Header and claims; null for a text that is not a JWT. */
export function read(token) {
  const parts = typeof token === "string" ? token.split(".") : [];
  if (parts.length !== 3) return null;
  try {
    const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(fromBase64url(part))));
    return header && typeof header === "object" ? { header, claims, parts } : null;
  } catch {
    return null;
  }
}

/** Whether the signature is the provider's: true, false, or null where it can't be told, with why. */
async function verify({ header, parts }, keys) {
  const algorithm = algorithms[header.alg];
  if (!algorithm) return { holds: null, why: `the algorithm is ${header.alg}; this page supports ${Object.keys(algorithms).join(", ")}` };
  if (!keys) return { holds: null, why: "this provider publishes no keys" };
  if (!globalThis.crypto?.subtle) {
    return { holds: null, why: "browsers check signatures only in a secure context: open this page at 127.0.0.1, at localhost or over HTTPS" };
  }
  const answer = await fetch(keys.url, { credentials: "omit" });
  const { keys: list } = await answer.json();
  const named = list.filter((key) => key.kid === header.kid);
  if (!named.length) return { holds: false, why: `the provider publishes no key with the kid ${header.kid}` };
  for (const { kty, n, e, crv, x, y } of named) {
    const material = kty === "RSA" ? { kty, n, e } : { kty, crv, x, y };
    const key = await crypto.subtle.importKey("jwk", material, algorithm, false, ["verify"]).catch(() => null);
    const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
    if (key && (await crypto.subtle.verify(algorithm, key, fromBase64url(parts[2]), signed))) {
      return { holds: true, why: `${header.alg}, key ${header.kid}` };
    }
  }
  return { holds: false, why: `the provider's key ${header.kid} did not make it` };
}

/** What at_hash and c_hash hold: the left half of a digest. Null where this page can't compute it. */
async function half(text, { alg }) {
  const hash = algorithms[alg]?.hash ?? "SHA-256";
  if (hash === "SHA-256") return base64url(sha256(text).slice(0, 16));
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest(hash, new TextEncoder().encode(text)));
  return base64url(digest.slice(0, digest.length / 2));
}
/** Names for a heading. */
const kinds = { id_token: "ID token", access_token: "access token" };
const time = (seconds) => new Date(seconds * 1000).toISOString();

/** What a client checks of an ID token beside its signature. */
async function claimChecks({ header, claims }, begun, tokens) {
  const checks = [];
  const { plan, nonce } = begun;
  const audience = [claims.aud].flat();
  checks.push(check(audience.includes(plan.client_id), "aud names this client"));
  if (nonce && (claims.nonce || !tokens.isRefreshed)) checks.push(check(claims.nonce === nonce, "nonce is the value that was sent"));
  for (const [name, text, source] of [["at_hash", tokens.access_token, "access token"], ["c_hash", tokens.code, "code"]]) {
    const expected = claims[name] && text ? await half(text, header) : null;
    if (expected) checks.push(check(claims[name] === expected, `${name} matches the ${source}`));
  }
  return checks;
}

/** A token as a part of the page; `source` is whatever it came with. */
export async function view(name, source, token, begun, tokens) {
  const jwt = read(token);
  if (!jwt) return null;
  let verdict;
  try {
    verdict = await verify(jwt, begun.plan.keys);
  } catch (error) {
    verdict = { holds: null, why: `the provider's keys can't be read: ${error.message}` };
  }
  const said = verdict.holds ? "The signature is valid" : verdict.holds === false ? "The signature is not valid" : "The signature was not checked";
  const checks = [check(verdict.holds, `${said}: ${verdict.why}`)];
  const { exp } = jwt.claims;
  if (typeof exp === "number") checks.push(check(exp * 1000 > Date.now(), `exp: expires at ${time(exp)}`));
  if (name === "id_token") checks.push(...(await claimChecks(jwt, begun, tokens)));
  return element("section", { class: "card" },
    element("h3", {}, `Contents of the ${kinds[name]} from ${source}`),
    element("ul", { class: "checks" }, checks),
    element("h4", {}, "Header"), element("pre", {}, JSON.stringify(jwt.header, null, 2)),
    element("h4", {}, "Claims"), element("pre", {}, JSON.stringify(jwt.claims, null, 2)));
}
