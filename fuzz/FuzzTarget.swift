// What the fuzzer looks for is more than a crash: each target reads an input and holds what was read against what must
// be so of it. `make fuzz` makes inputs without end; `SeedTests` tries those that stand in `seeds` in every test run.

/// A reader that meets bytes from outside, and the properties that hold for whatever it reads.
enum FuzzTarget: String, CaseIterable {
  case basic, cookies, form, house, json, jwk, jws, multipart, proxy, query, templates, uri

  /// - Throws: `Broken` where a property does not hold. A crash speaks for itself.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .basic: try BasicProperties.check(bytes)
    case .cookies: try CookieProperties.check(bytes)
    case .form: try FormProperties.check(form: bytes)
    case .house: try HouseProperties.check(bytes)
    case .json: try JSONProperties.check(bytes)
    case .jwk: try JWKProperties.check(bytes)
    case .jws: try JWSProperties.check(bytes)
    case .multipart: try MultipartProperties.check(bytes)
    case .proxy: try ProxyProperties.check(bytes)
    case .query: try FormProperties.check(query: text(bytes))
    case .templates: try TemplateProperties.check(text(bytes))
    case .uri: try URIProperties.check(text(bytes))
    }
  }

  /// Where a reader takes text, the transport has seen to it that it is some.
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
