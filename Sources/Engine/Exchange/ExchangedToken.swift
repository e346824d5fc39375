import Basics
import JOSE
import ProviderModel

/// A token that a client presents for an exchange (RFC 8693 §2.1): one of this sandbox, or the JWT of another issuer.
struct ExchangedToken {
  /// Its part in the exchange.
  enum Part {
    case subject, actor

    var parameter: String { self == .subject ? "subject_token" : "actor_token" }
    var typeParameter: String { "\(parameter)_type" }
    var noun: String { self == .subject ? "subject token" : "actor token" }
    var unknown: Condition { self == .subject ? .subjectTokenUnknown : .actorTokenUnknown }
    var expired: Condition { self == .subject ? .subjectTokenExpired : .actorTokenExpired }
    var revoked: Condition { self == .subject ? .subjectTokenRevoked : .actorTokenRevoked }
    var otherClient: Condition {
      self == .subject ? .subjectTokenOtherClient : .actorTokenOtherClient
    }
    var typeUnsupported: Condition {
      self == .subject ? .subjectTypeUnsupported : .actorTypeUnsupported
    }
  }

  /// The token type, as the request names it.
  let type: String
  /// `nil` if it is a token of a client that acts for itself.
  let person: String?
  let client: String
  /// `nil` for an ID token and for a JWT of another issuer, which have none.
  var scopes: [String]?
  let authTime: Int
  /// The claim `act`.
  var actor: JSONValue?
  /// The claim `may_act` of a JWT of another issuer.
  var mayAct: JSONValue?
  /// The claim `sub` of a JWT of another issuer.
  var subject: JSONValue?
  /// The entry of the ledger; `nil` for an ID token, which the ledger does not keep.
  var credential: Credential?
  /// The JWT of another issuer.
  var trusted: TrustedJWT?

  private static let jwtType = "urn:ietf:params:oauth:token-type:jwt"

  /// Finds a token that the client may exchange.
  static func find(
    _ part: Part, _ types: [(name: String, sources: [ExchangeRule.Source])], _ rule: GrantRule,
    _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> ExchangedToken {
    let issuer = rule.exchange?.issuer ?? Template(literal: "")
    let text = context.parameter(part.parameter)
    guard !text.isEmpty else {
      let wire = context.provider.wire(part.parameter, at: .token)
      throw Refusal(
        .parameterMissing, at: .client, facts: [("param", wire)], "the request has no \(wire)",
        clause: "RFC 8693 §2.1", remedy: "send \(wire)")
    }
    let (type, sources) = try type(part, types, context)
    for source in sources {
      if source == .id {
        if let token = try idToken(text, part, type, issuer, client, context) { return token }
        continue
      }
      if source == .trusted {
        if let token = try trusted(text, part, type, rule, client, context) { return token }
        continue
      }
      // An opaque token is no JWT, whatever it is called (RFC 8693 §3).
      if type == jwtType, (try? JWS.parse(text)) == nil { continue }
      let kind: CredentialKind = source == .access ? .access : .refresh
      // Refresh tokens are for their client alone; access tokens are passed on to others (RFC 8693 §1.1).
      let isOwn = kind == .refresh || rule.exchange?.takesOwnOnly == true
      let owner = isOwn ? client.id : nil
      let status = context.worth(kind, text, for: owner)
      if case .unknown = status { continue }
      let token = try live(status, part, type, context)
      if let credential = token.credential {
        try TokenBinding.check(exchanged: credential, part.noun, rule, client, context)
      }
      return token
    }
    throw Refusal(
      part.unknown, at: .token, facts: [("value", text.shortened)],
      "the \(part.noun) was never issued here as \(type.shortened)",
      remedy: "send it unchanged, with its own type in \(part.typeParameter)")
  }

  /// The requested token type. Where the provider does not read one, the first applies.
  private static func type(
    _ part: Part, _ types: [(name: String, sources: [ExchangeRule.Source])],
    _ context: RequestContext
  ) throws(Refusal) -> (name: String, sources: [ExchangeRule.Source]) {
    if let first = types.first, context.provider.names.slot(part.typeParameter) == nil {
      return first
    }
    let name = try context.needed(part.typeParameter)
    if let known = types.first(where: { $0.name == name }) { return known }
    let known = types.map(\.name).joined(separator: ", ")
    throw Refusal(
      part.typeUnsupported, at: .token,
      facts: [("value", name.shortened), ("expected", known)],
      known.isEmpty
        ? "\(context.provider.id) takes no \(part.noun)"
        : "\(part.typeParameter) is \(name.shortened), which \(context.provider.id) does not take",
      remedy: .say(known.isEmpty ? "leave \(part.parameter) out" : "send one of: \(known)"))
  }

  private static func live(
    _ status: CredentialStatus, _ part: Part, _ type: String, _ context: RequestContext
  ) throws(Refusal) -> ExchangedToken {
    switch status {
    case .live(let credential):
      let grant = credential.grant
      return ExchangedToken(
        type: type, person: grant.person, client: grant.client, scopes: credential.scopes,
        authTime: grant.authTime, actor: grant.actor, credential: credential)
    case .expired(let credential):
      throw Refusal(
        part.expired, at: .token, facts: context.times(credential),
        "the \(part.noun) has expired", remedy: "get a new token, and exchange that one")
    case .otherClient(let credential):
      throw Refusal(
        part.otherClient, at: .token, facts: [("value", credential.grant.client)],
        "the \(part.noun) was issued to the client \(credential.grant.client)",
        remedy:
          "send it as that client, or send a token of \(context.facts.client?.id ?? "your own client")"
      )
    case .revoked, .spent, .unknown:
      throw Refusal(
        part.revoked, at: .token, facts: [("value", type)],
        "the \(part.noun) has been revoked or used",
        remedy: "get a new token, and exchange that one")
    }
  }

  // MARK: JWTs of other issuers

  /// The JWT of another issuer; `nil` for a text that is not a JWT.
  private static func trusted(
    _ text: String, _ part: Part, _ type: String, _ rule: GrantRule, _ client: Client,
    _ context: RequestContext
  ) throws(Refusal) -> ExchangedToken? {
    // Another text is an opaque token, and unknown.
    guard text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 else { return nil }
    let jwt = try PresentedJWT(text, in: part.parameter, as: .grant)
    // It names this server as its issuer, but this server did not issue it, or not as this type.
    let isOwn = ExactText.same(
      jwt.issuer ?? "", context.facts.text(rule.exchange?.issuer ?? Template(literal: "")) ?? "")
    if isOwn,
      IssuerAssertion.trusted(
        for: jwt, rule, at: context.provider, in: context.cast) == nil
    {
      return nil
    }
    let trusted = try TrustCheck.pass(jwt, rule, context)
    // An actor is a party of its own: a person of the cast only if it is the subject.
    if part == .subject { try trusted.checkClient(is: client) }
    let person = part == .subject ? try trusted.person(context) : nil
    if let act = jwt.claims["act"], act.objectValue == nil {
      throw jwt.wrong("act", "an object", clause: "RFC 8693 §4.1")
    }
    return ExchangedToken(
      type: type, person: person?.username, client: client.id,
      authTime: authTime(of: jwt, context), actor: jwt.claims["act"],
      mayAct: jwt.claims["may_act"], subject: jwt.claims["sub"], trusted: trusted)
  }

  /// When the person of a JWT signed in, on the ledger's clock; now if the JWT does not say it.
  private static func authTime(of jwt: PresentedJWT, _ context: RequestContext) -> Int {
    let signedIn = jwt.claims["auth_time"]?.numberText.flatMap { Int($0) }
    let aged = context.state.aged - context.ageing(of: jwt)
    return signedIn.map { min(max($0, 0), context.instants.sandbox) + aged }
      ?? context.now
  }

  // MARK: ID tokens

  /// An ID token of this provider, which is verified and not looked up; `nil` for other texts.
  private static func idToken(
    _ text: String, _ part: Part, _ type: String, _ issuer: Template, _ client: Client,
    _ context: RequestContext
  ) throws(Refusal) -> ExchangedToken? {
    guard let jwt = try? PresentedJWT(text, in: part.parameter, as: .grant),
      ["", "jwt"].contains((jwt.token.header["typ"]?.stringValue ?? "").lowercased()),
      ExactText.same(jwt.issuer ?? "", context.facts.text(issuer) ?? ""),
      let subject = jwt.claims["sub"]
    else { return nil }
    // Anybody who knows the client secret can make such a token, about any person.
    guard jwt.token.algorithm != AssertionRule.secretAlgorithm else {
      throw Refusal(
        part.unknown, at: .token, facts: [("value", text.shortened)],
        "the \(part.noun) is signed with a client secret, which does not prove that this server issued it",
        remedy:
          "exchange an access token or a refresh token, or register id_token_signed_response_alg RS256"
      )
    }
    guard
      context.site.options.keys.verifies(
        jwt.token, separate: context.provider.separateKeys)
    else { return nil }
    let owner = jwt.audiences.lazy.compactMap { context.client($0) }.first
    let person = context.cast.people.first {
      context.facts.subject(of: $0, for: owner) == subject
    }
    guard let person else {
      throw Refusal(
        part.revoked, at: .token, facts: [("value", type)],
        "the person of the \(part.noun) is no longer in the cast",
        remedy: "sign in as a person of the cast")
    }
    guard jwt.audiences.contains(where: { ExactText.same($0, client.id) }) else {
      let owner = jwt.audiences.first ?? ""
      throw Refusal(
        part.otherClient, at: .token, facts: [("value", owner)],
        "the \(part.noun) is an ID token of the client \(owner.shortened)",
        remedy: "send it as that client, or send an access token")
    }
    let end = jwt.claims["exp"]?.numberText.flatMap { Int($0) } ?? 0
    guard end > context.now(for: jwt) else {
      throw Refusal(
        part.expired, at: .token,
        facts: [
          ("issued_at", jwt.claims["iat"]?.numberText ?? ""),
          ("expires_at", String(max(end, 0) - context.ageing(of: jwt))),
          ("now", String(context.instants.sandbox)),
        ], "the \(part.noun) has expired", remedy: "get a new token, and exchange that one")
    }
    return ExchangedToken(
      type: type, person: person.username, client: client.id,
      authTime: authTime(of: jwt, context), actor: jwt.claims["act"])
  }
}
