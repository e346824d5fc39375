import HTTPTypes

extension HTTPField.Name {
  package static let contentTypeOptions = named("X-Content-Type-Options")
  package static let pragma = named("Pragma")
  package static let referrerPolicy = named("Referrer-Policy")
  /// How a client came to a proxy (RFC 7239), and what they sent before there was a standard.
  package static let forwarded = named("Forwarded")
  package static let xForwardedProto = named("X-Forwarded-Proto")
  /// Which rule has made an answer.
  package static let understudyRule = named("Understudy-Rule")
  /// The number of the journal's entry about an exchange.
  package static let understudyExchange = named("Understudy-Exchange")
  /// Which sandbox is meant.
  package static let understudySandbox = named("Understudy-Sandbox")

  /// These are names: that it can fail is for what comes from outside.
  private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }
}
