import Basics
import ProviderModel

/// The rules of a sandbox, and how often each has been met. The first that matches is the one.
package struct ActiveRules: Sendable, Codable {
  package struct Active: Sendable, Codable {
    package var rule: Rule
    /// How many requests matched, also those that came when it was spent.
    package var seen = 0
    package var fired = 0
    /// What its limit has counted.
    package var window = RateWindow()
    /// Whether it has nothing left to do.
    package var isSpent: Bool { rule.times.map { fired >= $0 } ?? false }
  }

  package private(set) var list: [Active] = []
  private var lastID = 0

  package init() {}

  /// Adds rules; one without an id gets a number, one with a known id takes its place.
  ///
  /// Where they would be too many, spent rules that no other rule waits for make room, the oldest first.
  /// - Returns: the ids; `nil` if there would still be more than `Rule.most`, and then nothing has changed.
  @discardableResult
  package mutating func add(_ rules: [Rule]) -> [String]? {
    var changed = self
    let ids = changed.adding(rules)
    changed.makeRoom(besides: Set(ids))
    guard changed.list.count <= Rule.most else { return nil }
    self = changed
    return ids
  }

  private mutating func makeRoom(besides added: Set<String>) {
    let awaited = Set(list.compactMap(\.rule.after))
    var excess = list.count - Rule.most
    list.removeAll { active in
      guard excess > 0, active.isSpent, !awaited.contains(active.rule.id),
        !added.contains(active.rule.id)
      else { return false }
      excess -= 1
      return true
    }
  }

  private mutating func adding(_ rules: [Rule]) -> [String] {
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

  package mutating func remove(_ id: String) -> Bool {
    guard let place = list.firstIndex(where: { $0.rule.id == id }) else { return false }
    list.remove(at: place)
    return true
  }

  /// Switches a rule on or off; its place and its counters stay.
  package mutating func turn(_ id: String, on isOn: Bool) -> Bool {
    guard let place = list.firstIndex(where: { $0.rule.id == id }) else { return false }
    list[place].rule.turn(on: isOn)
    return true
  }

  package mutating func clear() { list = [] }

  /// What is wrong with the certificate that a host shows now, and by which rule.
  package mutating func handshake(with host: String) -> (fault: TLSFault, rule: String)? {
    var quota: Quota?
    // A handshake has no limit, and so no time.
    let rule = fire(&quota, at: 0) { $0.effect.tls != nil && ($0.match.host ?? host) == host }
    return rule.flatMap { rule in rule.effect.tls.map { ($0, rule.id) } }
  }

  /// The rule that this exchange fires, if one does.
  /// - Parameters:
  ///   - quota: receives what the last limit on the way leaves.
  ///   - now: the ledger's time.
  mutating func fire(_ quota: inout Quota?, at now: Int, _ matches: (Rule) -> Bool) -> Rule? {
    for index in list.indices where isOpen(list[index].rule) && matches(list[index].rule) {
      list[index].seen += 1
      guard !list[index].isSpent, list[index].seen > list[index].rule.skip else { continue }
      if let limit = list[index].rule.limit {
        list[index].window.add(limit, at: now)
        let left = Quota(limit, list[index].window, at: now)
        quota = left
        guard left.isSpent else { continue }
      }
      list[index].fired += 1
      return list[index].rule
    }
    return nil
  }

  /// Whether later requests may be answered otherwise than after other rules: a request that only matched spent rules has
  /// changed none.
  func differs(from other: ActiveRules) -> Bool {
    list.count != other.list.count
      || zip(list, other.list).contains { mine, theirs in
        mine.seen != theirs.seen && !theirs.isSpent
      }
  }

  /// Whether it is switched on, and what it waits for has happened.
  private func isOpen(_ rule: Rule) -> Bool {
    guard rule.isOn else { return false }
    guard let first = rule.after else { return true }
    return list.contains { $0.rule.id == first && $0.fired > 0 }
  }

  /// The same rules and counters, where other providers play: what rules ask of a request is compiled for these.
  mutating func play(_ providers: any ProviderLookup, _ cast: Cast) {
    for index in list.indices {
      guard let when = list[index].rule.match.when else { continue }
      list[index].rule.match.when = when.compiled(for: providers, cast)
    }
  }
}
