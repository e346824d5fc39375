import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

@Suite("Grants that end others, and tokens that are nobody's")
struct EarlierGrantTests {
  /// The access token of a new sign-in.
  private func token(_ visitor: Visitor, _ scope: String) throws -> String {
    visitor.authorize("&scope=\(scope)")
    try visitor.redeem()
    return try visitor.member("access_token")
  }

  @Test(
    "end what the person had before, always or with other scopes",
    arguments: [("false", true, true), ("true", false, false), ("\"other_scopes\"", true, false)])
  func ends(_ value: String, _ afterSame: Bool, _ afterOther: Bool) throws {
    var shop = GrantShop()
    shop.code += ", \"ends_earlier\": \(value)"
    let visitor = try shop.visitor()
    let first = try token(visitor, "read")
    let second = try token(visitor, "read")
    #expect(try visitor.isActive(first) == afterSame)
    let third = try token(visitor, "mail%20read")
    #expect(try visitor.isActive(second) == afterOther)
    #expect(try visitor.isActive(third))
  }

  @Test("does not end a grant that another person, or a later sign-in, has")
  func others() throws {
    var shop = GrantShop()
    shop.code += ", \"ends_earlier\": true"
    let visitor = try shop.visitor()
    visitor.authorize()
    let code = try visitor.parameter("code")
    let later = try token(visitor, "read")
    try visitor.tokens([
      "grant_type": "authorization_code", "code": code,
      "redirect_uri": "http://127.0.0.1:7999/cb",
    ])
    // The later grant has ended the code of the earlier one.
    #expect(visitor.condition == .codeUnknown)
    #expect(try visitor.isActive(later))
  }

  @Test("a request without scope may have all scopes of its client")
  func registered() throws {
    var shop = GrantShop()
    shop.scope +=
      #", "default": ["read"], "default_registered": true, "aliases": { "email": "mail" }"#
    let open = try shop.visitor()
    open.authorize()
    try open.redeem()
    #expect(try open.member("scope") == "read")
    shop.client = #", "scopes": ["write", "email"]"#
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    #expect(try visitor.member("scope") == "write mail")
    visitor.authorize("&scope=mail")
    try visitor.redeem()
    #expect(try visitor.member("scope") == "mail")
  }

  @Test("a resource about a person refuses the token of a client that acts for itself")
  func person() throws {
    let visitor = try GrantShop(
      members: #", "people": { "sub": "{{rand:[a-z]{8}}}", "number": "7" }"#,
      endpoints: """
        , "profile": {
          "kind": "resource", "at": "main:/profile", "token": { "header": ["Bearer"], "person": true } }
        """,
      shapes: #", "profile": { "json": { "id": "{{person.number|number}}" } }"#,
      grants: #", "client_credentials": {}"#
    ).visitor()
    try visitor.tokens(["grant_type": "client_credentials"])
    let own = try visitor.member("access_token")
    try visitor.call(.get, "/vk/profile", [("Authorization", "Bearer \(own)")])
    #expect(visitor.status == 401 && visitor.condition == .personMissing)
    #expect(visitor.told.why?.contains("the client app, which acts for itself") == true)
    let person = try token(visitor, "read")
    try visitor.call(.get, "/vk/profile", [("Authorization", "Bearer \(person)")])
    #expect(visitor.page == #"{"id":7}"#)
  }

  @Test("a number that is not there is null")
  func number() throws {
    let visitor = try GrantShop(
      members: #", "people": { "sub": "{{rand:[a-z]{8}}}", "number": "7" }"#,
      endpoints: #", "info": { "kind": "resource", "at": "main:/info" }"#,
      shapes: #"""
        , "info": { "json": {
          "id": "{{person.number|number}}", "maybe": "{{person.number|number?}}", "text": "{{person.number}}" } }
        """#,
      grants: #", "client_credentials": {}"#
    ).visitor()
    try visitor.tokens(["grant_type": "client_credentials"])
    let own = try visitor.member("access_token")
    try visitor.call(.get, "/vk/info", [("Authorization", "Bearer \(own)")])
    #expect(visitor.page == #"{"id":null,"text":""}"#)
  }

  @Test("a response can tell of all limits")
  func rates() throws {
    let visitor = try GrantShop(
      endpoints: """
        , "quota": { "kind": "resource", "at": "main:/quota",
          "rate": [{ "most": 100, "seconds": 900 }, { "most": 1000, "seconds": 86400 }] }
        """,
      shapes: #"""
        , "quota": {
          "headers": { "X-Limit": "{{rates.most|join:,}}", "X-Usage": "{{rates.used|join:,}}" },
          "json": { "left": "{{rates.left}}" } }
        """#
    ).visitor()
    let header = [("Authorization", "Bearer \(try token(visitor, "read"))")]
    for count in 1...2 {
      try visitor.call(.get, "/vk/quota", header)
      func field(_ name: String) -> String? {
        visitor.headers.first { $0.name == name }?.value
      }
      #expect(field("X-Limit") == "100,1000")
      #expect(field("X-Usage") == "\(count),\(count)")
      #expect(visitor.page == "{\"left\":[\"\(100 - count)\",\"\(1000 - count)\"]}")
    }
  }

  @Test("kinds of tokens can have keys of their own, which are published and stay the same")
  func separate() throws {
    func keys() throws -> [String] {
      let visitor = try Visitor("cognito")
      visitor.open(
        "/cognito/oauth2/authorize?client_id=understudy0123456789webapp&response_type=code"
          + "&redirect_uri=http://127.0.0.1:7999/cb&scope=openid")
      visitor.submit(["username": "alice", "password": "wonderland"])
      try visitor.post(
        "/cognito/oauth2/token",
        [
          "grant_type": "authorization_code", "code": try visitor.parameter("code"),
          "redirect_uri": "http://127.0.0.1:7999/cb", "client_id": "understudy0123456789webapp",
          "client_secret": "understudy-secret-0123456789",
        ])
      let access = try visitor.member("access_token")
      let signers = [
        try JWS.parse(try visitor.member("id_token")).kid, try JWS.parse(access).kid,
      ].compactMap(\.self)
      try visitor.call(
        .get, "/cognito/oauth2/userInfo", [("Authorization", "Bearer \(access)")])
      #expect(visitor.status == 200)
      visitor.open(
        "/cognito/cognito-idp.us-east-1.amazonaws.com/us-east-1_UnderStdy/.well-known/jwks.json"
      )
      let set = try JSONReader().read(Array(visitor.page.utf8), file: "").root["keys"]
      let published = set?.arrayValue?.compactMap { $0["kid"]?.stringValue }
      #expect(published == signers && Set(signers).count == 2)
      return signers
    }
    #expect(try keys() == keys())
  }
}
