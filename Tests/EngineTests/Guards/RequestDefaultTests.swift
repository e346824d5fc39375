import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The defaults that a client registers for its requests (OpenID Connect Registration §2).
@Suite("The registered defaults of a client")
struct RequestDefaultTests {
  private static let client = """
    {"provider": "standard", "client_id": "careful", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "default_max_age": 60, "require_auth_time": true,
     "default_acr_values": ["urn:understudy:acr:mfa"]}
    """

  private func claims(_ stage: StandardVisitor, _ code: String) throws -> JSONValue {
    try stage.redeem(code, as: "careful", ["client_secret": nil])
    return try JWS.parse(stage.visitor.member("id_token")).payload
  }

  @Test("age and level apply to a request that has none, and its own come first")
  func request() throws {
    let stage = try StandardVisitor(clients: Self.client)
    let first = try claims(stage, stage.code(["client_id": "careful"]))
    #expect(first["acr"] == "urn:understudy:acr:mfa")
    #expect(first["auth_time"]?.integerValue == stage.visitor.now)
    stage.visitor.now += 61
    stage.authorize(["client_id": "careful"])
    #expect(stage.asksForPassword, "the sign-in is older than default_max_age")
    stage.authorize(["client_id": "careful", "max_age": "600"])
    #expect(!stage.asksForPassword)
    stage.visitor.now += 1
    stage.authorize(["client_id": "web"])
    #expect(!stage.asksForPassword)
  }

  @Test("time of the sign-in is a fact, for providers whose ID tokens have it on request")
  func authTime() throws {
    let patch =
      #"{"credentials": {"id": {"jwt": {"claims": {"auth_time": {"$if": {"has": "client.needs_auth_time"}, "then": "{{grant.auth_time}}"}}}}}}"#
    for (member, isThere) in [("\"require_auth_time\": true", true), ("\"name\": \"x\"", false)] {
      let stage = try StandardVisitor(
        patch: patch,
        clients: """
          {"provider": "standard", "client_id": "careful", "kind": "public", \(member),
           "redirect_uris": ["\(StandardVisitor.callback)"]}
          """)
      let found = try claims(stage, stage.code(["client_id": "careful"]))["auth_time"]
      #expect((found?.integerValue == stage.visitor.now) == isThere)
      #expect((found == nil) == !isThere)
    }
  }

  @Test("are registered by the client itself, and wrong ones are refused")
  func registration() throws {
    let stage = try RegistrationVisitor()
    let client = try stage.registered(
      #", "default_max_age": 0, "require_auth_time": true, "default_acr_values": ["a", "b"]"#)
    #expect(try stage.visitor.member("default_max_age") == "0")
    #expect(try stage.visitor.member("require_auth_time") == "true")
    #expect(try stage.visitor.member("default_acr_values") == #"["a","b"]"#)
    let start =
      "/standard/authorize?client_id=\(client.id)&redirect_uri=\(RegistrationVisitor.callback)"
      + "&response_type=code&scope=openid"
    stage.visitor.open(start).submit(["username": "alice", "password": "wonderland"])
    stage.visitor.open(start)
    #expect(stage.visitor.page.contains("name=\"password\""), "max_age=0 asks each time")
    for (member, word) in [
      (#""default_max_age": -1"#, "default_max_age"), (#""default_max_age": "60""#, "whole number"),
      (#""require_auth_time": 1"#, "require_auth_time"),
      (#""default_acr_values": "a""#, "default_acr_values"),
      (#""default_acr_values": ["a b"]"#, "has a space"),
    ] {
      #expect(
        try stage.register("{\"redirect_uris\": [\"\(RegistrationVisitor.callback)\"], \(member)}")
          == 400)
      let why = (stage.visitor.told.why ?? "") + (stage.visitor.told.remedy ?? "")
      #expect(why.contains(word), "\(why)")
    }
  }
}

/// A request object that an OpenID provider does not read (OpenID Connect Core §6).
@Suite("A request object at a provider that reads none")
struct UnreadRequestTests {
  private func shop(_ more: String = "") throws -> Visitor {
    var shop = GrantShop(members: more)
    shop.scope = "\"split\": \" \", \"known\": { \"openid\": \"know who you are\" }"
    if more.contains("signing") {
      shop.credentials = """
        , "id": { "lifetime": 60, "jwt": {
          "alg": "RS256", "header": { "alg": "{{key.alg}}" }, "claims": { "sub": "{{person.sub}}" } } }
        """
    }
    return try shop.visitor()
  }

  private static let openID = ", \"signing\": { \"RS256\": {} }"

  @Test(
    "is refused at an OpenID provider, by the parameter's own error",
    arguments: ["request", "request_uri"])
  func refused(_ name: String) throws {
    let visitor = try shop(Self.openID)
    visitor.open(Visitor.shop + "&state=x&scope=openid&\(name)=https://app.example/r")
    #expect(visitor.told.condition == Condition("\(name)_not_supported"), "\(visitor.page)")
    #expect(try visitor.parameter("error") == "\(name)_not_supported")
    #expect(try visitor.parameter("state") == "x")
    visitor.open(Visitor.shop + "&\(name)=")
    #expect(visitor.told.condition == nil)
  }

  @Test(
    "is ignored at a provider that is not one of OpenID, and where errors have no entry for it",
    arguments: [
      "",
      openID
        + ", \"errors\": { \"authorize\": { \"request_not_supported\": null, \"request_uri_not_supported\": null } }",
    ])
  func ignored(_ members: String) throws {
    let visitor = try shop(members)
    visitor.open(Visitor.shop + "&request=a.b.c&request_uri=https://app.example/r")
    #expect(visitor.told.condition == nil && visitor.page.contains("<form"), "\(visitor.page)")
  }
}
