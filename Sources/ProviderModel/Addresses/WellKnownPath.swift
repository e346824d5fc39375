import Basics

/// The two forms of a well-known address: below the path that it describes, and with that path inserted behind the name
/// (RFC 8414 §3.1, RFC 9728 §3.1).
package enum WellKnownPath {
  private static let start = "/.well-known/"
  /// Where a browser looks for the FedCM identity provider of a host.
  package static let webIdentity = "/.well-known/web-identity"

  /// `/PATH/.well-known/NAME/REST` as `/.well-known/NAME/PATH/REST`, in a URL. Other URLs stay unchanged.
  package static func inserted(_ url: String) -> String {
    let uri = URIReference(url)
    let segments = uri.path.split(separator: "/", omittingEmptySubsequences: false)
    guard let place = segments.firstIndex(of: ".well-known"), place > 1,
      segments.indices.contains(place + 1)
    else { return url }
    let moved =
      segments[..<1] + segments[place...(place + 1)] + segments[1..<place]
      + segments[(place + 2)...]
    return "\(uri.scheme)://\(uri.authority)" + moved.joined(separator: "/")
      + (uri.query.map { "?\($0)" } ?? "")
  }

  /// `/.well-known/NAME/PROVIDER/REST` as `/PROVIDER/.well-known/NAME/REST`. Other paths stay unchanged.
  package static func uninserted(_ path: String) -> String {
    guard path.utf8.starts(with: start.utf8) else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count > 3 else { return path }
    let moved = [segments[0], segments[3]] + segments[1...2] + segments[4...]
    return moved.joined(separator: "/")
  }
}
