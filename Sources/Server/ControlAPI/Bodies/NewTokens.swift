import Basics
import Engine
import ProviderModel

/// An order for tokens.
struct NewTokens: RequestBody {
  var provider = ""
  var client = ""
  var person: String?
  var audiences: [String]?
  var scopes: [String]?
  var issues: [String]?
  var jkt: String?
  var x5t: String?

  static let declaration = BodyDeclaration<Self>([
    .input("provider", \.provider, required: true, "The provider's ID."),
    .input("client", \.client, required: true, "The client_id at the provider."),
    .input("person", \.person, "The username. Without it, the client acts for itself."),
    .input(
      "audiences", \.audiences, as: Schemas.list(of: ["type": "string", "format": "uri"]),
      "The audience of the access token (RFC 8707). Default: the client's audiences."),
    .input(
      "scopes", \.scopes,
      as: Schemas.list(of: ["type": "string", "pattern": "^[!#-\\[\\]-~]+$"]),
      "The scopes (RFC 6749 §3.3). Default: the scopes of a request that names none."),
    .input(
      "issues", \.issues,
      "The credentials to issue: code, access, refresh, id. Default: the credentials that a redeemed code issues."
    ),
    .input(
      "jkt", \.jkt,
      "The thumbprint (RFC 7638) of the key that the access token, the code, and the refresh token of a client that does not authenticate are bound to (RFC 9449). Default: Bearer tokens."
    ),
    .input(
      "x5t#S256", \.x5t,
      "The SHA-256 of the certificate, as base64url, that the access token and the refresh token of a client that does not authenticate are bound to (RFC 8705 §3.1). Default: none."
    ),
  ])
}

/// The answer to an order.
struct MintedTokens {
  let credentials: [CredentialFacts]
  let tokens: [TokenView]

  /// The text of a credential.
  private func text(_ kind: CredentialKind) -> String? {
    credentials.first { $0.kind == kind }?.value
  }

  static let declaration = BodyDeclaration<Self>([
    .output("access_token", "The token itself.") { $0.text(.access) },
    .output("refresh_token", "The token itself.") { $0.text(.refresh) },
    .output("id_token", "The JWT.") { $0.text(.id) },
    .output("code", "The code itself.") { $0.text(.code) },
    .output("expires_in", "The lifetime of the access token, in seconds.") { minted -> Int? in
      // What never expires has none.
      guard minted.tokens.contains(where: { $0.kind == .access && $0.ends != nil }) else {
        return nil
      }
      return minted.credentials.first { $0.kind == .access }?.lifetime
    },
    .output(
      "tokens", as: Operation.list(of: "Token"), "The same tokens, as the list shows them."
    ) { JSONValue(.array($0.tokens.map(TokenView.declaration.write))) },
  ])
}

extension TokenView {
  static let declaration = BodyDeclaration<Self>([
    .output("id", "The number in this sandbox. The text of the token is not shown.") { $0.id },
    .output("kind", "code, access, refresh or device_code. ID tokens are not kept.") {
      $0.kind.rawValue
    },
    .output("provider", "The provider that issued it.") { $0.provider },
    .output("client", "The client that got it.") { $0.client },
    .output("person", "The person; absent if a client acts for itself.") { $0.person },
    .output("scopes", "The granted scopes.") { $0.scopes },
    .output("audience", "The audience (RFC 8707), if the token has one.") {
      $0.audience.isEmpty ? nil : $0.audience
    },
    .output("jkt", "The thumbprint of the key that it is bound to (RFC 9449), if there is one.") {
      $0.binding.jkt
    },
    .output(
      "x5t#S256",
      "The SHA-256 of the certificate that it is bound to (RFC 8705 §3.1), if there is one."
    ) { $0.binding.x5t },
    .output("issued", "The time by the sandbox's clock.") { Instant($0.issued) },
    .output("expires", "The expiry; absent if it never expires.") { $0.ends.map { Instant($0) } },
    .output(
      "status", as: Schemas.choice(Status.allCases.map(\.rawValue)),
      "The status. spent: a redeemed code, or a refresh token that was replaced by rotation."
    ) { $0.status.rawValue },
  ])
}
