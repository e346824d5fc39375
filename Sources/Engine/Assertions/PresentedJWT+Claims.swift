import Basics
import ProviderModel

/// The claims of a JWT (RFC 7523 §3, RFC 9101 §4).
extension PresentedJWT {
  /// The value of a claim, as a sentence shows it.
  func shown(_ name: String) -> String { claims.shown(name) }

  /// The refusal of a claim whose value is of another kind.
  func wrong(_ name: String, _ expected: String, clause: String) -> Refusal {
    Refusal(
      role.claimWrong, at: role.catalogue,
      facts: [("param", name), ("value", shown(name)), ("expected", expected)],
      "the claim \(name) of \(parameter) is \(shown(name)), and has to be \(expected)",
      clause: clause, remedy: "set \(name) to \(expected)")
  }

  // MARK: Names

  /// - Parameter other: the condition if the claim has another value, and the claim has one of its own.
  func check(
    _ name: String, is expected: String, else other: Condition? = nil
  ) throws(Refusal) {
    if let text = claims[name]?.stringValue, ExactText.same(text, expected) { return }
    var facts = [("value", shown(name)), ("expected", expected)]
    if other == nil { facts.append(("param", name)) }
    throw Refusal(
      other ?? role.claimWrong, at: role.catalogue, facts: facts.map { (name: $0.0, value: $0.1) },
      claims[name] == nil
        ? "the JWT in \(parameter) has no claim \(name), which has to be \(expected)"
        : "the claim \(name) of \(parameter) is \(shown(name)), and has to be \(expected)",
      remedy: "set \(name) to \(expected)")
  }

  /// - Parameters:
  ///   - expected: the accepted audiences.
  ///   - isSole: whether no other audience may stand beside an accepted one.
  ///   - way: another way to mend a wrong audience.
  func checkAudience(
    among expected: [String], isSole: Bool, or way: String? = nil
  ) throws(Refusal) {
    let names = expected.joined(separator: " or ")
    func refusal(_ sentence: String) -> Refusal {
      wrongAudience(
        sentence, "set aud to \(names)" + (isSole ? " alone" : "") + (way.map { "; \($0)" } ?? ""),
        expected: expected)
    }
    guard let value = claims["aud"] else {
      throw refusal("the JWT in \(parameter) has no claim aud, which has to be \(names)")
    }
    let sent = audiences
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

  func wrongAudience(_ sentence: String, _ remedy: String, expected: [String]) -> Refusal {
    Refusal(
      role.audienceWrong, at: role.catalogue,
      facts: [("value", shown("aud")), ("expected", expected.joined(separator: " or "))], sentence,
      remedy: .say(remedy))
  }

  // MARK: Times

  /// The instant in a claim, in seconds since 1970 (RFC 7519 §2); `nil` without the claim.
  private func instant(_ name: String) throws(Refusal) -> Int? {
    guard let value = claims[name] else { return nil }
    guard let seconds = value.seconds else {
      throw Refusal(
        role.claimWrong, at: role.catalogue,
        facts: [
          ("param", name), ("value", shown(name)), ("expected", "seconds since 1970"),
        ], "the claim \(name) of \(parameter) is \(value.kindName)",
        clause: "RFC 7519 §2", remedy: "set \(name) to a number: the seconds since 1970")
    }
    return seconds
  }

  /// Compares the times of the JWT with an instant.
  /// - Parameters:
  ///   - longest: how many seconds ahead `exp` may be.
  ///   - skew: how many seconds the signer's clock may be off.
  ///   - isSecret: whether the JWT is a client secret, which is made once for many requests.
  /// - Returns: the end of the JWT.
  func checkTimes(
    longest: Int, skew: Int, at now: Int, isSecret: Bool = false
  ) throws(Refusal) -> Int {
    let far = isSecret ? "set exp to at most \(longest) s from now" : "set exp to a minute from now"
    guard let end = try checkEnd(skew: skew, at: now, isSecret: isSecret) else {
      throw Refusal(
        role.expiryMissing, at: role.catalogue, facts: [("param", "exp")],
        "the JWT in \(parameter) has no claim exp", remedy: .say(far))
    }
    guard end - now <= longest + skew else {
      throw Refusal(
        role.expiryDistant, at: role.catalogue,
        facts: [("value", shown("exp")), ("now", String(now))],
        "the claim exp of \(parameter) is "
          + (shown("exp") == String(end) ? "\(end - now) s ahead" : shown("exp"))
          + ", and may be \(longest) s ahead",
        remedy: .say(far))
    }
    try checkStart(skew: skew, at: now)
    return end
  }

  /// - Returns: the end of the JWT; `nil` if it has none.
  func checkEnd(skew: Int, at now: Int, isSecret: Bool = false) throws(Refusal) -> Int? {
    guard let end = try instant("exp") else { return nil }
    guard end + skew > now else {
      throw Refusal(
        role.expired, at: role.catalogue, facts: [("value", String(end)), ("now", String(now))],
        "the JWT in \(parameter) expired \(now - end) s ago, by its claim exp",
        remedy: .say(
          isSecret
            ? "make a new client secret"
            : "make a new JWT for each request, and set the \(role.signer)'s clock"))
    }
    return end
  }

  func checkStart(skew: Int, at now: Int) throws(Refusal) {
    for name in ["nbf", "iat"] {
      guard let start = try instant(name), start - skew > now else { continue }
      throw Refusal(
        role.notYetValid, at: role.catalogue,
        facts: [("param", name), ("value", String(start)), ("now", String(now))],
        "the claim \(name) of \(parameter) is \(start - now) s in the future",
        remedy: "set the \(role.signer)'s clock, or leave \(name) out")
    }
  }

  // MARK: Identity

  /// The claim `jti`, by which a JWT that is sent twice is found.
  func identity() throws(Refusal) -> String {
    if let value = claims["jti"], value.stringValue == nil {
      throw Refusal(
        role.claimWrong, at: role.catalogue,
        facts: [("param", "jti"), ("value", shown("jti")), ("expected", "a string")],
        "the claim jti of \(parameter) is \(value.kindName)", clause: "RFC 7519 §4.1.7",
        remedy: "set jti to a random string")
    }
    guard let identity = claims["jti"]?.stringValue, !identity.isEmpty else {
      throw Refusal(
        role.idMissing, at: role.catalogue, facts: [("param", "jti")],
        "the JWT in \(parameter) has no claim jti", remedy: "set jti to a new random string")
    }
    return identity
  }
}

extension JSONObject {
  /// The value of a member, as a sentence shows it.
  func shown(_ name: String) -> String {
    guard let value = self[name] else { return "" }
    if value.stringValue?.isEmpty == true { return "empty" }
    return (value.stringValue ?? value.text()).shortened
  }
}
