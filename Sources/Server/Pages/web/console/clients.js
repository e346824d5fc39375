// Owns: the clients of a sandbox.
import { button, form, ProblemBox, show } from "./command.js";
import { el, facts, field, fill, select, startAt, tag } from "./dom.js";
import { Section } from "./section.js";
import { withSecret } from "./text.js";

/** Members that have a row of their own, or none. */
const TITLES = {
  redirect_uris: "Redirect URIs", scopes: "Scopes", response_types: "Response types", grant_types: "Grant types",
  token_endpoint_auth_method: "Authentication", token_endpoint_auth_signing_alg: "Signs by", jwks: "Keys",
  jwks_uri: "Keys at", id_token_signed_response_alg: "ID token", sign_in: "Signs in", consent: "Consent",
  post_logout_redirect_uris: "After logout", require_pushed_authorization_requests: "Pushes requests",
  authorization_signed_response_alg: "Responses signed by",
  request_object_signing_alg: "Requests signed by", require_signed_request_object: "Signs requests",
  request_uris: "Requests at", authorization_details_types: "Details",
  dpop_bound_access_tokens: "DPoP-bound tokens only",
  tls_client_certificate_bound_access_tokens: "Certificate-bound tokens only",
  tls_client_auth_subject_dn: "Certificate of", tls_client_auth_san_dns: "Certificate of",
  tls_client_auth_san_uri: "Certificate of", tls_client_auth_san_ip: "Certificate of",
  tls_client_auth_san_email: "Certificate of", tls_client_auth_ca: "Certificate by",
};
const HEAD = new Set(["provider", "client_id", "kind", "name", "has_secret"]);

export class Clients {
  constructor(context) {
    this.path = `${context.path}/clients`;
    this.list = el("ul", { class: "cards" });
    this.section = new Section("Clients", this.path, (clients) => this.#draw(clients)).add(this.list);
    this.providers = new Section("", `${context.path}`, (sandbox) => {
      const value = this.provider.value;
      this.provider.replaceChildren(...Object.keys(sandbox.providers).map((id) => el("option", {}, id)));
      if (value) this.provider.value = value;
    });
    this.provider = select("provider", []);
    this.root = el(
      "div", {}, el("h1", { tabindex: "-1" }, "Clients"),
      el("div", { class: "columns" }, this.section.root, this.#form()),
    );
  }

  async take() {
    show({ method: "GET", path: this.path });
    await Promise.all([this.section.load(), this.providers.load()]);
  }

  #of(provider, id) {
    return `${this.path}/${encodeURIComponent(provider)}/${encodeURIComponent(id)}`;
  }

  #draw(clients) {
    fill(this.list, clients, (client) => `${client.provider}/${client.client_id}`, (client) => {
      const rows = Object.entries(client).filter(([name]) => !HEAD.has(name)).map(([name, value]) => [
        TITLES[name] ?? name,
        Array.isArray(value) ? value.map((one) => el("div", {}, el("code", {}, one))) : el("code", {}, text(value)),
      ]);
      return el(
        "li", { class: "card" },
        el("div", { class: "bar" }, el("h3", {}, client.name), el("span", { class: "row" }, tag(client.provider),
          tag(client.kind), client.has_secret && tag("has a secret"))),
        facts(["client_id", el("code", {}, client.client_id)], ...rows),
        el(
          "div", { class: "row" },
          el("button", {
            type: "button", "data-do": "edit", "aria-label": `Edit ${client.name}`, on: { click: () => this.#edit(client) },
          }, "Edit"),
          button("Remove", { method: "DELETE", path: this.#of(client.provider, client.client_id) }, {
            box: this.section.box, done: () => this.section.load(), class: "bad", name: "remove",
            "aria-label": `Remove ${client.name}`, ask: `Remove ${client.name}?`,
          }),
        ),
      );
    });
  }

  #edit({ provider, client_id, has_secret, ...members }) {
    this.provider.value = provider;
    this.id.value = client_id;
    this.text.value = withSecret("secret", has_secret, members);
    startAt(this.text);
  }

  #form() {
    const box = new ProblemBox();
    this.id = el("input", { name: "client", required: true, autocomplete: "off", spellcheck: "false" });
    this.text = el("textarea", { name: "members", rows: "9", spellcheck: "false" });
    const example = { name: "My app", secret: "a-secret", redirect_uris: ["http://127.0.0.1:3000/callback"] };
    this.text.value = JSON.stringify(example, null, 2);
    return el(
      "section", { class: "part" }, el("h2", {}, "Add or replace"),
      form("Add or replace a client", [
        el("div", { class: "fields" }, field("Provider", this.provider), field("client_id", this.id)),
        field("The rest, as JSON", this.text, "Secrets are not shown: enter the secret again when you replace a client that has one."),
      ], "Save", ({ provider, client, members }) => ({ method: "PUT", path: this.#of(provider, client), body: members }), {
        box, class: "card", done: () => this.section.load(),
      }),
    );
  }
}

function text(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
