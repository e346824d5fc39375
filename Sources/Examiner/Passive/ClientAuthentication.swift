import Basics

/// How a request authenticates the client (RFC 6749 §2.3).
struct ClientAuthentication {
  enum Method: Sendable { case header, secret, assertion, certificate }

  let methods: [Method]

  init(_ sent: Sent) {
    var methods: [Method] = []
    if sent.authorization != nil { methods.append(.header) }
    if sent.value("client_secret") != nil { methods.append(.secret) }
    if sent.value("client_assertion") != nil { methods.append(.assertion) }
    if sent.exchange.request.clientCertificate != nil { methods.append(.certificate) }
    self.methods = methods
  }

  /// The names that a registration has for a way (RFC 7591 §2, RFC 8705 §2, OpenID Connect Core §9).
  static func names(_ method: Method?) -> [String] {
    switch method {
    case .header: ["client_secret_basic"]
    case .secret: ["client_secret_post"]
    case .assertion: ["private_key_jwt", "client_secret_jwt"]
    case .certificate: ["tls_client_auth", "self_signed_tls_client_auth"]
    case nil: ["none"]
    }
  }

  /// The names that a registration has for what a request used.
  var names: [String] {
    methods.isEmpty ? Self.names(nil) : methods.flatMap(Self.names)
  }

  /// Whether a request authenticates by one method, and by one of these.
  func isOne(of allowed: [String]) -> Bool {
    methods.count < 2 && names.contains(where: allowed.contains)
  }

  /// What a request used, in words.
  var shown: String {
    methods.isEmpty ? "none" : methods.map(Self.shown).joined(separator: " and ")
  }

  static func shown(_ method: Method) -> String {
    switch method {
    case .header: "the Authorization header"
    case .secret: "client_secret"
    case .assertion: "client_assertion"
    case .certificate: "a certificate"
    }
  }

  /// Id and secret of Basic credentials, still encoded, or `nil` if the request has none or they are redacted.
  static func basic(_ sent: Sent) -> (id: String, secret: String)? {
    guard let line = sent.authorization, sent.scheme == "basic" else { return nil }
    let text = line.drop { $0 != " " }.drop { $0 == " " }
    // Padding may be left out; a server that minds says so itself.
    guard let bytes = Base64.decode(padded(String(text))),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }
}
