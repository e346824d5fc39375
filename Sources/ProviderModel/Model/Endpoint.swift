/// A place of a provider that answers.
public struct Endpoint: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case authorize, login, consent, grant, deny, choose, hop, logout, page
    /// Called by programs: these have a `service`.
    case token, revoke, introspect, resource, document

    public var isService: Bool {
      switch self {
      case .token, .revoke, .introspect, .resource, .document: true
      default: false
      }
    }
  }

  public var name = ""
  public var kind = Kind.page
  public var methods: [String] = []
  public var routes: [Route] = []
  public var page: String?
  /// The parameter that brings a page's ticket back.
  public var ticket: String?
  /// The ticket stands behind the last occurrence of this text in the parameter.
  public var ticketAfter: String?
  /// The parameter that holds where to go on, for flows that carry the request in a URL.
  public var next: String?
  public var then: String?
  public var onFailure: String?
  public var condition: String?
  /// Which conditions another parameter's value stands for.
  public var conditions: [(value: String, condition: String)] = []
  public var selector: String?
  /// Where a logout may send the browser.
  public enum Leaves: String, Sendable, CaseIterable { case registered, https }
  public var leaves: Leaves?
  public var denied: Predicate?
  public var table: String?
  public var sets: [(parameter: String, field: String)] = []
  public var service = Service()
}

/// The stages between an authorization request and its answer, in order.
public struct Flow: Sendable {
  public struct Stage: Sendable {
    public enum Ask: String, Sendable, CaseIterable { case always, new, never }
    public var name: String
    public var kind: Endpoint.Kind
    public var page: String
    /// Where the browser is sent; `nil` shows the page at the address that was asked.
    public var enter: String?
    public var when: Predicate
    public var force: Predicate
    public var ask: Ask
  }
  public var stages: [Stage] = []
  /// Where the browser is sent when nothing is left to ask; `nil` answers at once.
  public var finish: String?
}

/// One address: a host, a path with variables, and what the query must hold.
public struct Route: Sendable, Equatable {
  public enum Segment: Sendable, Equatable {
    case literal(String)
    case variable(String)
  }
  public var host: Int
  public var path: [Segment]
  public var query: [(name: String, value: Segment)]

  /// `host:/path/{variable}?name=literal`
  public init?(_ text: String, hosts: [String]) {
    guard let colon = text.firstIndex(of: ":"),
      let host = hosts.firstIndex(of: String(text[..<colon]))
    else { return nil }
    let target = text[text.index(after: colon)...]
    guard target.hasPrefix("/") else { return nil }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.host = host
    path = Route.segments(halves[0])
    query =
      halves.count < 2
      ? []
      : halves[1].split(separator: "&").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), Route.segment(sides.count > 1 ? sides[1] : ""))
      }
  }

  static func segments(_ path: Substring) -> [Segment] {
    path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(segment)
  }
  private static func segment(_ text: Substring) -> Segment {
    text.hasPrefix("{") && text.hasSuffix("}")
      ? .variable(String(text.dropFirst().dropLast())) : .literal(String(text))
  }

  /// `/path/{variable}?name=literal`, as messages show it.
  public var address: String {
    func show(_ segment: Segment) -> String {
      switch segment {
      case .literal(let text): text
      case .variable(let name): "{\(name)}"
      }
    }
    let pairs = query.map { "\($0.name)=\(show($0.value))" }.joined(separator: "&")
    return "/" + path.map(show).joined(separator: "/") + (pairs.isEmpty ? "" : "?\(pairs)")
  }

  public var variables: [String] {
    (path + query.map(\.value)).compactMap {
      if case .variable(let name) = $0 { name } else { nil }
    }
  }

  /// More literal routes win: literals of the path first, then of the query.
  public var rank: [Int] {
    path.map { if case .literal = $0 { 1 } else { 0 } } + [
      query.filter { if case .literal = $0.value { true } else { false } }.count, query.count,
    ]
  }

  public static func == (a: Route, b: Route) -> Bool {
    a.host == b.host && a.path == b.path && a.query.elementsEqual(b.query) { $0 == $1 }
  }

  /// Whether a request could match both with nothing to choose between them.
  func isAmbiguous(with other: Route) -> Bool {
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

  /// The variables that a path and query bind, or `nil` where they do not match.
  public func match(
    path sent: [String], query sentQuery: (String) -> String?, folds: Bool
  ) -> [String: String]? {
    guard sent.count == path.count else { return nil }
    var bound: [String: String] = [:]
    func take(_ segment: Segment, _ text: String) -> Bool {
      switch segment {
      case .literal(let literal):
        return folds ? literal.lowercased() == text.lowercased() : literal == text
      case .variable(let name):
        bound[name] = text
        return !text.isEmpty
      }
    }
    for (segment, text) in zip(path, sent) where !take(segment, text) { return nil }
    for (name, value) in query {
      guard let text = sentQuery(name), take(value, text) else { return nil }
    }
    return bound
  }
}
