import Basics
import UserAgent

/// Where a provider answers, as paths below the address of a sandbox: what a client under examination is told.
struct ShownProvider: Sendable {
  struct Endpoint: Sendable {
    var name: String
    var kind: String
    var path: String
  }

  var endpoints: [Endpoint]
  /// What its metadata say of it (RFC 8414 §2; OIDC Discovery §3); `nil` where it publishes none.
  var metadata: Metadata?

  struct Metadata: Sendable {
    var path: String
    var issuer: String
    var keys: String?
  }

  /// Where metadata are (RFC 8615): the name of the endpoint is the fixture's own affair.
  var wellKnown: [String] { endpoints.map(\.path).filter { $0.contains("/.well-known/") } }

  /// By the name that our fixtures use, else the first of that kind.
  func path(_ name: String) -> String? {
    (endpoints.first { $0.name == name } ?? endpoints.first { $0.kind == name })?.path
  }
}

extension ShownProvider.Metadata {
  /// - Parameters:
  ///   - document: as it was served at `path`.
  /// - Returns: `nil` where the document names no issuer.
  init?(_ document: JSONValue, at path: String) {
    func place(_ name: String) -> String? {
      guard let text = document[name]?.stringValue, let address = WebAddress(text) else {
        return nil
      }
      return String(text.dropFirst(address.origin.utf8.count))
    }
    guard let issuer = place("issuer") else { return nil }
    (self.path, self.issuer, keys) = (path, issuer, place("jwks_uri"))
  }
}
