// What a provider has sent back: shown, compared with what was sent, and gone on with.
import { announce, check, element } from "./dom.js";
import { journal, request, send, view as exchangeView, curl } from "./exchange.js";
import { view as tokenView } from "./jwt.js";
import { begin, begunWith, lastBegun } from "./start.js";
import { meaning } from "./words.js";

const places = { query: "query", fragment: "fragment", form: "form_post" };

/** Everything that came back, wherever it stood. */
function came(data) {
  const parameters = [];
  const read = (text, place) => {
    for (const [name, value] of new URLSearchParams(text)) parameters.push({ name, value, place });
  };
  read(location.search, "query");
  read(location.hash.slice(1), "fragment");
  for (const [name, value] of data.form ?? []) parameters.push({ name, value, place: "form" });
  return parameters;
}

export function land(data, frame) {
  const parameters = came(data);
  const value = (name) => parameters.find((parameter) => parameter.name === name)?.value ?? null;
  const begun = begunWith(value("state"));
  const tokens = Object.fromEntries(
    ["code", "access_token", "refresh_token", "id_token"].map((name) => [name, value(name)]));
  const parts = [whatCame(data, parameters)];
  const tried = begun ?? lastBegun();
  if (parameters.length) parts.unshift(whetherOurs(begun, tried, value("state")));
  if (begun && !value("error")) parts.push(...goOn(begun, tokens, data.sandbox));
  if (tried) parts.push(retry(tried.plan, tried.type, tried.mode));
  frame(headline(value, parameters), ...parts);
}

function headline(value, parameters) {
  if (value("error")) return `The provider returned an error: ${value("error")}`;
  const names = { code: "a code", access_token: "an access token", id_token: "an ID token" };
  const found = Object.keys(names).filter(value).map((name) => names[name]);
  if (found.length) return `The provider returned ${found.join(" and ")}`;
  return parameters.length ? "The provider returned neither a code nor a token" : "There is no response";
}

function whetherOurs(begun, tried, state) {
  if (begun) {
    return element("ul", { class: "checks" },
      check(true, "state is the value that was sent"));
  }
  const why = tried
    ? state ? "state differs from the value that this tab sent." : "The response has no state, but this tab sent one."
    : "This tab started no sign-in, so there is no value to compare state with.";
  return element("p", { class: "problem", role: "alert" },
    `${why} A client must stop here: the response may belong to another request (RFC 6749 §10.12).`);
}

function whatCame(data, parameters) {
  if (!parameters.length) {
    return element("p", {}, "Sign-ins from the page of all providers end here. Start one at ", element("a", { href: data.home }, "All providers"), ".");
  }
  return element("section", { class: "card" },
    element("h2", {}, `Response parameters (${places[parameters[0].place]})`),
    element("dl", { class: "pairs" }, parameters.map(({ name, value, place }) =>
      element("div", {},
        element("dt", {}, element("code", {}, name), place === parameters[0].place ? "" : ` (${places[place]})`),
        element("dd", {}, element("code", {}, value), element("br"), element("small", {}, meaning(name)))))));
}

/** A try by somebody else: this page is asked to make the browser forget who is signed in. */
function elsewhere(plan, type, mode) {
  const query = new URLSearchParams({ try: plan.provider, type, someone_else: "yes" });
  if (mode) query.set("mode", mode);
  return `${location.pathname}?${query}`;
}

/** Another try of the same provider. */
export function retry(plan, type, mode) {
  const select = (label, id, options, chosen) => element("div", { class: "field" },
    element("label", { for: id }, label),
    element("select", { id }, options.map(([value, text]) => element("option", { value, selected: value === chosen }, text))));
  const modes = [["", "default"], ...plan.modes.map((name) => [name, name])];
  return element("section", {},
    element("h2", {}, `Try ${plan.title} again`),
    element("form", {
      class: "actions",
      onsubmit: (event) => {
        event.preventDefault();
        location.assign(begin(plan, document.getElementById("type").value, document.getElementById("mode")?.value));
      },
    },
    select("Response type", "type", plan.types.map((name) => [name, name]), type),
    plan.modes.length > 0 && select("Response mode", "mode", modes, mode ?? ""),
    element("button", {}, "Try again"),
    element("a", { class: "button", href: elsewhere(plan, type, mode) }, "Sign in as somebody else")));
}

// MARK: Going on

/** The buttons for what a client could do next, and what came of those that were pressed. */
function goOn(begun, tokens, sandbox) {
  const { plan } = begun;
  const actions = element("div", { class: "actions" });
  const results = element("section", { "aria-label": "Exchanges" });
  const claims = element("section", { "aria-label": "Tokens" });
  const notes = element("div", {});

  /** How the client proves itself: in the form, by Basic, or not at all. */
  function proof(call) {
    const names = plan.token?.names ?? {};
    const secret = plan.client_secret;
    if (call.authentication === "basic") return { pairs: [], basic: [plan.client_id, secret] };
    const pairs = [[names.client_id ?? "client_id", plan.client_id]];
    if (call.authentication === "post" && secret) pairs.push([names.client_secret ?? "client_secret", secret]);
    return { pairs, basic: null };
  }

  async function run(asked, then) {
    let part;
    try {
      const answer = await send(asked);
      part = exchangeView(asked, answer, sandbox);
      results.append(part);
      if (answer.status >= 200 && answer.status < 300) await then?.(answer);
    } catch (error) {
      part = element("section", { class: "card" }, element("h3", { tabindex: "-1" }, `${asked.name} could not be reached`),
        element("p", {}, error.message), element("pre", {}, curl(asked)));
      results.append(part);
    }
    offer();
    part.querySelector("h3").focus();
  }

  async function take(answer, source) {
    const body = answer.json ?? {};
    for (const name of ["access_token", "refresh_token", "id_token"]) {
      if (typeof body[name] === "string") tokens[name] = body[name];
    }
    tokens.isRefreshed = source === "the refresh";
    await explain(body, source);
  }

  async function explain(from, source) {
    for (const name of ["id_token", "access_token"]) {
      const part = typeof from[name] === "string" ? await tokenView(name, source, from[name], begun, tokens) : null;
      if (part) claims.append(part);
    }
  }

  const token = (grant, more) => {
    const { names } = plan.token;
    const { pairs, basic } = proof(plan.token);
    const all = [["grant_type", grant], ...more].map(([name, value]) => [names[name], value])
      .filter(([name, value]) => name && value);
    return request({ ...plan.token, name: grant === "refresh_token" ? "refresh" : plan.token.name }, [...all, ...pairs], { basic });
  };

  const redeem = () => run(
    token("authorization_code", [["code", tokens.code], ["redirect_uri", plan.redirect_uri], ["code_verifier", begun.verifier]]),
    async (answer) => { tokens.isSpent = true; await take(answer, "the code"); });
  const refresh = () => run(token("refresh_token", [["refresh_token", tokens.refresh_token]]), (answer) => take(answer, "the refresh"));
  const callResource = (resource) => run(resource.header
    ? request(resource, resource.parameters, { [resource.header]: tokens.access_token })
    : resource.scheme
    ? request(resource, resource.parameters, { authorization: `${resource.scheme} ${tokens.access_token}` })
    : request(resource, [[resource.parameter, tokens.access_token], ...resource.parameters]));
  const about = (call, value) => {
    const { pairs, basic } = proof(call);
    return run(request(call, [[call.parameter, value], ...pairs], { basic }));
  };

  /** What can be done now; why, where something can't. */
  function offer() {
    const buttons = [];
    const why = [];
    const button = (text, action, isMain) => buttons.push(
      element("button", { type: "button", class: isMain ? "main" : null, onclick: action }, text));
    if (tokens.code) {
      const grants = plan.token?.grants ?? [];
      if (!plan.token) why.push("The code can't be redeemed: this provider has no token endpoint.");
      else if (!grants.includes("authorization_code")) why.push("The code can't be redeemed: the token endpoint does not support the grant authorization_code.");
      else if (plan.token.authentication === "signature") {
        why.push("The request that redeems the code must be signed with the client's secret. This page can't sign it. Without the signature the request would be:");
        why.push(curl(token("authorization_code", [["code", tokens.code], ["redirect_uri", plan.redirect_uri]])));
      } else button(tokens.isSpent ? "Redeem the code again" : "Redeem the code", redeem, !tokens.isSpent);
    }
    if (tokens.access_token) {
      for (const resource of plan.resources) button(`Call ${resource.name}`, () => callResource(resource), true);
      if (!plan.resources.length) why.push("This provider has no resource that accepts GET with a token.");
    }
    if (tokens.refresh_token && plan.token?.grants.includes("refresh_token")) button("Refresh", refresh);
    if (tokens.access_token && plan.introspect) button("Introspect the access token", () => about(plan.introspect, tokens.access_token));
    if (tokens.access_token && plan.revoke) button("Revoke the access token", () => about(plan.revoke, tokens.access_token));
    actions.replaceChildren(...buttons);
    notes.replaceChildren(...why.map((text) => element(text.startsWith("curl") ? "pre" : "p", {}, text)));
  }

  offer();
  explain(tokens, "the redirect").catch((error) => announce(error.message));
  return [
    element("section", {}, element("h2", {}, "Next step"), notes, actions,
      element("p", { class: "quiet" }, "The provider answers these requests; ",
        element("a", { href: journal(sandbox) }, "the journal"), " shows them.")),
    claims, results,
  ];
}
