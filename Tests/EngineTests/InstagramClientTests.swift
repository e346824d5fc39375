import JOSE
import Testing

/// Instagram as the clients of its time speak to it, and those of its successor.
@Suite("Instagram's clients")
struct InstagramClientTests {
  private static let id = "c0ffee00c0ffee00c0ffee00c0ffee00"
  private static let at = "/instagram/oauth/access_token"
  private static let api = "/instagram/v1/users/self"

  private static func code(_ visitor: Visitor, _ more: String = "") throws -> String {
    visitor.open(
      "/instagram/oauth/authorize?client_id=\(id)&redirect_uri=\(TokenTranscriptTests.back)"
        + "&response_type=code\(more)")
    visitor.submit(["username": "alice", "password": "wonderland"])
    return try visitor.submit(["allow": "Authorize"]).parameter("code")
  }

  private static func body(_ code: String) -> [UInt8] {
    Array(
      ("client_id=\(id)&client_secret=\(TokenTranscriptTests.secret)&grant_type=authorization_code"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&code=\(code)").utf8)
  }

  /// As python-instagram signs: the path below the version, and the parameters by name.
  private static func signature(_ path: String, _ parameters: [String]) -> String {
    let text = ([path] + parameters.sorted()).joined(separator: "|")
    let code = HMAC.sha256(
      key: Array(TokenTranscriptTests.secret.utf8), message: Array(text.utf8))
    let digits = Array("0123456789abcdef")
    return String(code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  @Test("python-instagram gets its token by a body without a type, and signs its calls")
  func python() throws {
    let visitor = try Visitor("instagram")
    let code = try Self.code(visitor)
    visitor.begin()
    try visitor.call(.post, Self.at, body: Self.body(code))
    let token = try visitor.member("access_token")
    let agent = [("User-Agent", "Python OAuth2 Client")]
    func ask(_ path: String, _ signed: String, _ more: [String] = []) throws -> Int {
      let parameters = ["access_token=\(token)"] + more
      let query = parameters.joined(separator: "&")
      let sig = Self.signature(signed, parameters)
      return try visitor.call(.get, "\(Self.api)\(path)?\(query)&sig=\(sig)", agent).status
    }
    #expect(try ask(".json", "/users/self.json") == 200)
    #expect(visitor.page.contains("\"username\":\"alice\""))
    #expect(try ask(".json", "/users/self.json", ["count=2"]) == 200)
    #expect(try ask("", "/users/self") == 200)
    #expect(try ask("/", "/users/self") == 200)
    for (path, signed) in [
      (".json", "/users/self"), ("", "/users/self.json"), (".json", "/v1/users/self.json"),
    ] {
      #expect(try ask(path, signed) == 403)
      #expect(visitor.page.contains("Signature does not match"))
    }
    #expect(try visitor.call(.get, "\(Self.api).json?access_token=\(token)").status == 200)
    try TranscriptTests.compare("instagram-python", visitor)
  }

  @Test("a body without a type is a form, or none, or refused: whichever quirk is on")
  func untyped() throws {
    for (with, without, sentence) in [
      ([], [], nil), (["untyped-body-is-no-body"], [], "You must provide a client_id"),
      ([], ["untyped-body-is-a-form"], "Invalid request"),
    ] as [([String], [String], String?)] {
      let visitor = try Visitor("instagram", with: with, without: without)
      let code = try Self.code(visitor)
      try visitor.call(.post, Self.at, body: Self.body(code))
      #expect(visitor.status == (sentence == nil ? 200 : 400), "\(visitor.page)")
      if let sentence { #expect(try visitor.member("error_message") == sentence) }
    }
    // Another type says what the body is not.
    let visitor = try Visitor("instagram")
    let code = try Self.code(visitor)
    for type in ["application/json", "text/plain"] {
      try visitor.call(.post, Self.at, [("Content-Type", type)], body: Self.body(code))
      #expect(visitor.status == 400)
      #expect(try visitor.member("error_message") == "You must provide a client_id")
    }
  }

  @Test("the successor's scopes are known beside the old ones, with either mark between them")
  func scopes() throws {
    for scope in [
      "user_profile", "user_profile,user_media", "basic+user_media", "likes,comments",
      "basic%20likes",
    ] { #expect(try !Self.code(Visitor("instagram"), "&scope=\(scope)").isEmpty, "\(scope)") }
    for (without, scope) in [
      ([], "user_posts"), (["basic-display-scopes"], "user_profile"),
      (["basic-display-scopes"], "likes,comments"),
    ] {
      let visitor = try Visitor("instagram", without: without).open(
        "/instagram/oauth/authorize?client_id=\(Self.id)&redirect_uri=\(TokenTranscriptTests.back)"
          + "&response_type=code&scope=\(scope)")
      #expect(visitor.page.contains("Invalid scope field(s): \(scope)"), "\(visitor.page)")
    }
  }
}
