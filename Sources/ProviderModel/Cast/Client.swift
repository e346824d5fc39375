import Basics
import JOSE

/// A client that is registered at a provider.
///
/// It is mutated only while it is read, so it is safe to send.
package final class Client: @unchecked Sendable, Codable {
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

  package internal(set) var provider = ""
  package internal(set) var id = ""
  package internal(set) var kind = Kind.confidential
  /// The display name.
  package internal(set) var name = ""
  package internal(set) var secret: String?
  package internal(set) var redirectURIs: [String] = []
  /// RFC 7591 §2, `policy_uri` and `tos_uri`.
  package internal(set) var policyURI: String?
  package internal(set) var termsURI: String?
  /// Its redirect URIs must match exactly, also where the provider's rule is looser.
  package private(set) var hasExactRedirects = false
  /// `nil`: every scope that the provider knows.
  package internal(set) var scopes: [String]?
  /// `nil`: every response type that the provider knows.
  package internal(set) var responseTypes: [String]?
  /// `nil`: every grant that the provider knows.
  package internal(set) var grantTypes: [String]?
  /// RFC 7591 §2, `token_endpoint_auth_method`: `nil` is any that the provider knows.
  package internal(set) var authentication: String?
  /// Its public keys, as a JWK set (RFC 7591 §2).
  package internal(set) var keys: JSONValue?
  /// The address of its public keys.
  package internal(set) var keysURI: String?
  /// RFC 7591 §2, `token_endpoint_auth_signing_alg`; `nil`: any that fits its keys.
  package internal(set) var assertionAlgorithm: String?
  /// OpenID Connect Registration §2, `id_token_signed_response_alg`.
  package internal(set) var idTokenAlgorithm: String?
  /// RFC 7591 §2 and RFC 9101 §10.5, `request_object_signing_alg`; `nil`: any that fits its keys, or its secret.
  package internal(set) var requestObjectAlgorithm: String?
  package internal(set) var requiresObjects: Bool?
  /// Whether it has to sign its authorization requests (RFC 9101 §10.5).
  package var mustSignRequests: Bool { requiresObjects ?? false }
  /// OpenID Connect Registration §2, `request_uris`; `nil`: all, where the provider needs no registration.
  package internal(set) var requestURIs: [String]?
  /// JARM §3, `authorization_signed_response_alg`.
  package internal(set) var responseAlgorithm: String?
  /// RFC 9126 §6, `require_pushed_authorization_requests`.
  package internal(set) var requiresPushes: Bool?
  package var mustPush: Bool { requiresPushes ?? false }
  /// OpenID Connect Registration §2, `userinfo_signed_response_alg`; `nil`: the response is JSON.
  package internal(set) var userInfoAlgorithm: String?
  /// OpenID Connect Registration §2, `default_max_age`, `require_auth_time` and `default_acr_values`.
  package internal(set) var defaultMaxAge: Int?
  package internal(set) var requiresAuthTime: Bool?
  package internal(set) var defaultLevels: [String]?
  /// OpenID Connect Registration §2, `subject_type` and `sector_identifier_uri`.
  package internal(set) var subjectType: SubjectType?
  package internal(set) var sectorURI: String?
  /// What is encrypted for it, and how.
  package internal(set) var encryptions = Encryptions()
  /// OpenID Connect RP-Initiated Logout §3.1; `nil`: the redirect URIs.
  package internal(set) var logoutURIs: [String]?
  /// OpenID Connect Back-Channel Logout §2.2, `backchannel_logout_uri`: gets a logout token when a session ends.
  package internal(set) var backChannelLogoutURI: String?
  /// OpenID Connect Front-Channel Logout §2, `frontchannel_logout_uri`: opens in a frame when a session ends.
  package internal(set) var frontChannelLogoutURI: String?
  /// Whether it needs `sid` there, which it always gets.
  var needsSessionInBack: Bool?
  var needsSessionInFront: Bool?
  /// RFC 9396 §10, `authorization_details_types`; `nil`: all that the provider knows.
  package internal(set) var detailTypes: [String]?
  /// The possible audiences of its access tokens (RFC 8707 §2); `nil`: all that it requests.
  package internal(set) var audiences: [String]?
  /// Its IDs at other authorization servers, by their issuers; elsewhere, it has its own ID.
  package internal(set) var idsElsewhere: [(name: String, id: String)] = []
  /// `nil`: the provider's choice.
  package internal(set) var accessTokenFormat: AccessTokenFormat?
  /// RFC 9449 §5.2, `dpop_bound_access_tokens`: it gets no token that is bound to no key.
  package var hasBoundTokens: Bool { bindsTokens == true }
  /// `nil`: the cast does not say.
  var bindsTokens: Bool?
  /// RFC 8705 §3.4, `tls_client_certificate_bound_access_tokens`: its tokens are bound to its certificate.
  package var hasCertificateBoundTokens: Bool { bindsToCertificate == true }
  var bindsToCertificate: Bool?
  /// The subject of its certificates, for `tls_client_auth` (RFC 8705 §2.1.2).
  package var certificateSubject: CertificateSubject? { certificateSubjects.first }

  /// Whether it has something by which it can prove who it is.
  var canAuthenticate: Bool {
    secret?.isEmpty == false || keys != nil || keysURI != nil || certificateSubject != nil
  }
  var certificateSubjects: [CertificateSubject] = []
  /// The CAs that may sign its certificates; `nil`: the CA of this server.
  package internal(set) var certificateAuthorities: [X509Certificate]?
  /// The same as PEM.
  var certificateAuthoritiesPEM: String?
  /// The person who signs in for this client without a page, and their answer.
  package internal(set) var signIn: String?
  package internal(set) var consent: Consent?
  /// The members that its provider declares in `clients`.
  package internal(set) var members = JSONObject()
  /// Where its members can be changed, for sentences.
  package internal(set) var source = "its cast"

  package init() {}

  package init(
    provider: String, id: String, kind: Kind = .confidential, name: String, secret: String? = nil,
    redirectURIs: [String], hasExactRedirects: Bool = false
  ) {
    self.provider = provider
    self.id = id
    self.kind = kind
    self.name = name
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.hasExactRedirects = hasExactRedirects
  }

  package convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let file = JSONValue(.object(try container.decode(JSONObject.self, forKey: .file)))
    let context = CastReader(providers: [Provider](), isTrusted: true)
    self.init()
    _ = Self.declaration.read(file, "", context.findings, context, from: self)
    source = try container.decode(String.self, forKey: .source)
    hasExactRedirects = try container.decode(Bool.self, forKey: .hasExactRedirects)
  }

  /// The client in the format of a cast file.
  package var file: JSONObject { Self.declaration.write(self) }
}

extension Client {
  private enum CodingKeys: CodingKey { case file, source, hasExactRedirects }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(source, forKey: .source)
    try container.encode(hasExactRedirects, forKey: .hasExactRedirects)
  }
}
