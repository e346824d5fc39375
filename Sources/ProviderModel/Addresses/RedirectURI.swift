import Basics

/// Redirect URIs as bytes: what may be redirected to, and by which rule a sent one is registered.
///
/// Never as characters: a `:` with a combining accent behind it is another character to Swift, and a `:` to a browser.
package enum RedirectURI {
  /// Schemes by which a browser runs code, opens what is nobody's client, or hands a URI to the operating system.
  private static let forbidden: Set<String> = [
    "about", "blob", "data", "feed", "file", "filesystem", "jar", "javascript", "search-ms",
    "vbscript", "view-source",
  ]
  /// So do all that begin like this: handlers of Windows and Office, `ms-msdt:` among them.
  private static let forbiddenHead = "ms-"

  /// Why nobody may ever be redirected to a URI: what it has that it must not have, or lacks.
  package enum Flaw: Sendable, Equatable {
    case controlCharacter, noScheme
    /// A URI that runs code in the browser, or opens something that is not the client's.
    case scheme(String)
  }

  /// Whether a browser opens it by itself, and no app.
  package static func isWeb(_ uri: String) -> Bool {
    ["http", "https"].contains(URIReference(uri).scheme.lowercased())
  }

  package static func flaw(of uri: String) -> Flaw? {
    if uri.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return .controlCharacter
    }
    guard let scheme = scheme(of: uri) else { return .noScheme }
    let name = scheme.lowercased()
    return forbidden.contains(name) || name.hasPrefix(forbiddenHead) ? .scheme(name) : nil
  }

  package static func isForbidden(_ uri: String) -> Bool { flaw(of: uri) != nil }

  /// Why no client can mean a URI that is registered for it; `nil` if one can.
  static func whyUseless(_ uri: String) -> String? {
    switch flaw(of: uri) {
    case .controlCharacter: return "\"\(uri)\" has a control character"
    case .noScheme:
      return
        "\"\(uri)\" has no scheme; a redirect URI is absolute, such as http://127.0.0.1:3000/callback (RFC 6749 §3.1.2)"
    case .scheme(let name):
      return
        "\"\(uri)\" can never be redirected to: the scheme \(name) runs code, or opens what is not the client's"
    case nil: break
    }
    let parts = URIReference(uri)
    if let stray = parts.strayCharacter {
      return stray == " "
        ? "\"\(uri)\" has a blank; a URI has none: write %20"
        : "\"\(uri)\" has the character \(stray), which no URI has as it is: percent-encode it (RFC 3986 §2)"
    }
    if isWeb(uri) {
      guard parts.host != nil else { return "\"\(uri)\" names no host" }
      let port = HostName.port(of: String(parts.authority)).dropFirst()
      guard port.isEmpty || UInt16(port).map({ $0 > 0 }) == true else {
        return "\"\(uri)\" has the port \(port); expected a number from 1 to 65535"
      }
      return nil
    }
    // An app may have its own scheme, but one so close to http is a slip.
    let near = Suggestion.nearest(to: String(parts.scheme), among: ["http", "https"])
    return parts.host == nil
      ? nil : near.map { "\"\(uri)\" has the scheme \(parts.scheme); did you mean \"\($0)\"?" }
  }

  /// What is wrong with a URI that a client registers; `nil` if nothing is.
  package static func flaw(ofRegistered uri: String) -> String? {
    lacksScheme(uri)
      ? "\"\(uri)\" has no scheme; did you mean \"http://\(uri)\"? A redirect URI is absolute (RFC 6749 §3.1.2)"
      : whyUseless(uri)
  }

  static func hasScheme(_ uri: String) -> Bool { scheme(of: uri) != nil }

  /// Whether it begins with a host and a port, such as `localhost:3000/cb`: by RFC 3986, that host would be a scheme.
  static func lacksScheme(_ uri: String) -> Bool {
    guard let scheme = scheme(of: uri) else { return false }
    let port = uri[scheme.endIndex...].dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = uri[port.endIndex...]
    return !port.isEmpty && (rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?"))
      && (scheme.contains(".") || scheme.lowercased() == "localhost")
  }

  private static func scheme(of uri: String) -> Substring? {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return isScheme(uri[..<colon]) ? uri[..<colon] : nil
  }

  /// `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986 §3.1).
  private static func isScheme(_ text: Substring) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    return text.utf8.first.map(isLetter) == true
      && text.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      }
  }

  /// Whether `sent` is what was registered, by the provider's rule.
  package static func matches(
    _ sent: String, registered: String, _ rule: RedirectRule
  ) -> Bool {
    guard !isForbidden(sent) else { return false }
    if ExactText.same(sent, registered) { return true }
    // RFC 6749 §3.1.2: a redirect URI has no fragment.
    if sent.utf8.contains(UInt8(ascii: "#")) { return false }
    var a = URIReference(sent)
    var b = URIReference(registered)
    b.fragment = nil
    if isPortFree(a, b, rule) { a.authority = b.authority }
    switch rule.match {
    case .exact: return a == b
    case .path: return a.isAtSamePlace(as: b)
    case .append:
      guard a.isAtSamePlace(as: b) else { return false }
      guard let needed = b.query else { return true }
      guard let query = a.query else { return false }
      return ExactText.same(query, needed) || query.utf8.starts(with: "\(needed)&".utf8)
    case .host, .prefix, .below, .wildcard: return isWithin(a, b, rule.match)
    }
  }

  /// The end of a registered URI after which anything may follow, by the rule `wildcard`.
  private static let wildcard = "*"

  /// Whether a registered URI stands for several, so that none of them is known.
  package static func isOpen(_ registered: String, _ rule: RedirectRule) -> Bool {
    rule.match == .wildcard && registered.hasSuffix(wildcard)
  }

  /// Whether a URI is at the scheme and the authority of a registered one, byte by byte, and within its path.
  ///
  /// No part of it may lead a browser elsewhere: no user name before the host, no backslash, which browsers read as a
  /// slash, and no dot segments.
  private static func isWithin(
    _ sent: URIReference, _ registered: URIReference, _ match: RedirectRule.Match
  ) -> Bool {
    guard ExactText.same(sent.scheme, registered.scheme), !sent.authority.isEmpty,
      ExactText.same(sent.authority, registered.authority),
      !sent.authority.utf8.contains(UInt8(ascii: "@")), staysBelow(sent.path)
    else { return false }
    let path = registered.path.utf8
    switch match {
    case .host: return true
    case .below:
      guard sent.path.utf8.starts(with: path) else { return false }
      let rest = sent.path.utf8.dropFirst(path.count)
      return rest.isEmpty || rest.first == UInt8(ascii: "/")
        || path.isEmpty || path.last == UInt8(ascii: "/")
    case .prefix: return tail(sent).utf8.starts(with: tail(registered).utf8)
    case .wildcard:
      let tail = tail(registered)
      return tail.hasSuffix(wildcard)
        ? self.tail(sent).utf8.starts(with: tail.utf8.dropLast()) : sent == registered
    default: return false
    }
  }

  private static func tail(_ uri: URIReference) -> String {
    uri.path + (uri.query.map { "?\($0)" } ?? "")
  }

  /// Whether a path has no backslash and no dot segment, also percent-encoded.
  private static func staysBelow(_ path: Substring) -> Bool {
    let text = path.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .replacing("%5c", with: "\\")
    return !text.utf8.contains(UInt8(ascii: "\\"))
      && !text.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  /// Whether a redirect URI that a client has registered is at an origin. Where its port does not count, that of the origin
  /// does not either.
  package static func isRegistered(
    _ uri: String, at origin: String, _ rule: RedirectRule
  ) -> Bool {
    let (a, b) = (URIReference(origin), URIReference(uri))
    let scheme = a.scheme.lowercased()
    guard isWeb(uri), scheme == b.scheme.lowercased(), a.path.isEmpty, a.query == nil else {
      return false
    }
    if scheme == "http", let host = loopback(a.authority, rule), ExactText.same(host, b.authority) {
      return true
    }
    return authority(a, scheme) == authority(b, scheme)
  }

  /// In small letters, and without the usual port of the scheme.
  private static func authority(_ uri: URIReference, _ scheme: String) -> String {
    let text = uri.authority.lowercased()
    let usual = scheme == "https" ? ":443" : ":80"
    return text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : text
  }

  package static func sameHost(_ sent: String, _ registered: String) -> Bool {
    ExactText.same(URIReference(sent).authority, URIReference(registered).authority)
  }

  /// Whether the port does not count: a native app's port on the loopback is its own choice (RFC 8252 §7.3).
  static func isPortFree(
    _ sent: URIReference, _ registered: URIReference, _ rule: RedirectRule
  ) -> Bool {
    guard rule.anyLoopbackPort || rule.anyLocalhostPort, ExactText.same(sent.scheme, "http"),
      let host = loopback(sent.authority, rule)
    else { return false }
    return ExactText.same(host, registered.authority)
  }

  /// The host of an authority where its port does not count.
  private static func loopback(_ authority: Substring, _ rule: RedirectRule) -> Substring? {
    let hosts = [
      ("127.0.0.1", rule.anyLoopbackPort), ("[::1]", rule.anyLoopbackPort),
      ("localhost", rule.anyLocalhostPort),
    ]
    for (host, isFree) in hosts where isFree && authority.utf8.starts(with: host.utf8) {
      let rest = authority.utf8.dropFirst(host.utf8.count)
      let port = rest.dropFirst()
      let isPort = port.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt16(Substring(port)) != nil
      if rest.isEmpty || (rest.first == UInt8(ascii: ":") && isPort) { return Substring(host) }
    }
    return nil
  }
}

/// The name of a resource for which an access token is meant (RFC 8707 §2).
package enum ResourceURI {
  /// Whether two names are those of one resource: scheme and host may be written in capitals (RFC 3986 §6.2.2.1).
  package static func same(_ one: String, _ other: String) -> Bool {
    if ExactText.same(one, other) { return true }
    func normal(_ text: String) -> URIReference {
      var uri = URIReference(text)
      uri.scheme = uri.scheme.lowercased()[...]
      uri.authority = uri.authority.lowercased()[...]
      return uri
    }
    return normal(one) == normal(other)
  }

  /// What is wrong with it; `nil` where it is an absolute URI without a fragment.
  package static func flaw(of text: String) -> String? {
    if text.utf8.contains(UInt8(ascii: "#")) { return "has a fragment" }
    guard URIReference(text).strayCharacter == nil, RedirectURI.hasScheme(text) else {
      return "is not an absolute URI, such as https://api.example.test"
    }
    return nil
  }
}
