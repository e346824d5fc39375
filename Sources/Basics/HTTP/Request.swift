import HTTPTypes

/// One HTTP request as the engine sees it: whole, in memory, with nothing decoded.
package struct Request: Sendable, Equatable {
  package var method: HTTPRequest.Method
  /// `http` or `https`: how the client reached us.
  package var scheme: String
  /// The `Host` header, verbatim with its port; empty when the client sent none.
  package var authority: String
  /// The request target as it stood in the request line: path and query, still percent-encoded.
  /// Bytes outside ASCII have been percent-encoded by the transport, so nothing is lost.
  package var target: String
  /// The path that the client called, if `target` lacks a part of it: the prefix of a sandbox.
  package var calledPath: String?
  package var headers: Headers
  package var body: [UInt8]
  /// The certificate that the client showed, in DER; nil where none was asked for, or none shown. Nobody has checked it:
  /// that it is the client's own key is all that TLS proves.
  package var clientCertificate: [UInt8]?
  /// The bytes of a certificate that the transport hands on: one more than any that is read.
  package static let mostOfCertificate = (16 << 10) + 1

  package init(
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

/// A request target cut in two: the path, still encoded, and the query behind the first `?`.
package struct RequestTarget: Sendable, Equatable {
  package var path: String
  package var query: String?

  package init(_ target: String) {
    // A fragment has no place in a request target (RFC 9112 §3.2); some clients send one all the same.
    var whole = target
    (path, query) = whole.withUTF8 { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
      func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
      guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
        return (end == bytes.count ? target : text(0..<end), nil)
      }
      return (text(0..<mark), text((mark + 1)..<end))
    }
  }
}
