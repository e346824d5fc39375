import Basics
import JOSE
import ProviderModel
import Testing

/// How an authorization request is read: encoding, GET and POST, repeats, defaults and allowed values.
@Suite("A parameter of an authorization request")
struct ParameterTests {
  private static let form = ("Content-Type", "application/x-www-form-urlencoded")
  private static let good =
    "client_id=web&redirect_uri=\(StandardVisitor.callback)&response_type=code&state=st"

  private func vk(_ more: String, _ patch: String? = nil) throws -> Visitor {
    let text = patch.map { Visitor.text("vk", patch: $0) }
    return try Visitor("vk", text: text).open("/vk/authorize?client_id=753197&v=5.52" + more)
  }

  @Test(
    "that is not UTF-8 is reported to the person, and the browser is not redirected",
    arguments: ["nonce", "state", "magic"], [true, false])
  func unreadable(_ name: String, _ isForm: Bool) throws {
    let visitor = try Visitor("standard")
    let (query, body) = isForm ? ("", "\(name)=%FF") : ("&\(name)=%FF", "")
    try visitor.call(
      isForm ? .post : .get, "/standard/authorize?\(Self.good)\(query)", isForm ? [Self.form] : [],
      body: Array(body.utf8))
    #expect(visitor.told.condition == .parameterInvalid)
    #expect(visitor.status == 400 && visitor.location.isEmpty)
    #expect(visitor.told.why == "the parameter \(name) is not UTF-8 once percent-decoded")
    #expect(visitor.told.clause == "RFC 6749 Appendix B")
  }

  @Test("of a form replaces the one of the query, and the others of the query count")
  func post() throws {
    let visitor = try Visitor("standard")
    func send(_ query: String, _ body: String) throws -> Condition? {
      try visitor.call(
        .post, "/standard/authorize?\(query)", [Self.form], body: Array(body.utf8))
      return visitor.told.condition
    }
    #expect(try send(Self.good + "&scope=openid", "scope=magic") == .scopeUnknown)
    #expect(try visitor.parameter("state") == "st")
    #expect(try send(Self.good + "&scope=magic", "scope=openid") == nil)
    #expect(visitor.page.contains("name=\"password\""))
    #expect(try send("scope=magic", Self.good) == .scopeUnknown)
    #expect(try send("", Self.good + "&scope=openid&scope=openid") == .parameterRepeated)
  }

  @Test(
    "that is sent twice has the value that the provider takes",
    arguments: [
      ("first", "openid", "magic", true), ("first", "magic", "openid", false),
      ("last", "openid", "magic", false), ("last", "magic", "openid", true),
    ])
  func repeats(_ rule: String, _ first: String, _ second: String, _ isGood: Bool) throws {
    let stage = try StandardVisitor(patch: "{\"repeats\": \"\(rule)\"}")
    stage.visitor.open("/standard/authorize?\(Self.good)&scope=\(first)&scope=\(second)")
    #expect(stage.condition == (isGood ? nil : .scopeUnknown))
    #expect(stage.asksForPassword == isGood)
    // A parameter that is sent once is as good as ever.
    #expect(stage.authorize().asksForPassword)
  }

  @Test("that may be repeated is a list: an access token is for each resource")
  func many() throws {
    let stage = try StandardVisitor()
    stage.visitor.open(
      "/standard/authorize?\(Self.good)&scope=openid&nonce=n&resource=https://a.example&resource=urn:b"
        + "&resource=urn:b")
    stage.typePassword().allow()
    try stage.redeem(stage.visitor.parameter("code"))
    let token = try JWS.parse(try stage.visitor.member("access_token"))
    #expect(token.payload["aud"] == ["https://a.example", "urn:b"])
  }

  @Test(
    "has its default where it is missing or empty, and no default where it is sent",
    arguments: [
      ("", "code"), ("&response_type=", "code"), ("&response_type=code", "code"),
      ("&response_type=token", "access_token"),
    ])
  func fallback(_ more: String, _ name: String) throws {
    let visitor = try vk(more).submit(["email": "alice", "pass": "wonderland"])
    visitor.submit(["allow": "1"])
    #expect(try !visitor.parameter(name).isEmpty)
    #expect(visitor.location.hasPrefix("https://oauth.vk.com/blank.html#\(name)="))
  }

  @Test(
    "is one of its values, and the remedy names them",
    arguments: [
      ("prompt", "nothing", "one of: none, login, consent, select_account"),
      ("prompt", "login nothing", "one of: none, login, consent, select_account"),
      ("prompt", "none login", "none on its own"), ("prompt", "login none", "none on its own"),
      ("max_age", "-1", "a whole number"), ("max_age", "1.5", "a whole number"),
      ("max_age", "soon", "a whole number"),
      ("max_age", "99999999999999999999", "a number of at most 9223372036854775807"),
    ])
  func values(_ name: String, _ value: String, _ expected: String) throws {
    let stage = try StandardVisitor().authorize([name: value])
    try stage.expectRedirect(.parameterInvalid, "invalid_request")
    let flaw =
      name == "max_age"
      ? value.count > 10 ? "is too large" : "is not a whole number"
      : value.contains("none") ? "has other values beside none" : "is not known here"
    #expect(stage.visitor.told.why == "\(name)=\(value) \(flaw)")
    #expect(stage.visitor.told.clause == "OpenID Connect Core §3.1.2.1")
    #expect(stage.visitor.told.remedy == "send \(expected)")
    #expect(
      try stage.visitor.parameter("error_description")
        == "The parameter \(name) has a value that is not known.")
  }

  @Test(
    "is good with each of its values, and as an empty text",
    arguments: [
      ("prompt", "login consent"), ("prompt", "select_account"), ("prompt", ""), ("max_age", ""),
      ("max_age", "0"), ("max_age", "1"), ("response_mode", ""), ("claims", ""),
    ])
  func good(_ name: String, _ value: String) throws {
    let stage = try StandardVisitor().authorize([name: value])
    #expect(stage.condition == nil && stage.asksForPassword)
  }

  @Test(
    "with single values is no list",
    arguments: [
      ("page", nil), ("popup", nil), ("page popup", .parameterInvalid), ("huge", .parameterInvalid),
    ]
      as [(String, Condition?)])
  func single(_ display: String, _ condition: Condition?) throws {
    let visitor = try vk("&display=\(QueryStyle.rfc3986.encode(display))")
    #expect(visitor.told.condition == condition)
    if condition != nil {
      #expect(visitor.told.remedy == "send one of: page, popup, mobile")
    }
  }

  @Test(
    "with a word that stands alone may have any other words",
    arguments: [("me", true), ("you they", true), ("me you", false), ("you me", false)])
  func alone(_ value: String, _ isGood: Bool) throws {
    let patch = #"{"parameters": {"login_hint": {"list": true, "alone": "me"}}}"#
    let stage = try StandardVisitor(patch: patch).authorize(["login_hint": value])
    #expect(stage.condition == (isGood ? nil : .parameterInvalid))
    #expect(stage.asksForPassword == isGood)
    if !isGood { #expect(stage.visitor.told.remedy == "send me on its own") }
  }

  @Test("with a wrong value is refused by the condition that the provider names")
  func ownCondition() throws {
    let visitor = try Visitor("azure-ad-b2c").open(TranscriptTests.b2c + "code&prompt=nothing")
    #expect(visitor.told.condition == Condition("prompt_invalid"))
    #expect(try visitor.parameter("error_description").hasPrefix("AADB2C90043: "))
  }

  // MARK: Response types and modes

  @Test(
    "response_type has its words in any order",
    arguments: ["token code", "code token", "id_token token code", "  token   code "])
  func words(_ type: String) throws {
    let stage = try StandardVisitor().authorize(["response_type": type])
    stage.typePassword().allow()
    #expect(try !stage.visitor.parameter("code").isEmpty)
    #expect(try !stage.visitor.parameter("access_token").isEmpty)
    #expect(stage.visitor.location.contains("#"))
  }

  @Test(
    "response_mode says where an error goes; one that is not known has no say",
    arguments: [
      ("code", "scope", nil, "?"), ("token", "scope", nil, "#"), ("code", "scope", "fragment", "#"),
      ("code", "scope", "query", "?"), ("code", "response_mode", "magic", "?"),
      ("token", "response_mode", "magic", "#"), ("magic", "response_type", nil, "?"),
      ("magic", "response_type", "fragment", "#"), ("token", "response_mode", "QUERY", "#"),
    ] as [(String, String, String?, String)])
  func errorMode(_ type: String, _ wrong: String, _ mode: String?, _ mark: String) throws {
    let stage = try StandardVisitor().authorize([
      "response_type": type, "response_mode": mode, "scope": wrong == "scope" ? "magic" : "openid",
    ])
    #expect(stage.condition != nil && stage.asksForPassword == false)
    #expect(
      stage.visitor.location.hasPrefix("\(StandardVisitor.callback)\(mark)error="),
      "\(stage.visitor.location)")
  }

  @Test("response_mode=form_post posts an error to the client")
  func formPost() throws {
    let stage = try StandardVisitor().authorize(["response_mode": "form_post", "scope": "magic"])
    #expect(stage.condition == .scopeUnknown)
    #expect(stage.status == 200 && stage.visitor.location.isEmpty)
    #expect(stage.visitor.page.contains("action=\"\(StandardVisitor.callback)\""))
    #expect(try stage.visitor.hidden("error") == "invalid_scope")
    #expect(try stage.visitor.hidden("state") == "st")
  }

  @Test(
    "response_mode that is not known has no say where the answer repeats it",
    arguments: [("code", "?"), ("token", "#")])
  func repeatedMode(_ type: String, _ mark: String) throws {
    let visitor = try Visitor("azure-ad-b2c").open(
      TranscriptTests.b2c + type + "&response_mode=magic")
    #expect(visitor.told.condition == .responseModeUnsupported)
    #expect(visitor.told.why == "response_mode=magic is not known")
    #expect(visitor.told.remedy == "send one of: query, fragment, form_post")
    #expect(visitor.location.hasPrefix("urn:ietf:wg:oauth:2.0:oob\(mark)error=invalid_request"))
    let silent = TranscriptTests.b2c + type + "&prompt=none&response_mode=fragment"
    #expect(
      visitor.open(silent).location.hasPrefix("urn:ietf:wg:oauth:2.0:oob#error="),
      "\(visitor.location)")
  }

  @Test("response_mode is ignored by a provider that has no modes")
  func noModes() throws {
    let visitor = try vk(
      "&response_type=token&response_mode=magic", #"{"parameters": {"response_mode": {}}}"#)
    #expect(visitor.told.condition == nil && visitor.page.contains("name=\"pass\""))
  }
}
