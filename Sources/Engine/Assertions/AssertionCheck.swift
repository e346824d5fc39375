import Basics
import JOSE
import ProviderModel

/// Whether a client's JWT is the client's own, and made for this server and this time (RFC 7523 §3).
enum AssertionCheck {
  /// A JWT in `client_assertion`.
  static func pass(
    _ assertion: ClientAssertion, of client: Client, _ rule: AssertionRule,
    _ context: RequestContext
  ) throws(Refusal) {
    try checkSignature(of: assertion, by: client, context)
    try assertion.checkIssuer(is: client.id)
    try assertion.checkSubject(is: client.id)
    try assertion.checkAudience(among: audiences(rule, context), isSole: rule.hasSoleAudience)
    let wall = context.instants.wall
    let end = try assertion.checkTimes(rule, wall: wall)
    try use(try assertion.identity(), of: client, until: end + rule.skew, context)
  }

  /// The accepted audiences.
  static func audiences(_ rule: AssertionRule, _ context: RequestContext) -> [String] {
    var audiences: [String] = []
    for template in rule.audiences {
      guard let text = context.facts.text(template), !audiences.contains(text) else { continue }
      audiences.append(text)
    }
    return audiences
  }

  /// A JWT in the place of the client secret. It may be sent again until it expires.
  static func pass(
    secret text: String, of client: Client, _ rule: AssertionRule, _ context: RequestContext
  ) throws(Refusal) {
    let parameter = context.provider.wire("client_secret", at: .token)
    let assertion = try ClientAssertion(text, in: parameter)
    try assertion.checkAlgorithm(
      among: AssertionRule.keyAlgorithms, "a client secret of \(context.provider.id) has")
    try checkSignature(of: assertion, by: client, context)
    for (name, template) in rule.secretClaims {
      let expected = context.facts.text(template) ?? ""
      switch name {
      case "iss": try assertion.checkIssuer(is: expected)
      case "sub": try assertion.checkSubject(is: expected)
      case "aud": try assertion.checkAudience(among: [expected], isSole: false)
      default: try assertion.check(name, is: expected)
      }
    }
    _ = try assertion.checkTimes(rule, wall: context.instants.wall, isSecret: true)
  }

  // MARK: Signature

  private static func checkSignature(
    of assertion: ClientAssertion, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    if let registered = client.assertionAlgorithm {
      try assertion.checkAlgorithm(
        among: [registered], "the client \(client.id) is registered for")
    }
    if assertion.method == .clientSecretJWT {
      try checkSecret(of: assertion, by: client)
    } else {
      try checkKey(of: assertion, by: client, context)
    }
  }

  private static func checkSecret(
    of assertion: ClientAssertion, by client: Client
  ) throws(Refusal) {
    guard let secret = client.secret, !secret.isEmpty else {
      throw Refusal(
        .assertionKeysMissing, at: .client, facts: [("value", client.id)],
        "\(assertion.parameter) is signed by HS256, and the client \(client.id) has no secret",
        clause: "OpenID Connect Core §9",
        remedy: "sign by RS256 or ES256 with a key of the client, or give it a secret in its cast")
    }
    let code = HMAC.sha256(key: Array(secret.utf8), message: assertion.token.signingInput)
    guard equalInConstantTime(code, assertion.token.signature) else {
      throw Refusal(
        .assertionSignatureWrong, at: .client,
        "the secret of \(client.id) makes another signature of \(assertion.parameter)",
        remedy: "sign with the bytes of the client_secret that stands in its cast")
    }
  }

  private static func checkKey(
    of assertion: ClientAssertion, by client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let token = assertion.token
    let keys = try keys(of: client, context)
    let named = keys.filter { $0.isNamed(token.kid) }
    let fitting = named.filter { $0.algorithm.rawValue == token.algorithm }
    guard !fitting.isEmpty else {
      // Only a key that has this very name is meant.
      if let other = named.first, let kid = token.kid, other.kid != nil {
        throw Refusal(
          .assertionAlgUnsupported, at: .client,
          facts: [("value", token.algorithm), ("expected", other.algorithm.rawValue)],
          "the key \(kid.shortened) of \(client.id) is for \(other.algorithm.rawValue), and the header of \(assertion.parameter) has the alg \(token.algorithm)",
          remedy: "set alg to \(other.algorithm.rawValue), or name another key in kid")
      }
      let known = keys.map { "\($0.kid ?? "a key without kid") (\($0.algorithm.rawValue))" }
        .joined(separator: ", ")
      throw Refusal(
        .assertionKeyUnknown, at: .client,
        facts: [("value", token.kid ?? ""), ("expected", known.shortened)],
        token.kid.map {
          $0.isEmpty
            ? "the kid of \(assertion.parameter) is empty, and the client \(client.id) has no such key"
            : "the client \(client.id) has no key with the kid \($0.shortened) for \(token.algorithm)"
        } ?? "the client \(client.id) has no key for \(token.algorithm)",
        remedy: .say(
          (known.isEmpty
            ? "register an RSA key of 2048 bits or a P-256 key"
            : "sign with one of its keys: \(known.shortened)") + later(client)))
    }
    do throws(JWSError) {
      try JWS.verify(token, keys: fitting)
    } catch {
      let names = fitting.map { $0.kid ?? "without kid" }.joined(separator: ", ")
      throw Refusal(
        .assertionSignatureWrong, at: .client,
        "the signature of \(assertion.parameter) is not one of \(client.id): no key verifies it (\(names.shortened))",
        remedy: .say(
          "sign with the private key that belongs to the registered public key, and send the JWT unchanged"
            + later(client)))
    }
  }

  /// Fetched keys may have changed since.
  private static func later(_ client: Client) -> String {
    guard client.keys == nil, let address = client.keysURI else { return "" }
    return "; if \(address) has a new key, send the JWT again after \(FetchedKeys.interval) s"
  }

  private static func keys(
    of client: Client, _ context: RequestContext
  ) throws(Refusal) -> [VerifyingKey] {
    if let set = client.keys { return ClientKeys.usable(in: set) }
    if let address = client.keysURI { return try context.fetchedKeys(address) }
    throw Refusal(
      .assertionKeysMissing, at: .client, facts: [("value", client.id)],
      "the client \(client.id) is registered without public keys",
      remedy: "register its keys as jwks or jwks_uri, in the cast or at the registration endpoint")
  }

  // MARK: Use

  /// Remembers a JWT, so that it is accepted once.
  private static func use(
    _ identity: String, of client: Client, until end: Int, _ context: RequestContext
  ) throws(Refusal) {
    // A digest has the same size for every client: long identities can't push others out.
    let parts = [context.provider.id, client.id, identity].map(ExactText.key)
    let key = Base64URL.encode(Digest.sha256(Array(parts.joined(separator: " ").utf8)))
    let wall = context.instants.wall
    context.state.assertions.clean(at: wall)
    if let known = context.state.assertions[key], known > wall {
      throw Refusal(
        .assertionReused, at: .client, facts: [("value", identity.shortened)],
        "the JWT with the jti \(identity.shortened) has been used",
        remedy: "make a new JWT with a new jti for each request, also when one is sent again")
    }
    context.state.assertions.insert(end, for: key, ends: end, bytes: key.utf8.count)
  }
}

extension ClientAssertion {
  /// - Parameter subject: the start of a sentence that ends with the algorithms.
  func checkAlgorithm(among known: [String], _ subject: String) throws(Refusal) {
    guard !known.contains(token.algorithm) else { return }
    let names = known.joined(separator: " or ")
    throw Refusal(
      .assertionAlgUnsupported, at: .client,
      facts: [("value", token.algorithm.shortened), ("expected", names)],
      token.algorithm == "none"
        ? "\(parameter) is not signed: its alg is none, and \(subject) \(names)"
        : "the alg of \(parameter) is \(token.algorithm.shortened), and \(subject) \(names)",
      remedy: .say("sign by \(names)"))
  }
}
