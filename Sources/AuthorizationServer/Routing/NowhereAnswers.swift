import Locking
import ProviderModel

/// What is said where nothing answers: helpful, and worked out once for an address.
final class NowhereAnswers: Sendable {
  struct Found: Sendable {
    /// A line each: what would have matched.
    let near: [String]
    let text: String
  }

  private let providers: Repertoire
  private let kept = Lock<[String: Found]>([:])
  /// Nobody mistypes more addresses than these; whoever tries them all is not to fill the memory.
  private static let mostKept = 128
  private static let mostShown = 12

  init(_ providers: Repertoire) { self.providers = providers }

  func found(_ path: String) -> Found {
    if let known = kept.withLock({ $0[path] }) { return known }
    let near = near(path)
    let hint = near.meant.map { "Did you mean \($0)?\n" } ?? ""
    let found = Found(
      near: near.lines,
      text: "Nothing answers at \(path).\n" + hint + "These would have matched:\n"
        + near.lines.prefix(Self.mostShown).map { "  \($0)\n" }.joined()
        + (near.lines.count > Self.mostShown
          ? "  and \(near.lines.count - Self.mostShown) more\n" : ""))
    if path.utf8.count < 512 {
      kept.withLock { kept in
        if kept.count >= Self.mostKept { kept.removeAll(keepingCapacity: true) }
        kept[path] = found
      }
    }
    return found
  }

  /// Only the provider that the path names is looked at: the others need not be read for it.
  private func near(_ path: String) -> (meant: String?, lines: [String]) {
    let first = String(path.dropFirst().prefix { $0 != "/" })
    if let provider = providers.provider(first) {
      let known = provider.addressesShown
      let meant = Suggestion.nearest(toPath: path, among: known)
      let lines = Array(Set(known)).sorted()
      return (meant, (meant.map { [$0] } ?? []) + lines.filter { $0 != meant })
    }
    let known = providers.ids.map { "/\($0)/…" }
    let meant = Suggestion.nearest(to: first, among: providers.ids).map { "/\($0)/…" }
    return (meant, (meant.map { [$0] } ?? []) + known.filter { $0 != meant })
  }
}
