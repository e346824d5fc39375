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

  /// - Returns: `nil` if the text has another form.
  package init?(_ text: String) {
    let uri = URIReference(text)
    let query = Parameters(formEncoded: uri.query ?? "")
    authority = query.last("ca")
    func number(_ text: some StringProtocol) -> Int? {
      Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil }
    }
    let scheme = uri.scheme.lowercased()
    switch scheme {
    case "unix":
      guard uri.path.hasPrefix("/"), uri.path.count > 1 else { return nil }
      place = .path(String(uri.path))
    case "redis", "rediss":
      isSecure = scheme == "rediss"
      var authority = String(uri.authority)
      if let at = authority.lastIndex(of: "@") {
        let halves = authority[..<at].split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = PercentCoding.decode(halves[0], plusIsSpace: false) else { return nil }
        if halves.count == 2 {
          guard let password = PercentCoding.decode(halves[1], plusIsSpace: false) else {
            return nil
          }
          self.user = user.isEmpty ? nil : user
          self.password = password
        } else {
          password = user
        }
        authority = String(authority[authority.index(after: at)...])
      }
      var port = 6379
      if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
        guard let given = number(authority[authority.index(after: colon)...]), given > 0 else {
          return nil
        }
        port = given
        authority = String(authority[..<colon])
      }
      if authority.hasPrefix("["), authority.hasSuffix("]") {
        authority = String(authority.dropFirst().dropLast())
      }
      place = .host(authority.isEmpty ? "127.0.0.1" : authority, UInt16(port))
      let path = uri.path.drop { $0 == "/" }
      if !path.isEmpty {
        guard let given = number(path) else { return nil }
        database = given
      }
    default: return nil
    }
    if let text = query.last("db") {
      guard let given = number(text) else { return nil }
      database = given
    }
  }

  /// Without the password.
  package var shown: String {
    switch place {
    case .host: "\(isSecure ? "rediss" : "redis")://\(place.text)/\(database)"
    case .path(let path): "unix://\(path)"
    }
  }
}
