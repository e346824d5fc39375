import Basics
import ProviderModel

/// What a person, or a client for itself, has granted. It lives as long as a credential that stands for it.
final class Grant: Sendable, Codable {
  /// How a person consented to a grant.
  struct Consent: Sendable, Equatable, Codable {
    /// Whether the person was asked.
    var isAsked = false
    /// Whether it is the person's first grant to the client.
    var isFirst = false
  }

  /// What stays of the request that led to it. Apart, as tokens are many, and a client that acts for itself leaves nothing.
  private final class Asked: Sendable, Codable {
    let redirectURI: String
    let sentRedirectURI: Bool
    let arguments: CanonicalParameters
    let bound: NamedTexts
    let authTime: Int
    let device: String?
    let actor: JSONValue?
    let session: String?
    let acr: String?
    let consent: Consent

    init(
      redirectURI: String, sentRedirectURI: Bool, arguments: CanonicalParameters,
      bound: [(name: String, value: String)], authTime: Int, device: String?,
      actor: JSONValue?, session: String?, acr: String?, consent: Consent
    ) {
      self.redirectURI = redirectURI
      self.sentRedirectURI = sentRedirectURI
      self.arguments = arguments
      self.bound = NamedTexts(wrappedValue: bound)
      self.authTime = authTime
      self.device = device
      self.actor = actor
      self.session = session
      self.acr = acr
      self.consent = consent
    }
  }

  /// Counted from 1 in each sandbox.
  let number: Int
  let provider: String
  let client: String
  /// `nil` where the client acts for itself.
  let person: String?
  /// The grant type, the response type for what the front channel gave, or `minted`.
  let type: String
  let scopes: [String]
  let issued: Int
  /// `nil` where there is nothing of the kind.
  private let asked: Asked?

  /// Made by command: no authorization request has named a redirect URI.
  static let minted = "minted"
  var isMinted: Bool { type == Self.minted }

  init(
    number: Int, provider: String, client: String, person: String?, type: String,
    scopes: [String], redirectURI: String = "", sentRedirectURI: Bool = false,
    arguments: CanonicalParameters = .none, bound: [(name: String, value: String)] = [],
    authTime: Int,
    issued: Int, device: String? = nil, actor: JSONValue? = nil, session: String? = nil,
    acr: String? = nil, consent: Consent = Consent()
  ) {
    self.number = number
    self.provider = provider
    self.client = client
    self.person = person
    self.type = type
    self.scopes = scopes
    asked =
      redirectURI.isEmpty && arguments.isEmpty && bound.isEmpty && authTime == issued
        && device == nil && actor == nil && session == nil && acr == nil && consent == Consent()
      ? nil
      : Asked(
        redirectURI: redirectURI, sentRedirectURI: sentRedirectURI, arguments: arguments,
        bound: bound, authTime: authTime, device: device, actor: actor, session: session, acr: acr,
        consent: consent)
    self.issued = issued
  }

  /// The audiences of its access tokens, if it names any (RFC 8707).
  var resources: [String] {
    guard let asked, case .texts(let resources) = asked.arguments["resource"] else { return [] }
    return resources
  }
  /// The authorization details, a list (RFC 9396); `nil` if it has none.
  var details: JSONValue? {
    guard let asked,
      case .json(let list) = asked.arguments[AuthorizationDetailsRule.parameter]
    else { return nil }
    return list
  }
  /// The key of the device request whose device code is good for the grant.
  var device: String? { asked?.device }
  /// The claim `act` of its tokens (RFC 8693 §4.1); `nil` if nobody acts for somebody else.
  var actor: JSONValue? { asked?.actor }
  /// The ID of the session in which it was granted; `nil` if there was none.
  var session: String? { asked?.session }
  /// The level of authentication of the sign-in; `nil` for a sign-in without a level.
  var acr: String? { asked?.acr }
  /// How the person consented to it.
  var consent: Consent { asked?.consent ?? Consent() }
  var redirectURI: String { asked?.redirectURI ?? "" }
  /// Whether the authorization request named its redirect URI (RFC 6749 §4.1.3).
  var sentRedirectURI: Bool { asked?.sentRedirectURI ?? false }
  /// The canonical parameters of the authorization request.
  var arguments: CanonicalParameters { asked?.arguments ?? .none }
  /// What the address bound it to.
  var bound: [(name: String, value: String)] { asked?.bound.wrappedValue ?? [] }
  /// When the person signed in; the instant of the grant where nobody did.
  var authTime: Int { asked?.authTime ?? issued }
}
