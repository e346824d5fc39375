import Examiner
import HTTPMessages
import UserAgent

/// A callback as a check wants it: parameters set, dropped, sent twice, or moved from the query to the fragment.
struct CallbackChange {
  private let agent: Agent
  private let placeholders: Placeholders

  init(_ agent: Agent, _ placeholders: Placeholders) {
    self.agent = agent
    self.placeholders = placeholders
  }

  func applied(
    to url: String, form: [(name: String, value: String)]?
  ) -> (url: String, form: [(name: String, value: String)]?) {
    guard !agent.set.isEmpty || !agent.drop.isEmpty || !agent.append.isEmpty || agent.place != nil
    else { return (url, form) }
    if let form { return (url, changed(form)) }
    let halves = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let front = halves.first ?? ""
    let query = front.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let inFragment = halves.count > 1
    let text = inFragment ? halves[1] : (query.count > 1 ? query[1] : "")
    let pairs = changed(Parameters(formEncoded: text).list.map { ($0.name, $0.value) })
    let encoded = QueryStyle().encode(pairs)
    let base = inFragment ? String(front) : String(query.first ?? "")
    switch agent.place ?? (inFragment ? .fragment : .query) {
    case .fragment: return ("\(base)#\(encoded)", nil)
    case .query: return (base + (base.contains("?") ? "&" : "?") + encoded, nil)
    }
  }

  private func changed(
    _ pairs: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    var pairs = pairs
    for (name, value) in agent.set {
      let value = placeholders.expanded(value)
      if let place = pairs.firstIndex(where: { $0.name == name }) {
        pairs[place].value = value
      } else {
        pairs.append((name, value))
      }
    }
    pairs.removeAll { agent.drop.contains($0.name) }
    for (name, value) in agent.append { pairs.append((name, placeholders.expanded(value))) }
    return pairs
  }
}
