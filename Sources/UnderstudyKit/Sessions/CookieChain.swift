/// The cookies of one chain of redirects (RFC 6265, as far as such a chain needs it).
struct CookieChain {
  private struct Cookie {
    var name: String
    var value: String
    var host: String
    /// Also of the hosts below.
    var isShared: Bool
  }
  private var cookies: [Cookie] = []

  /// - Parameter header: what the first request brought along.
  init(_ header: String?, host: String) {
    for pair in (header ?? "").split(separator: ";") {
      set(Substring(pair.drop { $0 == " " }), host: host, isShared: false)
    }
  }

  /// - Parameter lines: `Set-Cookie` fields of an answer from `host`.
  mutating func take(_ lines: [String], host: String) {
    for line in lines {
      let pieces = line.split(separator: ";").map { $0.drop { $0 == " " } }
      guard let pair = pieces.first else { continue }
      let domain = pieces.first { $0.lowercased().hasPrefix("domain=") }
        .map { $0.dropFirst(7).drop { $0 == "." }.lowercased() }
      // RFC 6265 §5.3: nobody sets a cookie for hosts that are not below the own domain.
      if let domain, domain != host, !host.hasSuffix("." + domain) { continue }
      let isGone = pieces.contains { $0.lowercased() == "max-age=0" }
      set(
        isGone ? pair.prefix { $0 != "=" } + "=" : pair, host: domain ?? host,
        isShared: domain != nil)
      if isGone { cookies.removeLast() }
    }
  }

  private mutating func set(_ pair: Substring, host: String, isShared: Bool) {
    guard let sign = pair.firstIndex(of: "=") else { return }
    let name = String(pair[..<sign])
    cookies.removeAll { $0.name == name && $0.host == host }
    let value = String(pair[pair.index(after: sign)...])
    cookies.append(Cookie(name: name, value: value, host: host, isShared: isShared))
  }

  /// The `Cookie` field for a host; `nil` for none.
  func header(for host: String) -> String? {
    let sent = cookies.filter {
      $0.host == host || ($0.isShared && host.hasSuffix("." + $0.host))
    }
    return sent.isEmpty ? nil : sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }
}
