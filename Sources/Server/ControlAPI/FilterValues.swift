import Basics
import Engine
import ProviderModel

/// Query values that filter lists. A value that can't match anything is a mistake, which an empty list would hide.
struct FilterValues {
  let sandbox: ServerState
  /// What entries or tokens hold under a name: what was there once may be asked for.
  let seen: (_ name: String) -> Set<String>

  private var providers: ProviderCatalog { sandbox.site.providers }

  func check(_ query: [(name: String, value: String)]) throws(Problem) {
    // An endpoint of the one provider that is meant, where one is.
    let meant = query.last { $0.name == "provider" }?.value
    for (name, value) in query {
      switch name {
      case "provider": try expect(name, value, among: providers.ids)
      case "endpoint": try endpoint(value, at: meant)
      case "condition": try condition(name, value)
      case "outcome": try outcome(value)
      case "person": try expect(name, value, among: sandbox.cast.people.map(\.username))
      case "rule": try expect(name, value, among: sandbox.rules.list.map(\.rule.id))
      case "path":
        guard value.hasPrefix("/") else {
          throw wrong("path has to begin with \"/\", found \"\(value)\".")
        }
      case "status":
        guard let status = Int(value), status == 0 || (100...599).contains(status) else {
          throw wrong(
            "status has to be that of an answer, 100 to 599, or 0 for none, found \"\(value)\".")
        }
      default: break
      }
    }
  }

  /// One of a few words that never change.
  /// - Parameter others: what elsewhere has these meanings.
  func choice(
    _ name: String, _ value: String, among words: [String], others: [String: String] = [:]
  ) throws(Problem) {
    guard !words.contains(value) else { return }
    // access_token is the kind access, authorization_code the kind code.
    let meant =
      others[value] ?? words.first { value.hasPrefix("\($0)_") || value.hasSuffix("_\($0)") }
    if let meant {
      throw wrong(
        "There is no \(name) \"\(value)\"; did you mean \"\(meant)\"? Known here: "
          + words.sorted().joined(separator: ", ") + ".")
    }
    throw unknown(name, value, words)
  }

  /// - Parameter known: what is there now.
  func expect(_ name: String, _ value: String, among known: [String]) throws(Problem) {
    guard !known.contains(value) else { return }
    let seen = seen(name)
    guard !seen.contains(value) else { return }
    // Entries of no provider have a dash.
    throw unknown(name, value, Array(Set(known).union(seen).subtracting(["-"])))
  }

  private func endpoint(_ name: String, at meant: String?) throws(Problem) {
    let ids = meant.map { [$0] } ?? providers.ids
    // Most are found in the first provider: the others need not be read for it.
    for id in ids where providers.provider(id)?.endpoint(named: name) != nil { return }
    let known = Set(ids.flatMap { providers.provider($0)?.endpoints.map(\.name) ?? [] })
    try expect("endpoint", name, among: Array(known))
  }

  private func condition(_ parameter: String, _ name: String) throws(Problem) {
    let condition = Condition(name)
    guard condition.declaration(at: .authorize) == nil else { return }
    let known = providers.all.reduce(into: Set(Condition.declarations.map(\.condition.name))) {
      known, provider in
      for endpoint in provider.endpoints {
        known.formUnion(provider.conditions(at: endpoint).map(\.name))
      }
    }
    guard !known.contains(name) else { return }
    throw unknown(parameter, name, Array(known))
  }

  private func outcome(_ value: String) throws(Problem) {
    var text = value
    if text.hasPrefix(LogEntry.Said.rehearsedHead) {
      text.removeFirst(LogEntry.Said.rehearsedHead.count)
    }
    if Int(text) != nil || LogEntry.Said.ruleHeads.contains(where: (text + " ").hasPrefix) {
      return
    }
    let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
    let heads = LogEntry.Said.heads
    guard let head = halves.first, heads.contains(head) else {
      throw unknown("outcome", value, heads)
    }
    guard head == "refused", halves.count == 2 else { return }
    let name = String(halves[1].drop { $0 == " " })
    if name != "stale form" { try condition("outcome=refused:", name) }
  }

  private func unknown(_ name: String, _ value: String, _ known: [String]) -> Problem {
    wrong("There is no \(name) \"\(value)\"\(Suggestion.sentence(for: value, among: known))")
  }

  private func wrong(_ detail: String) -> Problem {
    Problem(400, "A parameter of the query has a wrong value.", detail)
  }
}
