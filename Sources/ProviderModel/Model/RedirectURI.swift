/// Redirect URIs as text: what may be redirected to, and by which rule a sent one is registered.
public enum RedirectURI {
  private static let forbidden = ["javascript", "data", "vbscript", "blob", "file", "about"]

  /// Whether a URI has no scheme, a control character, or a scheme that would run code.
  public static func isForbidden(_ uri: String) -> Bool {
    if uri.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { return true }
    guard let colon = uri.firstIndex(of: ":"), colon > uri.startIndex else { return true }
    let scheme = uri[..<colon].lowercased()
    guard let first = scheme.first, first.isASCII, first.isLetter else { return true }
    return forbidden.contains(scheme)
  }

  struct Parts: Equatable {
    var scheme: Substring
    var authority: Substring
    var path: Substring
    var query: Substring?
  }

  static func parts(_ uri: String) -> Parts {
    let whole = uri.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?")
    let head = whole[..<(mark ?? whole.endIndex)]
    let query = mark.map { whole[whole.index(after: $0)...] }
    guard let colon = head.firstIndex(of: ":") else {
      return Parts(scheme: "", authority: "", path: head, query: query)
    }
    let rest = head[head.index(after: colon)...]
    guard rest.hasPrefix("//") else {
      return Parts(scheme: head[..<colon], authority: "", path: rest, query: query)
    }
    let body = rest.dropFirst(2)
    let slash = body.firstIndex(of: "/") ?? body.endIndex
    return Parts(
      scheme: head[..<colon], authority: body[..<slash], path: body[slash...], query: query)
  }

  /// Whether `sent` is what was registered, by the provider's rule.
  public static func matches(
    _ sent: String, registered: String, _ rule: Provider.RedirectRule
  ) -> Bool {
    guard !isForbidden(sent), !sent.contains("#") || sent == registered else { return false }
    if sent == registered { return true }
    var a = parts(sent)
    var b = parts(registered)
    if rule.anyLoopbackPort, a.scheme == "http", let host = loopback(a.authority),
      host == b.authority
    {
      // RFC 8252 §7.3: a native app's port on the loopback is its own choice.
      a.authority = host
      b.authority = host
    }
    switch rule.match {
    case .exact: return a == b
    case .path:
      return a.scheme == b.scheme && a.authority == b.authority && a.path == b.path
    case .append:
      guard a.scheme == b.scheme, a.authority == b.authority, a.path == b.path else { return false }
      guard let needed = b.query else { return true }
      guard let query = a.query else { return false }
      return query == needed || query.hasPrefix(needed + "&")
    }
  }

  public static func sameHost(_ sent: String, _ registered: String) -> Bool {
    parts(sent).authority == parts(registered).authority
  }

  private static func loopback(_ authority: Substring) -> Substring? {
    for host in ["127.0.0.1", "[::1]"] where authority.hasPrefix(host) {
      let rest = authority.dropFirst(host.count)
      let port = rest.dropFirst()
      let isPort = port.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt16(port) != nil
      if rest.isEmpty || (rest.hasPrefix(":") && isPort) { return Substring(host) }
    }
    return nil
  }
}
