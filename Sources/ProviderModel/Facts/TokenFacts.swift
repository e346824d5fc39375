import Basics
import JOSE

/// A token that came with the request, as introspection and resources show it.
package struct TokenFacts: Sendable {
  package let kind: CredentialKind
  /// Its name in `credentials`.
  package let name: String
  package let status: String
  package let scopes: [String]
  package let client: String
  package let username: String
  package let issued: Int
  package let ends: Int
  package let audience: [String]
  /// Its authorization details (RFC 9396): a list.
  package let details: JSONValue?
  package let binding: KeyBinding
  /// The token as it was sent.
  package let text: String
  /// Not good for use: nothing else of it is shown.
  package static func inactive(_ status: String) -> TokenFacts { TokenFacts(status: status) }
  package let isActive: Bool

  private init(status: String) {
    (kind, name, scopes, client, username) = (.access, "", [], "", "")
    self.status = status
    (issued, ends, audience, details, binding, isActive) = (0, 0, [], nil, .none, false)
    text = ""
  }

  package init(
    kind: CredentialKind, name: String, scopes: [String], client: String, username: String,
    issued: Int,
    ends: Int, audience: [String], details: JSONValue? = nil,
    binding: KeyBinding = .none, text: String
  ) {
    self.text = text
    self.kind = kind
    self.name = name
    status = "active"
    self.scopes = scopes
    self.client = client
    self.username = username
    self.issued = issued
    self.ends = ends
    self.audience = audience
    self.details = details
    self.binding = binding
    isActive = true
  }

  /// The claim `jti` of a token that is a JWT.
  var jti: String? { (try? JWS.parse(text))?.payload["jti"]?.stringValue }

  /// The SHA-256 of the token, in hexadecimal.
  var hash: String {
    Filter.Coding.hex.text(Digest.sha256(Array(text.utf8)))
  }
}
