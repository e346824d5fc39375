import Basics

/// The origin by which browsers reach the server where something stands in front of it: a proxy that ends TLS, say.
///
/// Own URLs take their scheme and authority from the request, and plain HTTP is all that we see: an answer to a
/// request for this authority has the public scheme instead.
package struct PublicURL: Sendable, Equatable, CustomStringConvertible {
  package let scheme: String
  /// Without the scheme's default port.
  package let authority: String

  /// Reads `https://mock.example` or `http://mock.example:8400`; `nil` for anything that is more than an origin.
  package init?(_ text: String) {
    let lower = text.lowercased()
    guard let scheme = ["http", "https"].first(where: { lower.hasPrefix("\($0)://") }) else {
      return nil
    }
    var rest = lower.dropFirst(scheme.count + 3)
    if rest.last == "/" { rest = rest.dropLast() }
    let allowed = rest.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x3A).contains(byte) || "-._[]".utf8.contains(byte)
    }
    guard allowed, !HostName.name(of: String(rest)).isEmpty else { return nil }
    self.scheme = scheme
    authority = Self.short(String(rest), scheme)
  }

  package var description: String { "\(scheme)://\(authority)" }

  /// Whether a request's `Host` names this origin.
  package func isAuthority(of host: String) -> Bool {
    Self.short(host.lowercased(), scheme) == authority
  }

  private static func short(_ authority: String, _ scheme: String) -> String {
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }
}
