import HTTPMessages

/// How a client came, as what stands in front says it (RFC 7239, or the older fields that proxies set).
///
/// Believed of trusted addresses alone: of anyone else's it would decide what our own URLs are.
struct ForwardedRequest {
  private var scheme: String?
  private var authority: String?

  init(_ headers: Headers) {
    if let field = headers.first(.forwarded) {
      // The first element is what the proxy nearest to the client says.
      for pair in field.prefix(while: { $0 != "," }).split(separator: ";") {
        let halves = pair.split(separator: "=", maxSplits: 1)
        guard halves.count == 2 else { continue }
        let value = halves[1].trimmed.filter { $0 != "\"" }
        switch halves[0].trimmed.lowercased() {
        case "proto": scheme = value
        case "host": authority = value
        default: break
        }
      }
    } else {
      scheme = headers.first(.xForwardedProto).map(Self.first)
      authority = headers.first(.xForwardedHost).map(Self.first)
    }
  }

  private static func first(_ list: String) -> String {
    String(list.prefix { $0 != "," }.trimmed)
  }

  func apply(to request: inout Request) {
    if let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https" {
      request.scheme = scheme
    }
    if let authority, Array(authority.utf8).withUnsafeBytes(Host.isValid) {
      request.authority = authority
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
    let start = drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return start[...last]
  }
}
