import HTTPMessages
import ProviderModel

/// The rules of a sandbox, and how often each has been met. The first that matches is the one.
public struct ActiveRules: Sendable {
  public struct Active: Sendable {
    public var rule: Rule
    /// How many requests matched.
    public var seen = 0
    public var fired = 0
    /// Whether it has nothing left to do.
    public var isSpent: Bool { rule.times.map { fired >= $0 } ?? false }
  }

  public private(set) var list: [Active] = []
  private var lastID = 0

  public init() {}

  /// Adds rules; one without an id gets a number, one with a known id takes its place.
  /// - Returns: the ids.
  @discardableResult
  public mutating func add(_ rules: [Rule]) -> [String] {
    rules.map { rule in
      var rule = rule
      if rule.source["id"] == nil {
        repeat { lastID += 1 } while list.contains { $0.rule.id == "rule-\(lastID)" }
        rule.id = "rule-\(lastID)"
      }
      let active = Active(rule: rule)
      if let place = list.firstIndex(where: { $0.rule.id == rule.id }) {
        list[place] = active
      } else {
        list.append(active)
      }
      return rule.id
    }
  }

  public mutating func remove(_ id: String) -> Bool {
    guard let place = list.firstIndex(where: { $0.rule.id == id }) else { return false }
    list.remove(at: place)
    return true
  }

  public mutating func clear() { list = [] }

  /// What is wrong with the certificate that a host shows now, and by which rule.
  public mutating func handshake(with host: String) -> (fault: TLSFault, rule: String)? {
    var counted: [Counted] = []
    let rule = fire(&counted) { $0.effect.tls != nil && ($0.match.host ?? host) == host }
    return rule.flatMap { rule in rule.effect.tls.map { ($0, rule.id) } }
  }

  /// One more in a rule's counters.
  public struct Counted: Sendable {
    var id: String
    var isFired: Bool
  }

  /// The rule that this exchange fires, if one does.
  mutating func fire(_ counted: inout [Counted], _ matches: (Rule) -> Bool) -> Rule? {
    for index in list.indices where !list[index].isSpent && matches(list[index].rule) {
      list[index].seen += 1
      let isFired = list[index].seen > list[index].rule.skip
      counted.append(Counted(id: list[index].rule.id, isFired: isFired))
      guard isFired else { continue }
      list[index].fired += 1
      return list[index].rule
    }
    return nil
  }

  /// As if the exchange had not been.
  public mutating func takeBack(_ counted: [Counted]) {
    for one in counted {
      guard let index = list.firstIndex(where: { $0.rule.id == one.id }) else { continue }
      list[index].seen = max(list[index].seen - 1, 0)
      if one.isFired { list[index].fired = max(list[index].fired - 1, 0) }
    }
  }
}
