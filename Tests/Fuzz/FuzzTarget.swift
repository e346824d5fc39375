// What the fuzzer looks for is more than a crash: each target reads an input and holds what was read against what must
// be so of it. `make fuzz` makes inputs without end; `SeedTests` tries those that stand in `seeds` in every test run.

/// A reader that meets bytes from outside, and the properties that hold for whatever it reads.
enum FuzzTarget: String, CaseIterable {
  case answers, basic, certificates, cookies, dates, fixtures, form, house, html, journal, json, jwk
  case jws, multipart, networks, patterns, proxy, query, redactor, serve, templates, uri
  case x509

  /// - Throws: `Broken` where a property does not hold. A crash speaks for itself.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .answers: try AnswerProperties.check(bytes)
    case .basic: try BasicProperties.check(bytes)
    case .certificates: try CertificateProperties.check(bytes)
    case .cookies: try CookieProperties.check(bytes)
    case .dates: try DateProperties.check(bytes)
    case .fixtures: try FixtureProperties.check(bytes)
    case .form: try FormProperties.check(form: bytes)
    case .house: try HouseProperties.check(bytes)
    case .html: try HTMLProperties.check(text(bytes))
    case .journal: try JournalProperties.check(bytes)
    case .json: try JSONProperties.check(bytes)
    case .jwk: try JWKProperties.check(bytes)
    case .jws: try JWSProperties.check(bytes)
    case .multipart: try MultipartProperties.check(bytes)
    case .networks: try NetworkProperties.check(text(bytes))
    case .patterns: try PatternProperties.check(text(bytes))
    case .proxy: try ProxyProperties.check(bytes)
    case .query: try FormProperties.check(query: text(bytes))
    case .redactor: try RedactorProperties.check(bytes)
    case .serve: try ServeProperties.check(bytes)
    case .templates: try TemplateProperties.check(text(bytes))
    case .uri: try URIProperties.check(text(bytes))
    case .x509: try X509Properties.check(bytes)
    }
  }

  /// Whether all that an input takes is given back at its end. The examiner's server goes on, and its threads work
  /// meanwhile.
  var frees: Bool { self != .serve }

  /// Where a reader takes text, the transport has seen to it that it is some.
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
