/// One address: a host, a path with variables, and what the query must hold.
package struct Route: Sendable, Equatable {
  package enum Segment: Sendable, Equatable {
    case literal(String)
    case variable(String)

    var isLiteral: Bool { if case .literal = self { true } else { false } }
  }
  package let host: Int
  package let path: [Segment]
  package let query: [(name: String, value: Segment)]

  /// `host:/path/{variable}?name=literal`
  package init?(_ text: String, hosts: [String]) {
    guard let colon = text.firstIndex(of: ":"),
      let host = hosts.firstIndex(of: String(text[..<colon]))
    else { return nil }
    let target = text[text.index(after: colon)...]
    guard target.hasPrefix("/") else { return nil }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.host = host
    path = halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map(Route.segment)
    query =
      halves.count < 2
      ? []
      : halves[1].split(separator: "&").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), Route.segment(sides.count > 1 ? sides[1] : ""))
      }
  }

  private static func segment(_ text: Substring) -> Segment {
    text.hasPrefix("{") && text.hasSuffix("}")
      ? .variable(String(text.dropFirst().dropLast())) : .literal(String(text))
  }

  /// What no request can hold; `nil` for nothing.
  var flaw: String? {
    let names = variables
    if case .literal(let first)? = path.first, ["_understudy", "_sandbox"].contains(first) {
      return "what begins with /\(first) is the server's own; choose another path than that"
    }
    if names.contains("") { return "there is a variable without a name" }
    if names.contains(where: { $0.contains { "{}".contains($0) } }) {
      return "a variable such as {tenant} is a whole segment"
    }
    if Set(names).count < names.count { return "there is a variable twice" }
    let isDots = path.contains { segment in
      guard case .literal(let text) = segment else { return false }
      return [".", ".."].contains(text.lowercased().replacing("%2e", with: "."))
    }
    if isDots {
      return
        "there is a segment . or .., which clients resolve before they send it (RFC 3986 §5.2.4)"
    }
    if query.contains(where: { $0.name.isEmpty }) { return "there is a parameter without a name" }
    if address.utf8.count > Self.mostBytes { return "there are more than \(Self.mostBytes) bytes" }
    for segment in path + query.flatMap({ [.literal($0.name), $0.value] }) {
      guard case .literal(let text) = segment else { continue }
      if text.contains(where: { "{}".contains($0) }) {
        return "a variable such as {tenant} is a whole segment"
      }
      if !text.unicodeScalars.allSatisfy({
        (0x21...0x7E).contains($0.value) && !"\"#<>\\^`|".unicodeScalars.contains($0)
      }) {
        return "there is a character that has to be percent-encoded (RFC 3986 §3.3)"
      }
      if !Self.isEncoded(text) {
        return "there is a % without two hexadecimal digits behind it (RFC 3986 §2.1)"
      }
    }
    return nil
  }

  private static let mostBytes = 2048

  private static func isEncoded(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      $0.prefix(2).count == 2 && $0.prefix(2).allSatisfy(\.isHexDigit)
    }
  }

  /// `/path/{variable}?name=literal`, as messages show it.
  package var address: String {
    let pairs = query.map { "\($0.name)=\(Self.shown($0.value))" }.joined(separator: "&")
    return pathShown + (pairs.isEmpty ? "" : "?\(pairs)")
  }

  /// `/path/{variable}`
  package var pathShown: String { "/" + path.map(Self.shown).joined(separator: "/") }

  private static func shown(_ segment: Segment) -> String {
    switch segment {
    case .literal(let text): text
    case .variable(let name): "{\(name)}"
    }
  }

  package var variables: [String] {
    (path + query.map(\.value)).compactMap {
      if case .variable(let name) = $0 { name } else { nil }
    }
  }

  /// More literal routes win: literals of the path first, then of the query.
  package var rank: [Int] {
    path.map { $0.isLiteral ? 1 : 0 } + [query.filter(\.value.isLiteral).count, query.count]
  }

  package static func == (a: Route, b: Route) -> Bool {
    a.host == b.host && a.path == b.path && a.query.elementsEqual(b.query) { $0 == $1 }
  }

  /// Whether a request could match both with nothing to choose between them.
  package func isAmbiguous(with other: Route) -> Bool {
    guard path.count == other.path.count, rank == other.rank else { return false }
    func overlap(_ a: Segment, _ b: Segment) -> Bool {
      if case .literal(let x) = a, case .literal(let y) = b { return x == y }
      return true
    }
    guard zip(path, other.path).allSatisfy(overlap) else { return false }
    return query.allSatisfy { mine in
      other.query.allSatisfy { $0.name != mine.name || overlap($0.value, mine.value) }
    }
  }
}

extension Route {
  /// The start of the first host.
  package static let none = Route(host: 0)
  private init(host: Int) {
    self.host = host
    path = []
    query = []
  }
}
