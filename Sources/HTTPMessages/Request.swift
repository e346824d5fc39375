import HTTPTypes

/// One HTTP request as the engine sees it: whole, in memory, with nothing decoded.
public struct Request: Sendable, Equatable {
  public var method: HTTPRequest.Method
  /// `http` or `https`: how the client reached us.
  public var scheme: String
  /// The `Host` header, verbatim with its port; empty when the client sent none.
  public var authority: String
  /// The request target as it stood in the request line: path and query, still percent-encoded.
  /// Bytes outside ASCII have been percent-encoded by the transport, so nothing is lost.
  public var target: String
  public var headers: Headers
  public var body: [UInt8]
  /// The certificate that the client showed, in DER; nil where none was asked for, or none shown. Nobody has checked it:
  /// that it is the client's own key is all that TLS proves.
  public var clientCertificate: [UInt8]?

  public init(
    method: HTTPRequest.Method = .get,
    scheme: String = "http",
    authority: String,
    target: String,
    headers: Headers = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.headers = headers
    self.body = body
  }
}
