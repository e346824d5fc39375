import ProviderModel

extension Catalogue {
  /// - Throws: `UsageError`, with the profiles that there are.
  package func profile(named id: String) throws(UsageError) -> Profile {
    if let found = profile(id) { return found }
    throw UsageError(
      "There is no profile \"\(id)\"" + Suggestion.list(for: id, among: profiles.map(\.id)))
  }

  /// - Throws: `UsageError`, with the nearest of the ids that there are.
  package func check(named id: String) throws(UsageError) -> Check {
    if let found = check(id) { return found }
    throw UsageError("There is no check \"\(id)\"" + Self.hint(for: id, among: all.map(\.id)))
  }

  /// Up to three ids that may be meant: near by their letters, or with the same words.
  static func hint(for id: String, among ids: [String]) -> String {
    func words(_ id: String) -> Set<Substring> { Set(id.lowercased().split(separator: "-")) }
    var near = Suggestion.nearest(to: id, among: ids).map { [$0] } ?? []
    let wanted = words(id)
    let alike = ids.map { (id: $0, same: words($0).intersection(wanted).count) }
      .filter { $0.same > 0 && !near.contains($0.id) }
    let most = alike.map(\.same).max() ?? 0
    near += alike.filter { $0.same == most }.map(\.id).sorted()
    guard !near.isEmpty else { return "; understudy conform list shows all" }
    let names = near.prefix(3).map { "\"\($0)\"" }.joined(separator: " or ")
    return "; did you mean \(names)?"
  }
}
