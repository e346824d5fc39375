import Basics
import Engine
import HTTPTypes
import JOSE
import Server

/// Compares a recorded response with two responses of the fixture.
///
/// The two are given to different people, at different times and with different random values. What differs between them is
/// variable, so the recording may have any value there, of the same type. Everything else is a literal of the fixture.
struct Comparison {
  private(set) var differences: [Difference] = []
  /// Whether the response issues tokens: their lifetimes are whole.
  private var issues = true
  /// By how many seconds a new token's lifetime may differ.
  private static let mostSeconds = 2
  /// The names of headers and members that count calls, in lower case.
  private var counts: Set<String> = []
  private let names = SecretNames()
  private static let deepest = 16

  /// The fields that clients act on.
  private static let fields = [
    "Content-Type", "WWW-Authenticate", "Retry-After", "Allow", "Link", "DPoP-Nonce",
  ]
  private static let prefixes = ["x-ratelimit-", "x-oauth-", "x-accepted-oauth-"]

  /// - Parameters:
  ///   - issues: Whether the endpoint issues tokens.
  ///   - counts: The names of headers and members that count calls.
  static func of(
    _ recorded: Recording.Exchange, _ one: Answer, _ other: Answer, issues: Bool,
    counts: Set<String> = []
  ) -> [Difference] {
    var comparison = Comparison()
    comparison.counts = counts
    comparison.issues = issues
    comparison.status(recorded.answer, one)
    // The body of another status is another answer.
    guard comparison.differences.isEmpty else { return comparison.differences }
    comparison.headers(recorded.answer.headers, one.headers, other.headers)
    if !recorded.lacksBody { comparison.body(recorded.answer, one, other) }
    return comparison.differences
  }

  /// Where a sign-in ends: the address to which the browser is sent, or the form that is posted there.
  static func of(callback recorded: JSONValue, _ one: JSONValue, _ other: JSONValue) -> [Difference]
  {
    var comparison = Comparison()
    comparison.compare(recorded, one, other, "callback", "", 0)
    return comparison.differences
  }

  // MARK: Parts of a response

  private mutating func status(_ recorded: Answer, _ one: Answer) {
    guard recorded.status.code != one.status.code else { return }
    differences.append(
      Difference(
        place: "status", kind: .value, recorded: "\(recorded.status.code)",
        played: "\(one.status.code)"))
  }

  private mutating func headers(_ recorded: Headers, _ one: Headers, _ other: Headers) {
    let more = (Array(recorded) + Array(one)).map { $0.name.lowercased() }
      .filter { name in Self.prefixes.contains { name.hasPrefix($0) } }
    for name in Self.fields + Set(more).sorted() {
      guard let field = HTTPField.Name(name) else { continue }
      if counts.contains(name.lowercased()), recorded[field] != nil, one[field] != nil { continue }
      let isType = field == .contentType
      func value(_ headers: Headers) -> JSONValue? {
        headers[field].map { .init(.string(isType ? Headers.mediaType($0) : $0)) }
      }
      compare(
        member: value(recorded), value(one), value(other), "header \(name)", secret: false, 0)
    }
    if recorded.contains(.location) || one.contains(.location) {
      compare(
        member: recorded[.location].map(Structure.address),
        one[.location].map(Structure.address), other[.location].map(Structure.address),
        "header Location", secret: false, 0)
    }
  }

  private mutating func body(_ recorded: Answer, _ one: Answer, _ other: Answer) {
    let wanted = Structure(recorded.body, recorded.headers)
    let played = Structure(one.body, one.headers)
    let again = Structure(other.body, other.headers)
    switch (wanted, played) {
    case (.page, .page), (.none, .none): return
    case (.json(let tree), .json(let mine)), (.form(let tree), .form(let mine)):
      compare(tree, mine, again.tree ?? mine, "body", "", 0)
    case (.text(let text), .text(let mine)):
      // JWTs are responses, too.
      let texts = [text, mine].map { JSONValue(.string($0)) }
      var third = texts[1]
      if case .text(let more) = again { third = .init(.string(more)) }
      compare(texts[0], texts[1], third, "body", "", 0)
    default:
      differences.append(
        Difference(place: "body", kind: .type, recorded: wanted.name, played: played.name))
    }
  }

  // MARK: Values

  private mutating func compare(
    member recorded: JSONValue?, _ one: JSONValue?, _ other: JSONValue?, _ place: String,
    secret: Bool, _ depth: Int
  ) {
    switch (recorded, one) {
    case (nil, nil): return
    case (let recorded?, nil):
      // One of the two people has it.
      guard other == nil else { return }
      differences.append(
        Difference(
          place: place, kind: .missing, recorded: Self.shown(recorded, isSecret: secret),
          played: nil))
    case (nil, let one?):
      guard other != nil else { return }
      differences.append(
        Difference(
          place: place, kind: .additional, recorded: nil,
          played: Self.shown(one, isSecret: secret)))
    case (let recorded?, let one?):
      compare(recorded, one, other ?? one, place, secret ? "token" : "", depth)
    }
  }

  /// - Parameter name: The name of the member whose value this is.
  private mutating func compare(
    _ recorded: JSONValue, _ one: JSONValue, _ other: JSONValue, _ place: String, _ name: String,
    _ depth: Int
  ) {
    guard recorded != one, depth < Self.deepest else { return }
    if counts.contains(name.lowercased()), recorded.kindName == one.kindName { return }
    let isSecret = names.contains(name)
    if let wanted = recorded.objectValue, let mine = one.objectValue {
      members(wanted, mine, other.objectValue ?? mine, place, depth)
    } else if let wanted = recorded.arrayValue, let mine = one.arrayValue {
      elements(wanted, mine, other.arrayValue ?? mine, place, name, depth)
    } else if recorded.kindName != one.kindName {
      guard one.kindName == other.kindName else { return }
      differences.append(
        Difference(
          place: place, kind: .type, recorded: Self.shown(recorded, isSecret: isSecret),
          played: Self.shown(one, isSecret: isSecret)))
    } else if let wanted = recorded.stringValue, let mine = one.stringValue {
      guard name != "scope" || Self.words(wanted) != Self.words(mine) else { return }
      if mine == other.stringValue, isSameLifetime(recorded, one, name) { return }
      texts(wanted, mine, other, place, isSecret: isSecret, depth)
    } else if one == other, !isSameLifetime(recorded, one, name) {
      differences.append(
        Difference(place: place, kind: .value, recorded: recorded.text(), played: one.text()))
    }
  }

  private mutating func members(
    _ wanted: JSONObject, _ mine: JSONObject, _ other: JSONObject, _ place: String, _ depth: Int
  ) {
    for name in wanted.names + mine.names.filter({ wanted[$0] == nil }) {
      // `body /a/b`: a space before the first name.
      let isFirst = !place.contains(" /") || place.hasSuffix(")")
      let place = JSONPointer.appending(name, to: place + (isFirst ? " " : ""))
      if let value = wanted[name], let own = mine[name] {
        compare(value, own, other[name] ?? own, place, name, depth + 1)
      } else {
        compare(
          member: wanted[name], mine[name], other[name], place, secret: names.contains(name),
          depth + 1)
      }
    }
  }

  private mutating func elements(
    _ wanted: [JSONValue], _ mine: [JSONValue], _ other: [JSONValue], _ place: String,
    _ name: String, _ depth: Int
  ) {
    let texts = (wanted + mine).compactMap(\.stringValue)
    if texts.count == wanted.count + mine.count {
      guard mine == other else { return }
      for value in wanted where !mine.contains(value) {
        differences.append(
          Difference(place: place, kind: .missing, recorded: value.text(), played: nil))
      }
      for value in mine where !wanted.contains(value) {
        differences.append(
          Difference(place: place, kind: .additional, recorded: nil, played: value.text()))
      }
      return
    }
    if wanted.count != mine.count, mine.count == other.count {
      differences.append(
        Difference(
          place: place, kind: .value, recorded: "\(wanted.count) elements",
          played: "\(mine.count)"))
    }
    for (index, (value, own)) in zip(wanted, mine).enumerated() {
      let again = other.indices.contains(index) ? other[index] : own
      compare(value, own, again, "\(place)/\(index)", name, depth + 1)
    }
  }

  private mutating func texts(
    _ wanted: String, _ mine: String, _ other: JSONValue, _ place: String, isSecret: Bool,
    _ depth: Int
  ) {
    let tokens = [wanted, mine].map { NamedSecrets.isToken($0) ? try? JWS.parse($0) : nil }
    let isToken = [wanted, mine].map(NamedSecrets.isToken)
    if let recorded = tokens[0], let played = tokens[1] {
      let again = other.stringValue.flatMap { try? JWS.parse($0) } ?? played
      compare(
        JSONValue(.object(recorded.header)), JSONValue(.object(played.header)),
        JSONValue(.object(again.header)), "\(place) (header of the JWT)", "", depth + 1)
      compare(
        recorded.payload, played.payload, again.payload, "\(place) (claims of the JWT)", "",
        depth + 1)
    } else if isToken[0] != isToken[1] {
      differences.append(
        Difference(
          place: place, kind: .type, recorded: isToken[0] ? "a JWT" : "a text that is not a JWT",
          played: isToken[1] ? "a JWT" : "a text that is not a JWT"))
    } else if other.stringValue == mine {
      differences.append(
        Difference(
          place: place, kind: .value,
          recorded: Self.shown(.init(.string(wanted)), isSecret: isSecret),
          played: Self.shown(.init(.string(mine)), isSecret: isSecret)))
    }
  }

  /// Whether both numbers are remaining lifetimes that the passing time tells apart: a second passes within one request. Of a
  /// token that was issued before, less may be left than in the recording, or more.
  private func isSameLifetime(_ recorded: JSONValue, _ one: JSONValue, _ name: String) -> Bool {
    let word = name.lowercased().replacing("_", with: "")
    func seconds(_ value: JSONValue) -> Int? {
      value.integerValue ?? value.stringValue.flatMap { Int($0) }
    }
    guard word.hasSuffix("expiresin"), let wanted = seconds(recorded), let mine = seconds(one)
    else { return false }
    return abs(wanted - mine) <= Self.mostSeconds || (!issues && wanted > 0 && mine > 0)
  }

  /// Scopes: their order says nothing (RFC 6749 §3.3).
  private static func words(_ text: String) -> Set<Substring> {
    Set(text.split { $0 == " " || $0 == "," })
  }

  /// A value as it may be printed: short, and no secret.
  private static func shown(_ value: JSONValue, isSecret: Bool) -> String {
    if value.objectValue != nil || value.arrayValue != nil || isSecret { return value.kindName }
    if let text = value.stringValue, NamedSecrets.isToken(text) { return "a JWT" }
    let text = value.text()
    return text.count > 80 ? text.prefix(80) + "…" : text
  }
}
