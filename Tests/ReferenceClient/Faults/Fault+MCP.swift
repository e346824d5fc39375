/// A client of MCP servers.
extension Fault {
  private static let profile = "mcp"

  static let mcp: [Fault] = discovery + requests + scopes + identity + issuer

  private static let discovery: [Fault] = [
    .init("calls-no-tool", profile, breaks: "mcp-happy", "lists the tools and calls none"),
    .init(
      "metadata-address-by-heart", profile, breaks: "mcp-prm-from-challenge",
      "looks for the metadata of the MCP server where they mostly are, whatever the challenge says"),
    .init(
      "root-metadata-first", profile, breaks: "mcp-prm-wellknown-path",
      "asks for the metadata at the root before those at the path"),
    .init(
      "no-metadata-at-the-root", profile, breaks: "mcp-prm-wellknown-root",
      "looks for the metadata of the MCP server at its path alone"),
    .init(
      "any-resource-metadata", profile, breaks: "mcp-prm-resource-mismatch",
      "takes the metadata of another resource"),
    .init(
      "metadata-by-its-beginning", profile, breaks: "mcp-prm-resource-prefix",
      "takes metadata whose resource its server's address begins with"),
    .init(
      "openid-appended-first", profile, breaks: "mcp-as-order-path",
      "asks for the appended address before the inserted one"),
    .init(
      "no-openid-at-the-root", profile, breaks: "mcp-as-order-root",
      "looks for the metadata of an issuer without a path at one address alone"),
    .init(
      "mcp-any-metadata", profile, breaks: "mcp-as-issuer-mismatch",
      "takes the metadata of another issuer"),
    .init(
      "goes-on-without-challenge-methods", profile, breaks: "mcp-pkce-absent",
      "takes it for granted that the server knows code challenges"),
    .init(
      "any-challenge-method", profile, breaks: "mcp-pkce-plain-only",
      "goes on where the server takes challenges that are plain"),
    .init(
      "opens-scripts", profile, breaks: "mcp-endpoint-injection",
      "has a script opened in the place of a page"),
    .init(
      "opens-files", profile, breaks: "mcp-endpoint-injection-file",
      "has a file of this machine opened in the place of a page"),
    .init(
      "opens-options", profile, breaks: "mcp-endpoint-injection-option",
      "starts the browser with an option that the server chose"),
    .init(
      "opens-commands", profile, breaks: "mcp-endpoint-injection-command",
      "has an address opened that a shell would run"),
  ]

  private static let requests: [Fault] = [
    .init(
      "authorizes-without-resource", profile, breaks: "mcp-resource-authorize",
      "names no resource in its authorization request"),
    .init(
      "redeems-without-resource", profile, breaks: "mcp-resource-token",
      "names no resource when it redeems its code"),
    .init(
      "refreshes-without-resource", profile, breaks: "mcp-resource-refresh",
      "names no resource when it refreshes its token"),
    .init(
      "never-names-a-resource", profile, breaks: "mcp-resource-authorize",
      and: "mcp-resource-token", and: "mcp-resource-refresh",
      "names no resource in any request"),
    .init(
      "two-resources", profile, breaks: "mcp-resource-consistent",
      "names its authorization server as a resource too, and redeems its code for that one"),
    .init(
      "resource-with-fragment", profile, breaks: "mcp-resource-valid-uri",
      "takes a resource with a fragment from the metadata"),
    .init(
      "no-token-with-notifications", profile, breaks: "mcp-bearer-every-request",
      "sends its notifications without a token"),
    .init(
      "mcp-token-in-the-query", profile, breaks: "mcp-bearer-not-query",
      "sends its token in the query, too"),
    .init(
      "mcp-token-always-in-the-query", profile, breaks: "mcp-bearer-not-query",
      "sends its token in the query of each request, and nowhere else"),
    .init(
      "follows-with-its-token", profile, breaks: "mcp-no-passthrough",
      "follows a redirect to another server with its token"),
  ]

  private static let scopes: [Fault] = [
    .init(
      "all-supported-scopes", profile, breaks: "mcp-scope-challenge",
      "asks for all scopes of the MCP server, whatever the challenge says"),
    .init(
      "no-scope-without-challenge", profile, breaks: "mcp-scope-supported",
      "asks for no scope where the challenge names none"),
    .init(
      "a-scope-by-default", profile, breaks: "mcp-scope-omitted",
      "asks for a scope of its own choice where nobody named one"),
    .init(
      "never-steps-up", profile, breaks: "mcp-step-up", "ends at the first insufficient_scope"),
    .init(
      "steps-up-with-the-challenge-alone", profile, breaks: "mcp-step-up-union",
      "gives its former scopes up for those of the challenge"),
    .init(
      "steps-up-for-ever", profile, breaks: "mcp-step-up-retry-limit",
      "asks its user again at each insufficient_scope"),
    .init(
      "offline-access-always", profile, breaks: "mcp-offline-access",
      "asks for offline_access where the server does not have it"),
  ]

  private static let identity: [Fault] = [
    .init(
      "registers-although-told", profile, breaks: "mcp-preregistered",
      "registers itself, although it was told a client ID"),
    .init(
      "no-document", profile, breaks: "mcp-cimd",
      "registers itself where the server would take its document"),
    .init(
      "mcp-no-application-type", profile, breaks: "mcp-dcr-application-type",
      "registers without application_type"),
    .init(
      "one-id-for-all", profile, breaks: "mcp-as-migration",
      "comes to another authorization server with the ID of the first"),
    .init(
      "registers-with-a-secret", profile, breaks: "mcp-token-auth-none",
      "registers for a secret where the server takes none"),
    .init(
      "registers-without-basic", profile, breaks: "mcp-token-auth-basic",
      "registers as a public client where the server wants a secret in the header"),
    .init(
      "registers-without-post", profile, breaks: "mcp-token-auth-post",
      "registers as a public client where the server wants a secret in the body"),
  ]

  private static let issuer: [Fault] = [
    .init(
      "mcp-issuer-not-first", profile, breaks: "mcp-iss-match",
      "refuses a callback that begins with its issuer"),
    .init(
      "mcp-issuer-always", profile, breaks: "mcp-iss-absent-unadvertised",
      "wants an issuer in each callback"),
    .init(
      "mcp-any-issuer", profile, breaks: "mcp-iss-mismatch",
      "takes a callback whatever issuer it names, where one was promised"),
    .init(
      "issuer-where-promised", profile, breaks: "mcp-iss-mismatch-unadvertised",
      "compares issuers only where the metadata promise one"),
    .init(
      "mcp-issuer-optional", profile, breaks: "mcp-iss-missing-advertised",
      "takes a callback without the issuer that was promised"),
    .init(
      "mcp-issuer-without-slash", profile, breaks: "mcp-iss-normalised",
      "overlooks a slash at the end of the issuer"),
    .init(
      "mcp-issuer-in-any-case", profile, breaks: "mcp-iss-case",
      "overlooks the case of the letters of the issuer"),
    .init(
      "mcp-error-before-issuer", profile, breaks: "mcp-iss-mismatch-in-error",
      "reads the error of a callback before its issuer"),
  ]
}
