import Basics
import HTTPTypes
import ProviderModel
import Testing

/// What a resource asks of a token beside its being good, and whose things it shows.
@Suite("A resource")
struct ResourceTests {
  /// The standard provider, whose userinfo is for another audience.
  static func text(audience: String) -> String {
    Engine.text("providers/standard.json").replacingAll(
      #""audience": ["{{> issuer}}", "{{links.userinfo}}"]"#,
      with: "\"audience\": \"\(audience)\"")
  }

  @Test("that is one of several audiences refuses a token that is for others")
  func audience() throws {
    let text = Self.text(audience: "https://api.example.test")
    #expect(text.contains("\"audience\": \"https://api.example.test\""))
    let visitor = try Visitor("standard", cast: ClaimTranscriptTests.cast, text: text)
    func call(_ resources: String) throws -> Condition? {
      visitor.open(
        "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
          + "&response_type=code&scope=openid\(resources)")
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": visitor.parameter("code"),
          "redirect_uri": TokenTranscriptTests.back,
        ], ClaimTranscriptTests.basic("site"))
      let token = try visitor.member("access_token")
      try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
      return visitor.told.condition
    }
    #expect(try call("&resource=urn:example:files") == .tokenOtherAudience)
    #expect(visitor.status == 401)
    #expect(visitor.headers[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
    #expect(try call("&resource=https://api.example.test") == nil)
    #expect(try call("&resource=urn:example:files&resource=https://api.example.test") == nil)
    #expect(try call("") == nil, "the client's own audiences")
  }

  @Test("takes the registered audiences of a client only where its endpoint says so")
  func registered() throws {
    let other = Self.text(audience: "https://other.example.test")
    for (text, condition) in [
      (other, nil),
      (other.replacingAll(", \"registered_audiences\": true", with: ""), .tokenOtherAudience),
    ] as [(String, Condition?)] {
      let visitor = try Visitor("standard", cast: ClaimTranscriptTests.cast, text: text)
      visitor.open(
        "/standard/authorize?client_id=site&redirect_uri=\(TokenTranscriptTests.back)"
          + "&response_type=code&scope=openid")
      try visitor.post(
        "/standard/token",
        [
          "grant_type": "authorization_code", "code": visitor.parameter("code"),
          "redirect_uri": TokenTranscriptTests.back,
        ], ClaimTranscriptTests.basic("site"))
      let token = try visitor.member("access_token")
      try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
      #expect(visitor.told.condition == condition)
    }
  }

  @Test("keeps as many items as its fixture says, the last ones, and each person's apart")
  func collection() throws {
    let visitor = try Visitor("azure-ad-b2c")
    func token(_ username: String, _ password: String) throws -> [(String, String)] {
      try visitor.post(
        "\(TokenTranscriptTests.tenant)/oauth2/v2.0/token?p=B2C_1_signupsignin",
        [
          "grant_type": "password", "client_id": TokenTranscriptTests.web,
          "client_secret": TokenTranscriptTests.secret, "username": username,
          "password": password, "scope": TokenTranscriptTests.read,
        ])
      return [("Authorization", "Bearer \(try visitor.member("access_token"))")]
    }
    let (alice, bob) = (try token("alice", "wonderland"), try token("bob", "builder"))
    let tasks = "/azure-ad-b2c/api/tasks"
    func texts(_ bearer: [(String, String)]) throws -> [String] {
      try visitor.call(.get, tasks, bearer)
      let list = try JSONReader().read(Array(visitor.page.utf8), file: "tasks").root.arrayValue
      return try #require(list).compactMap { $0["Text"]?.stringValue }
    }
    for number in 1...20 {
      try visitor.post(tasks, ["Text": "\(number)"], alice)
      #expect(try visitor.member("Text") == "\(number)", "each answer has its own item")
    }
    #expect(try texts(alice) == (1...20).map(String.init))
    try visitor.post(tasks, ["Text": "21"], alice)
    #expect(try texts(alice) == (2...21).map(String.init))
    #expect(try texts(bob).isEmpty)
  }

  @Test("takes no signature but the one of its call, and needs none")
  func signature() throws {
    let visitor = try Visitor("instagram")
    visitor.open(
      "/instagram/oauth/authorize/?client_id=c0ffee00c0ffee00c0ffee00c0ffee00"
        + "&redirect_uri=\(TokenTranscriptTests.back)&response_type=token")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["allow": "Authorize"])
    let token = try visitor.parameter("access_token")
    let at = "/instagram/v1/users/self/?access_token=\(token)"
    func call(_ more: String) throws -> Condition? {
      try visitor.call(.get, at + more)
      return visitor.told.condition
    }
    #expect(try call("") == nil, "no signature is asked for")
    for wrong in ["", "00", String(repeating: "0", count: 64)] {
      #expect(try call("&sig=\(wrong)") == .signatureWrong, "\(wrong)")
      #expect(visitor.status == 403)
    }
  }
}
