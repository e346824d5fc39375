import Basics
import ProviderModel

/// What is said where nothing answers: helpful, and worked out once for an address.
final class NowhereAnswers: Sendable {
  struct Found: Sendable {
    /// The address that was probably meant.
    let meant: String?
    /// What helps where no address is near.
    let advice: String
    /// A line each: what would have matched.
    let near: [String]
    let text: String
  }

  private struct Key: Hashable {
    let path: String
    let place: Site.Whereabouts
  }

  private let providers: ProviderCatalog
  /// The provider whose addresses need no prefix.
  private let root: String?
  private let kept = Lock<[Key: Found]>([:])
  /// More mistyped addresses than these are not remembered, so that a scanner can't fill the memory.
  private static let mostKept = 128
  private static let mostShown = 12

  init(_ providers: ProviderCatalog, root: String?) {
    (self.providers, self.root) = (providers, root)
  }

  func found(_ path: String, at place: Site.Whereabouts) -> Found {
    let key = Key(path: path, place: place)
    if let known = kept.withLock({ $0[key] }) { return known }
    let near = near(path, at: place)
    let advice = near.meant == nil ? advice(path, at: place) : ""
    let hint = near.meant.map { "Did you mean \($0)?\n" } ?? (advice.isEmpty ? "" : advice + ".\n")
    let found = Found(
      meant: near.meant, advice: advice, near: near.lines,
      text: "Nothing answers at \(path).\n" + hint
        + "These would have matched:\n"
        + near.lines.prefix(Self.mostShown).map { "  \($0)\n" }.joined()
        + (near.lines.count > Self.mostShown
          ? "  and \(near.lines.count - Self.mostShown) more\n" : ""))
    if path.utf8.count < 512 {
      kept.withLock { kept in
        if kept.count >= Self.mostKept { kept.removeAll(keepingCapacity: true) }
        kept[key] = found
      }
    }
    return found
  }

  /// What somebody who left out the provider's name may not know.
  private func advice(_ path: String, at place: Site.Whereabouts) -> String {
    guard place == .server, root == nil, let first = providers.ids.first,
      providers.provider(path.split(separator: "/").first.map(String.init) ?? "") == nil
    else { return "" }
    return
      "Each address begins with the id of a provider, such as /\(first)/…; serve --at-root \(first) leaves that id out"
  }

  private func near(
    _ path: String, at place: Site.Whereabouts
  ) -> (meant: String?, lines: [String]) {
    switch place {
    case .server: return near(path)
    case .named(let id):
      return Self.near(path, among: below(id))
    case .host(let id, let host):
      return Self.near(path, among: providers.provider(id)?.pathsShown(atHost: host) ?? [])
    }
  }

  /// The addresses of a provider without its prefix.
  private func below(_ id: String) -> [[String]] {
    (providers.provider(id)?.addressesShown ?? []).map {
      $0.map { String($0.dropFirst(id.count + 1)) }
    }
  }

  /// - Parameter endpoints: the addresses of each.
  private static func near(
    _ path: String, among endpoints: [[String]]
  ) -> (meant: String?, lines: [String]) {
    let known = endpoints.flatMap(\.self)
    let meant = Suggestion.nearest(
      toPath: path, among: known, preferring: Set(endpoints.compactMap(\.first)))
    let lines = Array(Set(known)).sorted()
    return (meant, (meant.map { [$0] } ?? []) + lines.filter { $0 != meant })
  }

  /// Only the provider that the path names is looked at: the others need not be read for it.
  private func near(_ path: String) -> (meant: String?, lines: [String]) {
    // A base URL that ends with a slash leads to "//".
    let first = path.split(separator: "/").first.map(String.init) ?? ""
    if let provider = providers.provider(first) {
      return Self.near(path, among: provider.addressesShown)
    }
    if let root { return Self.near(path, among: below(root)) }
    let known = providers.ids.map { "/\($0)/…" }
    let meant = Suggestion.nearest(to: first, among: providers.ids).map { "/\($0)/…" }
    return (meant, (meant.map { [$0] } ?? []) + known.filter { $0 != meant })
  }
}
