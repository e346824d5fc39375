import ProviderModel

/// Hops that a rule puts before the page that a browser asks for. Nothing is remembered of them: the address says which
/// one is next, and all else of it stays as it came.
enum Detour {
  private static let parameter = "understudy_hop"

  /// The place of the hop that is due; `nil` where the browser has been through all of them, and where it is no browser.
  static func hop(of rule: Rule, _ context: RequestContext) -> Int? {
    guard context.endpoint.kind == .authorize, context.isGet else { return nil }
    let hop = context.reading.query.last(parameter).flatMap { Int($0) } ?? 0
    return rule.effect.detour.indices.contains(hop) ? hop : nil
  }

  static func next(_ rule: Rule, _ context: RequestContext) -> Outcome? {
    guard let hop = hop(of: rule, context) else { return nil }
    let kept = context.reading.rawQuery.split(separator: "&", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(parameter + "=") && !$0.isEmpty }
    let query = "?" + (kept + ["\(parameter)=\(hop + 1)"]).joined(separator: "&")
    let kind = rule.effect.detour[hop]
    let url = kind == .relative ? query : context.facts.here + context.place.path + query
    return Outcome(.onward(url, kind), .byRule(rule.id))
  }
}
