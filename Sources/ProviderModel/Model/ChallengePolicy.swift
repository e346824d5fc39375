import Basics

/// The requirements for a code challenge (RFC 7636).
package struct ChallengePolicy: Sendable {
  package enum Demand: String, Sendable, CaseIterable { case never, spa, `public`, always }
  /// How a challenge is made of a verifier.
  package enum Method: String, Sendable, CaseIterable {
    case s256 = "S256"
    case plain
    /// The SHA-256 in hexadecimal digits.
    case s256Hex = "S256-hex"
  }
  package var demand = Demand.never
  /// The method of a challenge without one.
  package private(set) var usual: Method?
  /// The methods by their names on the wire; empty for `S256` and, where it is accepted, `plain`.
  package private(set) var methods: [(name: String, method: Method)] = []
  package var plain = true
  /// Whether the form of challenge and verifier is checked (§§4.1, 4.2).
  package var checksForm = false
  /// Whether a code is redeemed only with the verifier of its challenge (§4.6).
  package var checksVerifier = true
  /// Characters that a verifier may contain in addition to those of §4.1.
  package var verifierAlso = ""
  package init() {}

  /// The method that a request names; `nil` if it is not accepted.
  package func method(named name: String) -> Method? {
    if name.isEmpty, let usual { return usual }
    let name = name.isEmpty ? Method.plain.rawValue : name
    if !methods.isEmpty { return methods.first { ExactText.same($0.name, name) }?.method }
    return Method(rawValue: name).flatMap {
      $0 == .s256 || ($0 == .plain && plain) ? $0 : nil
    }
  }

  /// The mistake in a verifier (RFC 7636 §4.1), for a sentence that starts with its name; `nil` if it is correct or
  /// not checked.
  package func flaw(ofVerifier text: String) -> String? {
    checksForm ? Self.flaw(of: text, also: verifierAlso) : nil
  }

  /// The mistake in a challenge (RFC 7636 §4.2).
  /// - Parameter isPlain: Whether it is the verifier itself.
  package func flaw(ofChallenge text: String, isPlain: Bool) -> String? {
    checksForm ? Self.flaw(of: text, also: isPlain ? verifierAlso : "") : nil
  }

  /// Verifier and challenge have the same syntax. The message shows one character at most: the text may be a secret.
  private static func flaw(of text: String, also: String) -> String? {
    let scalars = text.unicodeScalars
    let odd = scalars.first { !isUnreserved($0) && !also.unicodeScalars.contains($0) }
    if let odd { return "holds \(name(of: odd)), which is none of A-Z a-z 0-9 - . _ ~\(also)" }
    guard scalars.count < 43 || scalars.count > 128 else { return nil }
    return "has \(scalars.count) characters, and needs 43 to 128"
  }

  /// `unreserved` of RFC 3986 §2.3.
  private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "-", ".", "_", "~": true
    default: false
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    // This is usually a plus sign that was not encoded.
    if scalar == " " { return "a space" }
    return scalar.value > 0x20 && scalar.value < 0x7F ? "\"\(scalar)\"" : "a character beyond ASCII"
  }
}

extension ChallengePolicy: ProviderPart {
  static let declaration: Declaration = .init(
    "code challenge", "The requirements for a code challenge and its verifier (RFC 7636).",
    [
      .choice(
        "required", \.demand,
        "The clients that must send one: none, single-page apps, all that are not confidential, or all."
      ),
      .choice(
        "default", \.usual, "The method of a challenge without `code_challenge_method`.",
        or: "`plain`, if it is accepted (RFC 7636 §4.3)"),
      .map(
        "methods", \.methods, .choice(of: Method.self), keys: "values of `code_challenge_method`",
        "The accepted methods by their names on the wire. `S256-hex` has the SHA-256 in hexadecimal digits.",
        or: "`S256`, and `plain` if it is accepted",
        example: "{ \"S256\": \"S256\", \"s256\": \"S256\" }"
      ) { entry, _ in
        if let method = entry.value.stringValue.flatMap(Method.init) { return (entry.name, method) }
        let known = Method.allCases.map(\.rawValue)
        entry.findings.error(
          entry.value, entry.pointer,
          "expected one of \(known.joined(separator: ", ")), found \(entry.value.found)")
        return nil
      },
      .flag("plain", \.plain, "Whether the method `plain` is accepted."),
      .flag(
        "check_form", \.checksForm, "Whether length and characters are checked (§§4.1, 4.2)."),
      .flag(
        "check_verifier", \.checksVerifier,
        "Whether a code whose request had a challenge is redeemed only with its verifier (§4.6)."),
      .text(
        "verifier_also", \.verifierAlso,
        "Characters that a verifier may contain in addition to those of §4.1.",
        example: "\"+/=\""),
    ])

  /// Reports members that contradict one another.
  mutating func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    func report(_ member: String, _ sentence: String) {
      reader.findings.error(reader.value[member], reader.at(member), sentence)
    }
    if reader.value["methods"]?.objectValue?.isEmpty == true {
      report("methods", "expected at least one method, found none; leave it out for S256")
    }
    let accepted =
      methods.isEmpty ? [.s256] + (plain ? [Method.plain] : []) : methods.map(\.method)
    if reader.value["plain"]?.boolValue == false, accepted.contains(.plain) {
      report(
        "plain",
        "\"plain\" is false, and \"methods\" accepts the method plain; take it out of methods, or write true"
      )
    }
    if let usual, !accepted.contains(usual) {
      report(
        "default",
        "the method \(usual.rawValue) of a challenge without one is not accepted; accepted here: "
          + accepted.map(\.rawValue).joined(separator: ", "))
    }
  }
}
