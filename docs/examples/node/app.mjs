/** A web app with "Sign in with …": OpenID Connect's code flow with PKCE, state and nonce. Nothing but Node. */

import { createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

class SignInFailed extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

const random = () => randomBytes(32).toString("base64url");
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** What the provider's discovery document says, and the requests that a client makes of it. */
class Provider {
  constructor({ issuer, clientId, clientSecret }) {
    Object.assign(this, { issuer, clientId });
    this.basic = "Basic " + btoa([clientId, clientSecret].map(encodeURIComponent).join(":"));
  }

  async metadata() {
    return (this.document ??= await answered(`${this.issuer}/.well-known/openid-configuration`));
  }

  async redeem(code, verifier, redirectURI) {
    const { token_endpoint } = await this.metadata();
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectURI };
    return answered(token_endpoint, { method: "POST", headers: { Authorization: this.basic }, body: new URLSearchParams(form) });
  }

  /** The claims of an ID token that is for us (OpenID Connect Core §3.1.3.7). */
  async verified(token, nonce) {
    const { issuer, jwks_uri } = await this.metadata();
    const [head, body, signature] = token.split(".");
    const header = JSON.parse(Buffer.from(head, "base64url"));
    const { keys } = await answered(jwks_uri);
    const jwk = keys.find((key) => key.kid === header.kid && key.kty === "RSA");
    const holds = header.alg === "RS256" && jwk !== undefined &&
      verify("RSA-SHA256", Buffer.from(`${head}.${body}`), createPublicKey({ key: jwk, format: "jwk" }), Buffer.from(signature, "base64url"));
    if (!holds) throw new SignInFailed(502, "the ID token's signature does not hold");
    const claims = JSON.parse(Buffer.from(body, "base64url"));
    const isForUs = claims.iss === issuer && [claims.aud].flat().includes(this.clientId) && claims.nonce === nonce &&
      typeof claims.sub === "string" && claims.exp > Date.now() / 1000;
    if (!isForUs) throw new SignInFailed(502, "the ID token is not for this sign-in");
    return claims;
  }

  async person(accessToken) {
    const { userinfo_endpoint } = await this.metadata();
    return answered(userinfo_endpoint, { headers: { Authorization: `Bearer ${accessToken}` } });
  }
}

async function answered(url, options) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(5000) }).catch((error) => {
    throw new SignInFailed(502, `the provider does not answer: ${error.message}`);
  });
  if (!answer.ok) throw new SignInFailed(502, `the provider answers ${answer.status}`);
  return answer.json();
}

/** The app as a server that does not listen yet. `settings.base` is where browsers find it. */
export function createApp(settings) {
  const provider = new Provider(settings);
  const sessions = new Map();
  const redirectURI = () => `${settings.base}/callback`;

  const pages = {
    "/": (session) => ({ body: session.name ? `Hello, ${escaped(session.name)}!` : '<a href="/login">Sign in</a>' }),

    "/login": async (session) => {
      const asked = (session.asked = { state: random(), nonce: random(), verifier: random() });
      const url = new URL((await provider.metadata()).authorization_endpoint);
      url.search = new URLSearchParams({
        response_type: "code", client_id: settings.clientId, scope: "openid profile", redirect_uri: redirectURI(),
        state: asked.state, nonce: asked.nonce,
        code_challenge: createHash("sha256").update(asked.verifier).digest("base64url"), code_challenge_method: "S256",
      });
      return { status: 302, location: url.href };
    },

    "/callback": async (session, query) => {
      const asked = session.asked;
      delete session.asked;
      if (!asked || query.get("state") !== asked.state) throw new SignInFailed(400, "this is not the answer to a sign-in of yours");
      const { issuer } = await provider.metadata();
      if ((query.get("iss") ?? issuer) !== issuer) throw new SignInFailed(400, "another provider answers");
      if (!query.has("code") || query.has("error")) throw new SignInFailed(403, query.get("error") ?? "no code came back");
      const tokens = await provider.redeem(query.get("code"), asked.verifier, redirectURI());
      const claims = await provider.verified(tokens.id_token, asked.nonce);
      const person = await provider.person(tokens.access_token);
      if (person.sub !== claims.sub) throw new SignInFailed(502, "userinfo is about somebody else");
      // Who signs in gets a new session: one that somebody else knew before is worth nothing.
      return { status: 302, location: "/", session: { name: person.name ?? claims.sub } };
    },
  };

  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, settings.base);
    let id = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie)?.[1];
    const known = sessions.get(id);
    const session = known ?? {};
    if (!known) sessions.set((id = random()), session);
    let answer;
    try {
      answer = Object.hasOwn(pages, pathname) ? await pages[pathname](session, searchParams) : { status: 404, body: "Nothing is here." };
    } catch (error) {
      if (!(error instanceof SignInFailed)) console.error(error);
      const reason = error instanceof SignInFailed ? error.message : "something went wrong";
      answer = { status: error.status ?? 500, body: `You are not signed in: ${escaped(reason)}. <a href="/login">Try again</a>` };
    }
    if (answer.session) {
      sessions.delete(id);
      sessions.set((id = random()), answer.session);
    }
    response.writeHead(answer.status ?? 200, {
      "Content-Type": "text/html; charset=utf-8",
      "Set-Cookie": `session=${id}; Path=/; HttpOnly; SameSite=Lax`,
      ...(answer.location && { Location: answer.location }),
    });
    response.end(answer.body);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
  createApp({ issuer, clientId, clientSecret, base: "http://127.0.0.1:5000" }).listen(5000, "127.0.0.1");
}
