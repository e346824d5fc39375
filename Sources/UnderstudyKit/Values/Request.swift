package import Basics
internal import HTTPTypes

extension Sandbox {
  /// A request: one to send, or one that the journal has kept.
  ///
  /// ```swift
  /// let response = sandbox.respond(
  ///   to: .init("https://oauth.vk.com/access_token", form: ["client_id": "753197", "code": "old"]))
  /// ```
  public struct Request: Sendable, Equatable, CustomStringConvertible {
    /// `GET`, `POST`, …
    public var method: String
    /// `http` or `https`.
    public var scheme: String
    /// Host and port, as in the `Host` field.
    public var authority: String
    /// Path and query, as they stand in the request line.
    public var target: String
    /// The header fields.
    public var headers: Headers
    /// The body as text. The journal keeps 16 KiB of it.
    public var body: String
    /// The certificate that the client shows in the TLS handshake, in DER; `nil` for none. The journal does not keep it.
    public var clientCertificate: [UInt8]?

    /// Makes a request.
    /// - Parameters:
    ///   - url: An absolute address, such as `https://oauth.vk.com/authorize?…`.
    ///   - method: `GET`, `POST`, …
    ///   - headers: The header fields, without `Host`.
    ///   - body: The body, as it is sent.
    public init(_ url: String, method: String = "GET", headers: Headers = [:], body: String = "") {
      let (scheme, rest) = Self.cut(url, at: "://")
      let split = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
      let target = rest[split...].prefix { $0 != "#" }
      self.method = method
      self.scheme = String(scheme)
      authority = String(rest[..<split])
      self.target = target.hasPrefix("/") ? String(target) : "/" + target
      self.headers = headers
      self.body = body
    }

    /// Makes a request with a form (`application/x-www-form-urlencoded`) as its body.
    /// - Parameters:
    ///   - url: An absolute address.
    ///   - method: Mostly `POST`.
    ///   - headers: The header fields, without `Host` and `Content-Type`.
    ///   - form: Names and values, in order.
    public init(
      _ url: String, method: String = "POST", headers: Headers = [:],
      form: KeyValuePairs<String, String>
    ) {
      let body = QueryStyle().encode(form.map { (name: $0.key, value: $0.value) })
      let type = Headers.Field("Content-Type", "application/x-www-form-urlencoded")
      self.init(url, method: method, headers: .init(Array(headers) + [type]), body: body)
    }

    private static func cut(_ text: String, at mark: String) -> (Substring, Substring) {
      guard let range = text.firstRange(of: mark) else { return ("https", text[...]) }
      return (text[..<range.lowerBound], text[range.upperBound...])
    }

    /// The whole address.
    public var url: String { "\(scheme)://\(authority)\(target)" }
    /// The path, still percent-encoded.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The query, still percent-encoded; `nil` if there is no query.
    public var query: String? {
      target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
    /// The decoded parameters of query and form; of a name that stands twice the last one.
    ///
    /// In the journal secrets are hidden: equal ones look equal.
    public var parameters: [String: String] {
      let isForm = headers["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true
      let list =
        Parameters(formEncoded: (query ?? "")[...]).list
        + (isForm ? Parameters(formEncoded: body[...]).list : [])
      return Dictionary(list.map { ($0.name, $0.value) }) { $1 }
    }
    /// Method and address in one line.
    public var description: String { "\(method) \(url)" }

    package var message: Basics.Request {
      var message = Basics.Request(
        method: HTTPRequest.Method(method) ?? .get, scheme: scheme, authority: authority,
        target: target, headers: headers.message, body: Array(body.utf8))
      // Only TLS has certificates.
      if scheme == "https" { message.clientCertificate = clientCertificate }
      return message
    }
  }
}
