import Basics
import ProviderModel

/// What a person, or a client for itself, has granted. It lives as long as a credential that stands for it.
final class Grant: Sendable, Codable {
  /// How a person consented to a grant.
  struct Consent: Sendable, Equatable {
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

    func encode(to encoder: any Encoder) throws {
      let packer = try Packer.behind(encoder)
      packer.write(redirectURI)
      packer.write(sentRedirectURI)
      try packer.write(arguments)
      try packer.write(bound)
      packer.write(authTime)
      try packer.write(device)
      try packer.write(actor)
      try packer.write(session)
      try packer.write(acr)
      packer.write(consent.isAsked)
      packer.write(consent.isFirst)
    }

    init(from decoder: any Decoder) throws {
      let unpacker = try Unpacker.behind(decoder)
      redirectURI = try unpacker.read(String.self)
      sentRedirectURI = try unpacker.read(Bool.self)
      arguments = try unpacker.read(CanonicalParameters.self)
      bound = try unpacker.read(NamedTexts.self)
      authTime = try unpacker.read(Int.self)
      device = try unpacker.read(String?.self)
      actor = try unpacker.read(JSONValue?.self)
      session = try unpacker.read(String?.self)
      acr = try unpacker.read(String?.self)
      consent = Consent(
        isAsked: try unpacker.read(Bool.self), isFirst: try unpacker.read(Bool.self))
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

  // In the order of the properties, without their names, as for `Credential`.
  func encode(to encoder: any Encoder) throws {
    let packer = try Packer.behind(encoder)
    packer.write(number)
    packer.write(provider)
    packer.write(client)
    try packer.write(person)
    packer.write(type)
    packer.write(scopes)
    packer.write(issued)
    try packer.write(asked)
  }

  init(from decoder: any Decoder) throws {
    let unpacker = try Unpacker.behind(decoder)
    number = try unpacker.read(Int.self)
    provider = try unpacker.read(String.self)
    client = try unpacker.read(String.self)
    person = try unpacker.read(String?.self)
    type = try unpacker.read(String.self)
    scopes = try unpacker.read([String].self)
    issued = try unpacker.read(Int.self)
    asked = try unpacker.read(Asked?.self)
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
