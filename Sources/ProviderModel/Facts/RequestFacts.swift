import Basics
import HTTPTypes

/// A request as a template sees it.
package struct RequestFacts: Sendable, Codable {
  package let method: String
  /// Below the base, still encoded.
  package let path: String
  package let rawQuery: String
  /// The Authorization header, at endpoints that programs call.
  package let authorization: String?
  /// The SHA-256 of the client's certificate, in base64url (RFC 8705 §3.1).
  package let certificate: String?
  private let headers: Headers

  package init(
    method: String, path: String, rawQuery: String, authorization: String? = nil,
    certificate: String? = nil, headers: Headers = Headers()
  ) {
    self.headers = headers
    self.certificate = certificate
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.authorization = authorization
  }

  /// The headers that hold secrets. Templates can't read them.
  static let secretHeaders = ["authorization", "proxy-authorization", "cookie", "dpop"]

  /// A header of the request; of several fields of one name their values as a list (RFC 9110 §5.3).
  /// - Parameter name: In lower case.
  func header(_ name: String) -> String? {
    guard !Self.secretHeaders.contains(name) else { return nil }
    return HTTPField.Name(name).flatMap { headers[$0] }
  }
}
