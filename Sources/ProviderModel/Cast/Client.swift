import Basics

/// A client that is registered at a provider.
package final class Client: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case `public`, confidential, spa, standalone
  }
  /// The answer to the question of consent, without a page.
  package enum Consent: String, Sendable, CaseIterable { case denied, granted }
  /// The format of its access tokens, at a provider that has both.
  package enum AccessTokenFormat: String, Sendable, CaseIterable {
    /// JSON Web Tokens that a resource can validate by itself (RFC 9068).
    case jwt
    /// Random texts that only the server can interpret (RFC 7662).
    case opaque
  }

  package let provider: String
  package let id: String
  package let kind: Kind
  package let name: String
  package let secret: String?
  package let redirectURIs: [String]
  /// `nil`: every scope that the provider knows.
  package let scopes: [String]?
  /// `nil`: every response type that the provider knows.
  package let responseTypes: [String]?
  /// `nil`: every grant that the provider knows.
  package let grantTypes: [String]?
  /// RFC 7591 §2, `token_endpoint_auth_method`: `nil` is any that the provider knows.
  package let authentication: String?
  /// OpenID Connect Registration §2, `id_token_signed_response_alg`.
  package let idTokenAlgorithm: String?
  /// The person who signs in for this client without a page, and their answer.
  package let signIn: String?
  package let consent: Consent?
  /// OpenID Connect RP-Initiated Logout §3.1; `nil`: the redirect URIs.
  package let logoutURIs: [String]?
  /// The possible audiences of its access tokens (RFC 8707 §2); `nil`: all that it requests.
  package let audiences: [String]?
  /// `nil`: the provider's choice.
  package let accessTokenFormat: AccessTokenFormat?

  package init(
    provider: String, id: String, kind: Kind = .confidential, name: String, secret: String? = nil,
    redirectURIs: [String], scopes: [String]? = nil, responseTypes: [String]? = nil,
    grantTypes: [String]? = nil, authentication: String? = nil, idTokenAlgorithm: String? = nil,
    signIn: String? = nil, consent: Consent? = nil, logoutURIs: [String]? = nil,
    audiences: [String]? = nil, accessTokenFormat: AccessTokenFormat? = nil
  ) {
    self.provider = provider
    self.id = id
    self.kind = kind
    self.name = name
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.scopes = scopes
    self.responseTypes = responseTypes
    self.grantTypes = grantTypes
    self.authentication = authentication
    self.idTokenAlgorithm = idTokenAlgorithm
    self.signIn = signIn
    self.consent = consent
    self.logoutURIs = logoutURIs
    self.audiences = audiences
    self.accessTokenFormat = accessTokenFormat
  }
}
