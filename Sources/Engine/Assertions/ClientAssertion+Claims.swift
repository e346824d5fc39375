import Basics
import ProviderModel

/// The claims of a client's JWT (RFC 7523 §3).
extension ClientAssertion {
  /// The value of a claim, as a sentence shows it.
  func shown(_ name: String) -> String {
    guard let value = claims[name] else { return "" }
    if value.stringValue?.isEmpty == true { return "empty" }
    return (value.stringValue ?? value.text()).shortened
  }

  // MARK: Names

  func checkIssuer(is expected: String) throws(Refusal) {
    try check("iss", is: expected, else: .assertionIssuerWrong)
  }

  func checkSubject(is expected: String) throws(Refusal) {
    try check("sub", is: expected, else: .assertionSubjectWrong)
  }

  /// - Parameter condition: the condition if the claim has another value.
  func check(
    _ name: String, is expected: String, else condition: Condition = .assertionClaimWrong
  ) throws(Refusal) {
    if let text = claims[name]?.stringValue, ExactText.same(text, expected) { return }
    var facts = [("value", shown(name)), ("expected", expected)]
    if condition == .assertionClaimWrong { facts.append(("param", name)) }
    throw Refusal(
      condition, at: .client, facts: facts.map { (name: $0.0, value: $0.1) },
      claims[name] == nil
        ? "the JWT in \(parameter) has no claim \(name), which has to be \(expected)"
        : "the claim \(name) of \(parameter) is \(shown(name)), and has to be \(expected)",
      remedy: "set \(name) to \(expected)")
  }

  /// - Parameters:
  ///   - expected: the accepted audiences.
  ///   - isSole: whether no other audience may stand beside an accepted one.
  func checkAudience(among expected: [String], isSole: Bool) throws(Refusal) {
    let names = expected.joined(separator: " or ")
    func refusal(_ sentence: String) -> Refusal {
      Refusal(
        .assertionAudienceWrong, at: .client,
        facts: [("value", shown("aud")), ("expected", names)], sentence,
        remedy: .say(
          isSole
            ? "set aud to \(names) alone; a fixture can accept others by client_auth.assertions.audience"
            : "set aud to \(names)"))
    }
    guard let value = claims["aud"] else {
      throw refusal("the JWT in \(parameter) has no claim aud, which has to be \(names)")
    }
    let sent = value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
    let isNamed = sent.contains { one in expected.contains { ExactText.same($0, one) } }
    guard isNamed else {
      throw refusal("the claim aud of \(parameter) is \(shown("aud")), and has to be \(names)")
    }
    let isAlone =
      sent.count == (value.arrayValue?.count ?? 1)
      && sent.allSatisfy { one in expected.contains { ExactText.same($0, one) } }
      && Set(sent).count == 1
    guard !isSole || isAlone else {
      throw refusal(
        "the claim aud of \(parameter) is \(shown("aud")), and may name no other audience than \(names)"
      )
    }
  }

  // MARK: Times

  /// The instant in a claim, in seconds since 1970 (RFC 7519 §2); `nil` without the claim.
  private func instant(_ name: String) throws(Refusal) -> Int? {
    guard let value = claims[name] else { return nil }
    guard let seconds = value.seconds else {
      throw Refusal(
        .assertionClaimWrong, at: .client,
        facts: [
          ("param", name), ("value", shown(name)), ("expected", "seconds since 1970"),
        ], "the claim \(name) of \(parameter) is \(value.kindName)",
        clause: "RFC 7519 §2", remedy: "set \(name) to a number: the seconds since 1970")
    }
    return seconds
  }

  /// Compares the times of the JWT with the real time: the client made them.
  /// - Parameter isSecret: whether the JWT is a client secret, which is made once for many requests.
  /// - Returns: the end of the JWT.
  func checkTimes(
    _ rule: AssertionRule, wall: Int, isSecret: Bool = false
  ) throws(Refusal) -> Int {
    let far =
      isSecret ? "set exp to at most \(rule.longest) s from now" : "set exp to a minute from now"
    guard let end = try instant("exp") else {
      throw Refusal(
        .assertionExpiryMissing, at: .client, facts: [("param", "exp")],
        "the JWT in \(parameter) has no claim exp", remedy: .say(far))
    }
    let facts = [("value", String(end)), ("now", String(wall))]
      .map { (name: $0.0, value: $0.1) }
    guard end + rule.skew > wall else {
      throw Refusal(
        .assertionExpired, at: .client, facts: facts,
        "the JWT in \(parameter) expired \(wall - end) s ago, by its claim exp",
        remedy: .say(
          isSecret
            ? "make a new client secret"
            : "make a new JWT for each request, and set the client's clock"
        ))
    }
    guard end - wall <= rule.longest + rule.skew else {
      throw Refusal(
        .assertionExpiryDistant, at: .client, facts: facts,
        "the claim exp of \(parameter) is \(end - wall) s ahead, and may be \(rule.longest) s ahead",
        remedy: .say(far))
    }
    for name in ["nbf", "iat"] {
      guard let start = try instant(name), start - rule.skew > wall else { continue }
      throw Refusal(
        .assertionNotYetValid, at: .client,
        facts: [("param", name), ("value", String(start)), ("now", String(wall))],
        "the claim \(name) of \(parameter) is \(start - wall) s in the future",
        remedy: "set the client's clock, or leave \(name) out")
    }
    return end
  }

  // MARK: Identity

  /// The claim `jti`, by which a JWT that is sent twice is found.
  func identity() throws(Refusal) -> String {
    if let value = claims["jti"], value.stringValue == nil {
      throw Refusal(
        .assertionClaimWrong, at: .client,
        facts: [("param", "jti"), ("value", shown("jti")), ("expected", "a string")],
        "the claim jti of \(parameter) is \(value.kindName)", clause: "RFC 7519 §4.1.7",
        remedy: "set jti to a random string")
    }
    guard let identity = claims["jti"]?.stringValue, !identity.isEmpty else {
      throw Refusal(
        .assertionIdMissing, at: .client, facts: [("param", "jti")],
        "the JWT in \(parameter) has no claim jti", remedy: "set jti to a new random string")
    }
    return identity
  }
}
