import Basics
import JOSE
import ProviderModel

/// Whether the JWT of another issuer is trusted, and made for this server and this time (RFC 7523 §3).
enum TrustCheck {
  static func pass(
    _ jwt: PresentedJWT, _ grant: GrantRule, _ context: RequestContext
  ) throws(Refusal) -> TrustedJWT {
    let rule = try rule(for: jwt, grant)
    let trusted = try trusted(for: jwt, grant, context)
    try checkIssuer(of: jwt, rule, context)
    try checkSignature(of: jwt, by: trusted, context)
    try jwt.checkAudience(
      among: trusted.audiences ?? context.texts(of: rule.audiences), isSole: rule.hasSoleAudience,
      or: "or add its audience to audiences of \(trusted.name) in trust of the cast")
    try checkSubject(of: jwt, trusted, rule)
    for (name, pattern) in trusted.claims where !trusted.allows(pattern, jwt.claims[name]) {
      throw Refusal(
        .jwtClaimWrong, at: .token,
        facts: [("param", name), ("value", jwt.shown(name)), ("expected", pattern.source)],
        jwt.claims[name] == nil
          ? "the JWT in \(jwt.parameter) has no claim \(name), which has to match \(pattern.source)"
          : "the claim \(name) of \(jwt.parameter) is \(jwt.shown(name)), and has to match \(pattern.source)",
        remedy:
          "send a JWT of another \(name), or change claims of \(trusted.name) in trust of the cast")
    }
    // The clock of this server has stamped its own JWTs, which is the sandbox's.
    let now = trusted.isPlayedHere ? context.now(for: jwt) : context.instants.wall
    let end = try jwt.checkTimes(longest: rule.longest, skew: rule.skew, at: now)
    guard !rule.needsIssueTime || jwt.claims["iat"] != nil else {
      throw Refusal(
        .jwtClaimWrong, at: .token,
        facts: [("param", "iat"), ("value", ""), ("expected", "seconds since 1970")],
        "the JWT in \(jwt.parameter) has no claim iat", remedy: "set iat to the time of its issue")
    }
    let plain = TrustedJWT(jwt: jwt, trusted: trusted, rule: rule, use: nil)
    guard rule.needsIdentity || jwt.claims["jti"] != nil else { return plain }
    let identity = try jwt.identity()
    guard rule.isOnce else { return plain }
    let use = JWTUse(
      identity, within: [context.provider.id, "iss", trusted.issuer], until: end + rule.skew,
      in: trusted.isPlayedHere ? .ownAssertions : .assertions)
    try use.check(jwt, context)
    return TrustedJWT(jwt: jwt, trusted: trusted, rule: rule, use: use)
  }

  /// Throws the reason for which the JWT of a request without a client names none; returns if it is no such JWT.
  static func explainMissingClient(
    _ grant: GrantRule, _ context: RequestContext
  ) throws(Refusal) {
    guard !grant.trusts.isEmpty else { return }
    let jwt: PresentedJWT
    if grant.kind == .assertion {
      jwt = try AssertionGrant.jwt(context)
    } else {
      // A subject token may be one of this server, which says nothing about the client.
      let part = ExchangedToken.Part.subject
      guard
        let found = try? PresentedJWT(
          context.parameter(part.parameter), in: part.parameter, as: .grant),
        !ExactText.same(
          found.issuer ?? "", grant.exchange.flatMap { context.facts.text($0.issuer) } ?? "")
      else { return }
      jwt = found
    }
    let trusted = try trusted(for: jwt, grant, context)
    guard trusted.client == nil else { return }
    throw Refusal(
      .clientMissing, at: .client,
      facts: [("param", context.provider.wire("client_id", at: .token))],
      "the request names no client, and the entry \(trusted.name) in trust of the cast names none",
      remedy:
        "send \(context.wire("client_id")), or add client to \(trusted.name) in trust of the cast")
  }

  private static func rule(
    for jwt: PresentedJWT, _ grant: GrantRule
  ) throws(Refusal) -> TrustRule {
    let type = jwt.token.header["typ"]
    if let rule = grant.trusts(type: type?.stringValue) { return rule }
    let found = type.map { ($0.stringValue ?? $0.text()).shortened } ?? ""
    let known = grant.trusts.map(\.name).joined(separator: " or ")
    throw Refusal(
      .jwtTypeUnsupported, at: .token, facts: [("value", found), ("expected", known)],
      type == nil
        ? "the header of \(jwt.parameter) has no typ" : "the typ of \(jwt.parameter) is \(found)",
      remedy: "send a JWT whose typ is \(known)")
  }

  private static func trusted(
    for jwt: PresentedJWT, _ grant: GrantRule, _ context: RequestContext
  ) throws(Refusal) -> TrustedIssuer {
    if let trusted = IssuerAssertion.trusted(
      for: jwt, grant, at: context.provider, in: context.cast)
    {
      return trusted
    }
    let provider = context.provider.id
    let found = jwt.shown("iss")
    var issuers: [String] = []
    for entry in context.cast.trusted where entry.provider == provider {
      if !issuers.contains(entry.issuer) { issuers.append(entry.issuer) }
    }
    let known = issuers.joined(separator: ", ").shortened
    throw Refusal(
      .jwtIssuerUntrusted, at: .token, facts: [("value", found), ("expected", known)],
      jwt.issuer == nil
        ? "the JWT in \(jwt.parameter) has no claim iss that is a string"
        : "\(provider) does not trust the issuer \(found)",
      remedy: .say(
        known.isEmpty
          ? "add the issuer to trust of the cast"
          : "add the issuer to trust of the cast, or send a JWT of one of: \(known)"))
  }

  private static func checkIssuer(
    of jwt: PresentedJWT, _ rule: TrustRule, _ context: RequestContext
  ) throws(Refusal) {
    let issuer = jwt.issuer ?? ""
    guard context.texts(of: rule.refusedIssuers).contains(where: { ExactText.same($0, issuer) })
    else { return }
    throw Refusal(
      .jwtIssuerUntrusted, at: .token, facts: [("value", issuer.shortened), ("expected", "")],
      "this server has issued the JWT in \(jwt.parameter), for another server",
      remedy: "send it to the server that its aud names")
  }

  // MARK: Signature

  private static func checkSignature(
    of jwt: PresentedJWT, by trusted: TrustedIssuer, _ context: RequestContext
  ) throws(Refusal) {
    try jwt.checkAlgorithm(
      among: AssertionRule.keyAlgorithms, "\(context.provider.id) reads")
    if let set = trusted.keys {
      try jwt.checkKey(among: ClientKeys.usable(in: set), of: signer(trusted))
    } else if let address = trusted.keysURI {
      try jwt.checkKey(
        among: context.fetchedKeys(address, .grant), of: signer(trusted))
    } else if !context.site.options.keys.verifies(
      jwt.token, separate: context.provider.separateKeys)
    {
      throw Refusal(
        .jwtSignatureWrong, at: .token,
        "the signature of \(jwt.parameter) is not one of this server, which plays the issuer \(trusted.issuer)",
        remedy:
          "send a JWT of this server unchanged, or give \(trusted.name) jwks or jwks_uri in trust of the cast"
      )
    }
  }

  private static func signer(_ trusted: TrustedIssuer) -> PresentedJWT.Signer {
    PresentedJWT.Signer(
      title: "the issuer \(trusted.issuer)", name: trusted.issuer,
      remedy:
        "add \(KeyType.titles) to jwks of \(trusted.name) in trust of the cast",
      fetchedFrom: trusted.keys == nil ? trusted.keysURI : nil)
  }

  // MARK: Subject

  private static func checkSubject(
    of jwt: PresentedJWT, _ trusted: TrustedIssuer, _ rule: TrustRule
  ) throws(Refusal) {
    if rule.subject == .issuer, jwt.claims["sub"] == nil { return }
    guard let subject = jwt.subject, !subject.isEmpty else {
      throw Refusal(
        .jwtSubjectMissing, at: .token, facts: [("param", "sub")],
        "the JWT in \(jwt.parameter) has no claim sub that is a string",
        remedy: "set sub to the subject of the JWT")
    }
    guard trusted.allows(subject: subject) else {
      let known = trusted.subjects.map(\.source).joined(separator: " or ")
      throw Refusal(
        .jwtSubjectNotAllowed, at: .token,
        facts: [("value", subject.shortened), ("expected", known)],
        "the claim sub of \(jwt.parameter) is \(subject.shortened), and has to match \(known)",
        remedy: "add the subject to subjects of \(trusted.name) in trust of the cast")
    }
  }
}

extension RequestContext {
  /// The texts of templates, each once.
  func texts(of templates: [Template]) -> [String] {
    templates.compactMap { facts.text($0) }.unique
  }
}
