import Basics
import JOSE
import ProviderModel
import Testing

/// Requests that are signed with the client's secret, and what is said of a wrong signature.
@Suite("A signature")
struct SignedRequestTests {
  private static let scheme = "http://www.worldcat.org/wskey/v2/hmac/v1"
  private static let web = RequestSignatureTests.web.key
  private static let mobile = "MobileClientKey" + String(repeating: "0", count: 65)
  private static let target = RequestSignatureTests.target

  /// What OCLC's clients sign, by hand.
  private static func signature(
    of client: String, _ secret: String, at now: Int, nonce: String = "n"
  ) -> String {
    let text = [
      client, String(now), nonce, "", "POST", "www.oclc.org", "443", "/wskey",
      "grant_type=client_credentials", "scope=WMS_NCIP", "",
    ].joined(separator: "\n")
    return Base64.encode(HMAC.sha256(key: Array(secret.utf8), message: Array(text.utf8)))
  }

  private func call(_ visitor: Visitor, _ fields: String) throws -> Condition? {
    try visitor.call(
      .post, Self.target,
      [("Authorization", "\(Self.scheme) \(fields)"), ("Accept", "application/json")])
    return visitor.condition
  }

  private static func fields(
    _ client: String = web, now: Int, _ signature: String
  ) -> [String] {
    [
      "clientId=\"\(client)\"", "timestamp=\"\(now)\"", "nonce=\"n\"", "signature=\"\(signature)\"",
    ]
  }

  @Test("stands in fields that blanks, tabs and commas part", arguments: [", ", ",", "\t", " ,\t"])
  func separators(_ separator: String) throws {
    let visitor = try Visitor("oclc")
    let signature = Self.signature(of: Self.web, StandardVisitor.secret, at: visitor.now)
    let fields = Self.fields(now: visitor.now, signature).joined(separator: separator)
    #expect(try call(visitor, fields) == nil)
    #expect(visitor.told.client == Self.web)
  }

  @Test("is missing without a client, a signature, or quotes around them")
  func missing() throws {
    let visitor = try Visitor("oclc")
    let good = Self.fields(
      now: visitor.now, Self.signature(of: Self.web, StandardVisitor.secret, at: visitor.now))
    let bare = "clientId=x" + good[0].dropFirst("clientId=\"".count)
    for fields in [
      [], Array(good[1...]), Array(good[..<3]), ["clientId=\"\""] + good[1...],
      good[..<3] + ["signature=\"\""], [bare] + good[1...], ["=\"x\""] + good,
      ["clientId"] + good[1...],
    ] {
      #expect(try call(visitor, fields.joined(separator: ", ")) == .signatureMissing, "\(fields)")
      #expect(visitor.status == 401)
    }
    #expect(try call(visitor, good.joined(separator: ", ")) == nil)
  }

  @Test("of a client without a secret is wrong, whatever it was made with")
  func noSecret() throws {
    let visitor = try Visitor("oclc")
    for secret in ["", StandardVisitor.secret] {
      let signature = Self.signature(of: Self.mobile, secret, at: visitor.now)
      let fields = Self.fields(Self.mobile, now: visitor.now, signature)
      #expect(try call(visitor, fields.joined(separator: ", ")) == .signatureWrong)
    }
    let unknown = Self.fields("nobody", now: visitor.now, "x").joined(separator: ", ")
    #expect(try call(visitor, unknown) == .clientUnknown)
  }

  @Test("beside another client in the parameters is refused, and beside the same one is good")
  func repeated() throws {
    let visitor = try Visitor("oclc")
    let signature = Self.signature(of: Self.web, StandardVisitor.secret, at: visitor.now)
    let fields = Self.fields(now: visitor.now, signature).joined(separator: ", ")
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    for (form, condition) in [
      ("client_id=\(Self.mobile)", .clientAuthRepeated), ("client_secret=x", .clientAuthRepeated),
      ("client_id=\(Self.web)", nil),
    ] as [(String, Condition?)] {
      try visitor.call(
        .post, Self.target, [("Authorization", "\(Self.scheme) \(fields)"), type],
        body: Array(form.utf8))
      #expect(visitor.condition == condition, "\(form) \(visitor.page)")
    }
  }

  @Test("that is wrong is told with the text that is to be signed, on one line and without secrets")
  func words() throws {
    let visitor = try Visitor("oclc")
    let fields = Self.fields(now: visitor.now, "x").joined(separator: ", ")
    #expect(try call(visitor, fields) == .signatureWrong)
    #expect(
      visitor.told.why
        == "the signature is not that of \(Self.web)⏎\(visitor.now)⏎n⏎⏎POST⏎www.oclc.org⏎443⏎"
        + "/wskey⏎grant_type=client_credentials⏎scope=WMS_NCIP⏎")
    let (instagram, token) = try Self.instagram()
    try instagram.call(
      .get, "/instagram/v1/users/self/?access_token=\(token)&a=1&sig=00")
    #expect(instagram.condition == .signatureWrong)
    #expect(
      instagram.told.why
        == "the signature is not that of /users/self|a=1|access_token=‹\(token.utf8.count) characters›"
    )
  }

  private static func instagram(
    _ username: String = "alice"
  ) throws -> (visitor: Visitor, token: String) {
    let visitor = try Visitor("instagram")
    visitor.open(
      "/instagram/oauth/authorize/?client_id=c0ffee00c0ffee00c0ffee00c0ffee00"
        + "&redirect_uri=\(TokenTranscriptTests.back)&response_type=token")
    visitor.submit(["username": username, "password": "wonderland"])
    return (visitor, try visitor.submit(["allow": "Authorize"]).parameter("access_token"))
  }

  @Test("of a call is over its parameters as they are meant, sorted, and in hexadecimal digits")
  func call() throws {
    let (visitor, token) = try Self.instagram()
    let text = "/users/self|a=x y&/é|access_token=\(token)|b=2"
    let mac = HMAC.sha256(key: Array(StandardVisitor.secret.utf8), message: Array(text.utf8))
    let digits = mac.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let at = "/instagram/v1/users/self/?b=2&access_token=\(token)&a=x%20y%26%2F%C3%A9&sig="
    for sent in [digits, digits.uppercased()] {
      #expect(try visitor.call(.get, at + sent).condition == nil)
      #expect(visitor.status == 200)
    }
    #expect(try visitor.call(.get, at + digits.dropLast()).condition == .signatureWrong)
    #expect(
      try visitor.call(.get, at + digits + "&c=3").condition == .signatureWrong,
      "what is added is signed, too")
  }

  @Test("a token that never ends is good for years, and a late person's has expired")
  func endless() throws {
    let (visitor, token) = try Self.instagram()
    visitor.now += 10 * 365 * 86_400
    let at = "/instagram/v1/users/self/?access_token="
    #expect(try visitor.call(.get, at + token).condition == nil)
    let late = try Self.instagram("expired")
    #expect(try late.visitor.call(.get, at + late.token).condition == .tokenExpired)
  }
}
