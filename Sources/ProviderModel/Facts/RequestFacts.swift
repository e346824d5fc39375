/// A request as a template sees it.
public struct RequestFacts: Sendable {
  public let method: String
  /// Below the base, still encoded.
  public let path: String
  public let rawQuery: String
  /// The Authorization header, at endpoints that programs call.
  public let authorization: String?
  /// The SHA-256 of the client's certificate, in base64url (RFC 8705 §3.1).
  public let certificate: String?

  public init(
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
