/// A request as a template sees it.
package struct RequestFacts: Sendable {
  package let method: String
  /// Below the base, still encoded.
  package let path: String
  package let rawQuery: String
  /// The Authorization header, at endpoints that programs call.
  package let authorization: String?
  /// The SHA-256 of the client's certificate, in base64url (RFC 8705 §3.1).
  package let certificate: String?

  package init(
    method: String, path: String, rawQuery: String, authorization: String? = nil,
    certificate: String? = nil
  ) {
    self.certificate = certificate
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.authorization = authorization
  }
}
