import ProviderModel

/// Hops that a rule puts before the page that a browser asks for. Nothing is remembered of them: the address says which
/// one is next, and all else of it stays as it came.
enum Detour {
  private static let parameter = "understudy_hop"

  /// The place of the hop that is due; `nil` where the browser has been through all of them, and where it is no browser.
  static func hop(of rule: Rule, _ turn: Turn) -> Int? {
    guard turn.endpoint.kind == .authorize, turn.isGet else { return nil }
    let hop = turn.reading.query.last(parameter).flatMap { Int($0) } ?? 0
    return rule.effect.detour.indices.contains(hop) ? hop : nil
  }

  static func next(_ rule: Rule, _ turn: Turn) -> Outcome? {
    guard let hop = hop(of: rule, turn) else { return nil }
    let kept = turn.reading.rawQuery.split(separator: "&", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(parameter + "=") && !$0.isEmpty }
    let query = "?" + (kept + ["\(parameter)=\(hop + 1)"]).joined(separator: "&")
    let kind = rule.effect.detour[hop]
    let url = kind == .relative ? query : turn.facts.here + turn.place.path + query
    return Outcome(.onward(url, kind), .byRule(rule.id))
  }
}
