/// Of mutants alone: a text that is almost the right one.
enum NearText {
  /// How a text differs from the right one, as the mutants that take it are named; `nil` for another text altogether.
  static func difference(of found: String, from right: String) -> String? {
    if found == right + " " { return "trimmed" }
    if right.hasPrefix(found) { return "by-its-beginning" }
    if found.hasPrefix(right) { return "within" }
    if right.hasSuffix(found) { return "by-its-end" }
    if right.dropFirst() == found.dropFirst() { return "without-its-beginning" }
    return found.lowercased() == right.lowercased() ? "in-any-case" : nil
  }

  /// An issuer without its port.
  static func withoutPort(_ issuer: String) -> String {
    let parts = issuer.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2 else { return issuer }
    let path = parts.dropFirst(3).map { "/\($0)" }.joined()
    return "\(parts[0])//\(parts[2].prefix { $0 != ":" })\(path)"
  }
}

extension Client {
  /// Of mutants alone.
  func takesNonce(_ found: String?, _ sent: String) -> Bool {
    guard let found else { return has("nonce-optional") }
    if let difference = NearText.difference(of: found, from: sent) {
      return has("nonce-\(difference)")
    }
    return has(Flow.nonces.withLock { $0.contains(found) } ? "nonce-of-any-session" : "any-nonce")
  }
}
