import Basics

/// An absolute URI as a browser sees it (RFC 3986): only web addresses are ever opened.
package struct WebAddress: Sendable, Equatable, CustomStringConvertible {
  package var scheme: String
  /// Host and port, or nothing: `urn:…` has none.
  package var authority: String?
  /// With its query, without fragment.
  package var target: String
  package var fragment: String?

  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
    scheme = text[..<colon].lowercased()
    guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    var rest = text[text.index(after: colon)...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    guard rest.hasPrefix("//") else {
      target = String(rest)
      return
    }
    let body = rest.dropFirst(2)
    let end = body.firstIndex { $0 == "/" || $0 == "?" } ?? body.endIndex
    authority = String(body[..<end])
    target = String(body[end...])
    if isWeb, !target.hasPrefix("/") { target = "/" + target }
  }

  package var isWeb: Bool { scheme == "http" || scheme == "https" }
  /// Scheme and authority: what cookies and scripts are kept apart by.
  package var origin: String { "\(scheme)://\(authority ?? "")" }
  package var host: String {
    let authority = authority ?? ""
    if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } + "]" }
    return authority.prefix { $0 != ":" }.lowercased()
  }
  package var port: UInt16 {
    let rest = (authority ?? "").dropFirst(host.count)
    return UInt16(rest.dropFirst()) ?? (scheme == "https" ? 443 : 80)
  }
  package var path: String { String(target.prefix { $0 != "?" }) }

  var query: Parameters {
    Parameters(formEncoded: target.firstIndex(of: "?").map { target[$0...].dropFirst() } ?? "")
  }

  /// The `redirect_uri` of an authorization request (RFC 6749 §4.1.1).
  var redirectURI: WebAddress? {
    query.first("redirect_uri").flatMap { WebAddress($0) }
  }

  /// The scopes of an authorization request; some providers have commas between them.
  var scopes: [String] {
    let text = query.first("scope") ?? ""
    return text.split { $0 == " " || $0 == "," }.map(String.init)
  }

  /// Whether the fragment carries an answer of the implicit flow (RFC 6749 §4.2.2).
  var holdsToken: Bool {
    guard let fragment else { return false }
    let names = Parameters(formEncoded: fragment[...])
    return ["access_token", "id_token", "error"].contains { names.first($0) != nil }
  }

  func isSamePage(as other: WebAddress) -> Bool { origin == other.origin && path == other.path }

  package var description: String {
    let place = authority.map { "\(scheme)://\($0)" } ?? "\(scheme):"
    return place + target + (fragment.map { "#\($0)" } ?? "")
  }

  /// Where a reference on this page leads (RFC 3986 §5.2).
  package func resolving(_ reference: String) -> WebAddress? {
    if let whole = WebAddress(reference) { return whole }
    var next = self
    next.fragment = nil
    var rest = reference[...]
    if let hash = rest.firstIndex(of: "#") {
      next.fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if rest.isEmpty { return next }
    if rest.hasPrefix("//") { return WebAddress("\(scheme):\(reference)") }
    if rest.hasPrefix("?") {
      next.target = path + rest
      return next
    }
    let query = rest.firstIndex(of: "?").map { String(rest[$0...]) } ?? ""
    let named = String(rest.prefix { $0 != "?" })
    // `<base href="app:">` has no path to start from (RFC 3986 §5.2.3).
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    next.target = Self.withoutDots(named.hasPrefix("/") ? named : folder + named) + query
    return next
  }

  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
