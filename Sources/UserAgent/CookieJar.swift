import Basics
import ProviderModel

/// Cookies as a browser keeps them (RFC 6265), for one visit or, in a file, for several.
///
/// Dates are not read: a visit is shorter than any of them. A cookie that expires immediately (`Max-Age=0`, or a date in
/// 1970) is removed.
package struct CookieJar: Sendable {
  struct Cookie: Sendable {
    var host: String
    /// Whether hosts below this one get it too.
    var isForDomain: Bool
    /// Whether plain HTTP gets it on the loopback only.
    var isSecure = false
    var path: String
    var name: String
    var value: String
  }

  private(set) var cookies: [Cookie] = []

  package init() {}

  package var isEmpty: Bool { cookies.isEmpty }

  /// Takes a `Set-Cookie` line of an answer from this address.
  package mutating func take(_ line: String, from address: WebAddress) {
    // Bytes, not characters: Swift joins a semicolon and a combining accent behind it into another character.
    let parts = line.utf8.split(separator: UInt8(ascii: ";")).map { Self.trimmed(Substring($0)) }
    guard let pair = parts.first, let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return
    }
    var cookie = Cookie(
      host: address.host, isForDomain: false, path: Self.folder(address.path),
      name: String(pair[..<equals]), value: String(pair[pair.utf8.index(after: equals)...]))
    var isOver = false
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? Self.trimmed(halves[1]) : ""
      switch halves[0].lowercased() {
      case "path": if value.hasPrefix("/") { cookie.path = value }
      case "domain":
        let domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        guard !domain.isEmpty else { continue }
        guard Self.isHost(address.host, within: domain) else { return }
        cookie.host = domain
        cookie.isForDomain = true
      case "secure":
        guard Self.isSecure(address) else { return }
        cookie.isSecure = true
      case "max-age": isOver = isOver || (Int(value).map { $0 <= 0 } ?? false)
      case "expires": isOver = isOver || value.contains("1970")
      default: break
      }
    }
    cookies.removeAll {
      $0.name == cookie.name && $0.host == cookie.host && $0.path == cookie.path
    }
    if !isOver { cookies.append(cookie) }
  }

  /// The `Cookie` line for a request; longer paths first.
  package func line(for address: WebAddress) -> String? {
    let isSecure = Self.isSecure(address)
    let fitting = cookies.filter { cookie in
      let isHost =
        cookie.isForDomain
        ? Self.isHost(address.host, within: cookie.host) : cookie.host == address.host
      let isPath =
        address.path == cookie.path
        || address.path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/")
      return isHost && isPath && (!cookie.isSecure || isSecure)
    }.sorted { $0.path.count > $1.path.count }
    if fitting.isEmpty { return nil }
    return fitting.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// RFC 6265 §5.1.3: an IP address has no hosts below it, and is not below another host.
  private static func isHost(_ host: String, within domain: String) -> Bool {
    if host == domain { return true }
    let isAddress = host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? false
    return !isAddress && host.hasSuffix("." + domain)
  }

  /// Browsers trust the loopback as they trust HTTPS.
  private static func isSecure(_ address: WebAddress) -> Bool {
    address.scheme == "https" || HostName.isLoopback(address.host)
  }

  private static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func trimmed(_ text: Substring) -> String {
    String(Substring(text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }))
  }

  // MARK: In a file

  /// The jar as JSON: what `--cookie-jar` keeps.
  package var json: JSONValue {
    JSONValue(
      .array(
        cookies.map {
          [
            "host": JSONValue(.string($0.host)), "domain": JSONValue(.bool($0.isForDomain)),
            "secure": JSONValue(.bool($0.isSecure)), "path": JSONValue(.string($0.path)),
            "name": JSONValue(.string($0.name)),
            "value": JSONValue(.string($0.value)),
          ]
        }))
  }

  /// `nil` if the JSON is not a cookie jar.
  package init?(json: JSONValue) {
    guard let list = json.arrayValue else { return nil }
    for entry in list {
      guard let host = entry["host"]?.stringValue, let path = entry["path"]?.stringValue,
        let name = entry["name"]?.stringValue, let value = entry["value"]?.stringValue
      else { return nil }
      cookies.append(
        Cookie(
          host: host, isForDomain: entry["domain"]?.boolValue ?? false,
          isSecure: entry["secure"]?.boolValue ?? false, path: path, name: name, value: value))
    }
  }
}
