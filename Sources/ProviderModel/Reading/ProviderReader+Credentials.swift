import Basics

/// Checks that credentials tell people apart, and that they have a bounded length.
extension ProviderReader {
  func checkCredentials() {
    var measures = TextMeasures(templates: body.templates)
    for name in body.credentials.keys.sorted() {
      guard let rule = body.credentials[name] else { continue }
      let kind = CredentialKind(rawValue: name)
      let pointer = JSONPointer.appending(name, to: "/credentials")
      checkLifetime(rule, pointer)
      switch rule.form {
      case .text(let text): check(text, kind, pointer, &measures)
      case .jwt(let token):
        check(token, kind, pointer)
        checkHeader(token, pointer + "/jwt")
        checkEnd(token, pointer + "/jwt")
      case .either(let token, _, let text):
        check(text, kind, pointer, &measures)
        check(token, kind, pointer)
        checkHeader(token, pointer + "/jwt")
        checkEnd(token, pointer + "/jwt")
      }
    }
  }

  /// The user code of one device may not be that of another: a person would approve the wrong one (RFC 8628 §6.1).
  func checkUserCodeChance() {
    let name = CredentialKind.userCode.rawValue
    let pointer = JSONPointer.appending(name, to: "/credentials") + "/value"
    guard let rule = body.credentials[name], case .text(let text) = rule.form,
      let value = tree.value(at: pointer)
    else { return }
    var measures = TextMeasures(templates: body.templates)
    let bits = measures.measure(text).bits
    guard bits < 20 else { return }
    findings.error(
      value, pointer,
      "two devices could get the same user code, as it has \(Int(bits)) bits of random text; it needs 20 bits, for example {{rand:[BCDFGHJKLMNPQRSTVWXZ]{8}}}"
    )
  }

  /// The longest text that is sure to fit into a header with other fields.
  private static let longest = 8192

  private func check(
    _ text: Shape, _ kind: CredentialKind, _ pointer: String, _ measures: inout TextMeasures
  ) {
    let pointer = pointer + "/value"
    // Of a text with a mistake nothing is left, and the mistake is reported.
    guard let value = tree.value(at: pointer),
      !findings.errors.contains(where: { $0.pointer == pointer })
    else { return }
    let measure = measures.measure(text)
    func report(_ sentence: String) { findings.error(value, pointer, sentence) }
    if !text.holdsOnly(HeaderText.isVisible) {
      return report(
        "a credential is one line of ASCII without control characters (RFC 6749 Appendix A)")
    }
    let isToken = body.credentials[kind.rawValue]?.role == .access || kind == .access
    if isToken, !text.holdsOnly({ HeaderText.isVisible($0) && $0 != 0x20 }) {
      return report("an access token has no spaces, as it is sent behind a scheme (RFC 6750 §2.1)")
    }
    if measure.hasOptional {
      report("a credential always has a text; leave out the ? behind the placeholder")
    }
    if measure.hasList {
      report("a list can make a credential too long; use the filter join in place of {{#each}}")
    }
    if measure.length > Self.longest {
      report(
        "the text could be \(measure.length) bytes long; at most \(Self.longest) fit in a header")
    }
    if let least = kind.leastBits, measure.bits < least {
      let found = measure.bits == 0 ? "no random text" : "\(Int(measure.bits)) bits of random text"
      report(
        "people could get the same \(kind.words), as it has \(found); it needs \(Int(least)) bits, for example {{rand:[A-Za-z0-9_-]{43}}}"
      )
    }
  }

  private func check(
    _ token: CredentialRule.SignedForm, _ kind: CredentialKind, _ pointer: String
  ) {
    guard kind.leastBits != nil, !token.claims.draws,
      !token.claims.facts.contains(where: \.tellsGrantsApart)
    else { return }
    findings.error(
      tree.value(at: pointer + "/jwt/claims"), pointer + "/jwt/claims",
      "people could get the same \(kind.words); add a claim that differs, for example \"jti\": \"{{rand:[A-Za-z0-9_-]{22}}}\""
    )
  }
}

extension CredentialKind {
  /// The random bits that it needs to be one person's alone; `nil` for a kind that nobody looks up by its text alone.
  ///
  /// Of a million tokens of 64 bits two are the same with a probability of 1 in 30 million. Codes are few at a time, as each
  /// is valid for minutes and used once, and a real service has codes of seven digits (23 bits): of ten codes of 20 bits two are
  /// the same with 1 in 20,000. User codes are short, so that people can type them, and one that is taken is drawn again.
  fileprivate var leastBits: Double? {
    switch self {
    case .access, .refresh: 64
    case .deviceCode, .requestURI: 32
    case .code: 20
    default: nil
    }
  }

  fileprivate var words: String {
    self == .requestURI ? "request URI" : parameter.replacing("_", with: " ")
  }
}

extension Fact {
  /// Whether it differs from one person's grant to another's.
  fileprivate var tellsGrantsApart: Bool {
    switch self {
    case .person, .found, .grant(.id), .grant(.session), .token(.username), .credential(_, .value):
      true
    default: false
    }
  }
}

/// The chance and the length of texts, without their facts.
private struct TextMeasures {
  struct Measure {
    var bits = 0.0
    var length = 0
    var hasOptional = false
    var hasList = false

    static func + (a: Self, b: Self) -> Self {
      var sum = a.either(b)
      (sum.bits, sum.length) = (a.bits + b.bits, a.length + b.length)
      return sum
    }

    /// That of a text that is one of the two.
    func either(_ other: Self) -> Self {
      Self(
        bits: min(bits, other.bits), length: max(length, other.length),
        hasOptional: hasOptional || other.hasOptional, hasList: hasList || other.hasList)
    }
  }

  let templates: [Template]
  /// Those of templates by their places: one may be part of many others. `nil` while it is measured.
  private var known: [Int: Measure?] = [:]

  init(templates: [Template]) { self.templates = templates }

  mutating func measure(_ text: Shape) -> Measure {
    switch text {
    case .text(let template): measure(template.segments)
    case .when(let predicate, let then, let otherwise):
      switch predicate {
      case .constant(let holds): (holds ? then : otherwise).map { measure($0) } ?? Measure()
      default: measure(then).either(otherwise.map { measure($0) } ?? Measure())
      }
    default: Measure()
    }
  }

  private mutating func measure(_ segments: [Template.Segment]) -> Measure {
    var sum = Measure()
    for segment in segments { sum = sum + measure(segment) }
    return sum
  }

  private mutating func measure(_ segment: Template.Segment) -> Measure {
    switch segment {
    case .text(let text): return Measure(length: text.utf8.count)
    case .value(let expression): return Self.measure(expression)
    case .when(_, let then, let otherwise): return measure(then).either(measure(otherwise))
    case .each: return Measure(hasList: true)
    case .part(let place):
      if let known = known[place] { return known ?? Measure() }
      guard templates.indices.contains(place) else { return Measure() }
      known[place] = .some(nil)
      let measure = measure(templates[place].segments)
      known[place] = measure
      return measure
    }
  }

  private static func measure(_ expression: Expression) -> Measure {
    // What is drawn once for each answer is decoration.
    if let pattern = expression.pattern {
      return Measure(bits: expression.once == nil ? pattern.bits : 0, length: pattern.longest)
    }
    return Measure(hasOptional: expression.optional)
  }
}
