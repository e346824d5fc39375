import Basics

/// Where a Redis or Valkey is, and how to enter it: `redis://USER:PASSWORD@HOST:PORT/DATABASE`, `rediss://…` for TLS,
/// `unix:///PATH?db=DATABASE`.
package struct RedisAddress: Sendable, Equatable {
  package enum Place: Sendable, Hashable {
    case host(String, UInt16)
    case path(String)

    var text: String {
      switch self {
      case .host(let host, let port): "\(host.contains(":") ? "[\(host)]" : host):\(port)"
      case .path(let path): path
      }
    }
  }

  package var place: Place
  package var user: String?
  package var password: String?
  package var database = 0
  package var isSecure = false
  /// A file with the only certificates to trust; `nil` for those of the system.
  package var authority: String?

  /// A part of a URL that can't be used. It never quotes a user or a password.
  package struct Mistake: Error {
    package let sentence: String
  }

  /// Reads a URL with the scheme `redis`, `rediss` or `unix`.
  package init(_ text: String) throws(Mistake) {
    let uri = URIReference(text)
    let query = Parameters(formEncoded: uri.query ?? "")
    let scheme = uri.scheme.lowercased()
    isSecure = scheme == "rediss"
    let known = isSecure ? ["ca", "db"] : ["db"]
    if let other = query.list.first(where: { !known.contains($0.name) }) {
      let names = known.map { "?\($0)=" }.joined(separator: " and ")
      throw Mistake(sentence: "expected only \(names) in a \(scheme) URL, found ?\(other.name)=")
    }
    authority = query.last("ca")
    if let text = query.last("db") { database = try Self.database(text) }
    if scheme == "unix" {
      let host = String(uri.authority)
      guard host.isEmpty, uri.path.count > 1 else {
        throw Mistake(
          sentence: host.isEmpty
            ? "expected the path of a socket, unix:///PATH, found none"
            : "expected three slashes before a path that begins at the root, unix:///\(host)\(uri.path), found two"
        )
      }
      place = .path(String(uri.path))
      return
    }
    var host = String(uri.authority)
    if let at = host.lastIndex(of: "@") {
      let halves = host[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let names = try halves.map { (half) throws(Mistake) in try Self.name(half) }
      user = names.count == 2 && names[0].isEmpty ? nil : names.first
      password = names.last
      if names.count == 1 { user = nil }
      host = String(host[host.index(after: at)...])
    }
    var port: UInt16 = 6379
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      let text = host[host.index(after: colon)...]
      guard let given = UInt16(text), given > 0 else {
        // Behind an unescaped slash or question mark, the rest of a password stands here: it is not told.
        throw Mistake(
          sentence:
            "expected a port from 1 to 65535 behind the host, found something else. In a password, write %2F for a slash, %3F for a question mark, %23 for # and %40 for @"
        )
      }
      port = given
      host = String(host[..<colon])
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    place = .host(host.isEmpty ? "127.0.0.1" : host, port)
    let path = uri.path.drop { $0 == "/" }
    if !path.isEmpty { database = try Self.database(path) }
  }

  private static func database(_ text: some StringProtocol) throws(Mistake) -> Int {
    guard let number = Int(text), (0...65_535).contains(number) else {
      throw Mistake(sentence: "expected the number of a database, such as 0, found something else")
    }
    return number
  }

  private static func name(_ text: Substring) throws(Mistake) -> String {
    guard let name = PercentCoding.decode(text, plusIsSpace: false) else {
      throw Mistake(sentence: "expected user and password in percent-encoding, with %25 for %")
    }
    return name
  }

  /// Without the password.
  package var shown: String {
    switch place {
    case .host: "\(isSecure ? "rediss" : "redis")://\(place.text)/\(database)"
    case .path(let path): "unix://\(path)"
    }
  }
}
