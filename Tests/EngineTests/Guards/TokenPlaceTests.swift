import HTTPTypes
import ProviderModel
import Testing

/// Where an endpoint takes an access token from, and what it makes of several.
@Suite("The place of an access token")
struct TokenPlaceTests {
  private static func endpoint(_ name: String, _ token: String, _ more: String = "") -> String {
    """
    "\(name)": { "kind": "resource", "at": "main:/\(name)", "methods": ["GET", "POST"],
      "read": { "query": true, "form": true }, "answer": "echo", \(token)\(more) }
    """
  }

  private static func patch(repeats: String) -> String {
    let endpoints = [
      endpoint("open", #""token": {}"#),
      endpoint("header", #""token": { "header": ["Bearer"] }"#),
      endpoint("query", #""token": { "query": ["access_token"] }"#),
      endpoint("form", #""token": { "form": ["access_token"] }"#),
      endpoint("both", #""token": { "query": ["access_token"], "form": ["access_token"] }"#),
      endpoint(
        "every",
        #""token": { "header": ["OAuth", "Bearer"], "query": ["q"], "form": ["access_token"] }"#),
      endpoint("own", #""token": { "headers": ["X-Shop-Key"], "header": ["Bearer"] }"#),
      endpoint("scheme", #""token": { "header": ["*"] }"#),
      endpoint("fields", #""token": { "header": ["Bearer"], "fields_follow": true }"#),
    ]
    return """
      { "repeats": "\(repeats)", "endpoints": { \(endpoints.joined(separator: ", ")) },
        "shapes": { "echo": { "json": {
          "client": "{{client.client_id?}}", "person": "{{person.preferred_username?}}",
          "read": { "$each": "{{params}}", "value": "{{item.key}}={{item.value}}" } } } } }
      """
  }

  @Test("may be a header field of the provider's own, which has no scheme")
  func ownField() throws {
    let stage = try Stage()
    func call(_ fields: (String, String)...) throws -> Condition? {
      try stage.visitor.call(.get, "/standard/own", fields)
      return stage.visitor.condition
    }
    #expect(try call(("X-Shop-Key", stage.token)) == nil)
    #expect(try stage.visitor.member("person") == "alice")
    #expect(try call(("x-shop-key", "nonsense")) == .tokenUnknown)
    #expect(try call() == .tokenMissing)
    #expect(stage.visitor.told.remedy?.contains("X-Shop-Key: TOKEN") == true)
    #expect(try call(("X-Shop-Key", stage.token), ("Authorization", "Bearer x")) == .tokenRepeated)
    #expect(try call(("X-Shop-Key", "Bearer \(stage.token)")) == .tokenUnknown)
  }

  private struct Stage {
    let visitor: Visitor
    let token: String

    init(repeats: String = "last") throws {
      visitor = try Visitor(patching: TokenPlaceTests.patch(repeats: repeats))
      token = try visitor.aliceToken()
    }

    /// The condition of a refusal. `TOKEN` stands for a good token.
    func call(
      _ target: String, form: String? = nil, _ authorization: String...
    ) throws -> Condition? {
      func filled(_ text: String) -> String { text.replacingAll("TOKEN", with: token) }
      let headers = authorization.map { ("Authorization", filled($0)) }
      let at = "/standard/" + filled(target)
      if let form {
        try visitor.post(at, raw: filled(form), headers)
      } else {
        try visitor.call(.get, at, headers)
      }
      return visitor.condition
    }
  }

  @Test("an endpoint that names none is open to everybody, and shows all that was sent")
  func open() throws {
    let stage = try Stage()
    #expect(try stage.call("open?access_token=x") == nil)
    #expect(try stage.visitor.member("read") == #"["access_token=x"]"#)
    #expect(!stage.visitor.page.contains("client"))
    try stage.visitor.call(.post, "/standard/open", [("Content-Type", "text/plain")], body: [0x61])
    #expect(stage.visitor.condition == .contentTypeUnsupported)
  }

  @Test("is the one that the endpoint names", arguments: ["header", "query", "form", "both"])
  func named(_ endpoint: String) throws {
    let stage = try Stage()
    #expect(try stage.call(endpoint) == .tokenMissing)
    #expect(stage.visitor.status == 401)
    let isHeader = endpoint == "header"
    #expect(try stage.call(endpoint, "Bearer TOKEN") == (isHeader ? nil : .tokenMissing))
    let isQuery = endpoint == "query" || endpoint == "both"
    #expect(try stage.call(endpoint + "?access_token=TOKEN") == (isQuery ? nil : .tokenMissing))
    let isForm = endpoint == "form" || endpoint == "both"
    let sent = try stage.call(endpoint, form: "access_token=TOKEN")
    #expect(sent == (isForm ? nil : .tokenMissing))
  }

  @Test("is named in the remedy")
  func remedy() throws {
    let stage = try Stage()
    for (endpoint, words) in [
      ("header", "Authorization: Bearer TOKEN"), ("query", "access_token=TOKEN"),
      ("both", "access_token=TOKEN"), ("scheme", "Authorization: Bearer TOKEN"),
      (
        "every",
        "Authorization: OAuth TOKEN or q=TOKEN or access_token=TOKEN in the form body of a POST"
      ),
    ] {
      #expect(try stage.call(endpoint) == .tokenMissing)
      #expect(stage.visitor.told.remedy == "send it: " + words)
    }
  }

  @Test("is not shown among the parameters; whose it is, the answer may say")
  func shown() throws {
    let stage = try Stage()
    #expect(try stage.call("both?a=1&access_token=TOKEN") == nil)
    #expect(try stage.visitor.member("read") == #"["a=1"]"#)
    #expect(try stage.visitor.member("client") == "web")
    #expect(try stage.visitor.member("person") == "alice")
    #expect(try stage.call("every", form: "access_token=TOKEN&b=2") == nil)
    #expect(try stage.visitor.member("read") == #"["b=2"]"#)
  }

  @Test("in the header has one of the endpoint's schemes, in any case; others are passed over")
  func schemes() throws {
    let stage = try Stage()
    #expect(try stage.call("every", "oauth TOKEN") == nil)
    #expect(try stage.call("every", "BEARER TOKEN") == nil)
    #expect(try stage.call("every", "Basic TOKEN") == .tokenMissing)
    #expect(try stage.call("every?q=TOKEN", "Basic x") == nil)
    #expect(try stage.call("scheme", "Whatever TOKEN") == nil)
    #expect(try stage.call("header", "Basic x", "Bearer TOKEN") == nil)
  }

  @Test(
    "may be followed by fields only where the endpoint says so",
    arguments: ["Bearer TOKEN,a=\"b\"", "Bearer TOKEN, a=\"b\"", "Bearer TOKEN a=\"b\""])
  func fields(_ header: String) throws {
    let stage = try Stage()
    #expect(try stage.call("fields", header) == nil)
    #expect(try stage.call("header", header) == .tokenUnknown)
    #expect(try stage.call("fields", "Bearer TOKEN") == nil)
  }

  // MARK: Several

  @Test(
    "of the same token in several places is one token, unless repeats are refused",
    arguments: ["last", "first", "refuse"])
  func same(_ repeats: String) throws {
    let stage = try Stage(repeats: repeats)
    let refusal: Condition? = repeats == "refuse" ? .tokenRepeated : nil
    #expect(try stage.call("every?q=TOKEN", "Bearer TOKEN") == refusal)
    #expect(try stage.call("every?q=TOKEN", form: "access_token=TOKEN") == refusal)
    #expect(try stage.call("both?access_token=TOKEN", form: "access_token=TOKEN") == refusal)
    #expect(try stage.call("header", "Bearer TOKEN", "Bearer TOKEN") == refusal)
    #expect(try stage.call("query?access_token=TOKEN&access_token=TOKEN") == refusal)
    #expect(try stage.call("every?q=", form: "access_token=TOKEN") == nil, "an empty one is none")
  }

  @Test("two tokens are refused", arguments: ["last", "first", "refuse"])
  func different(_ repeats: String) throws {
    let stage = try Stage(repeats: repeats)
    for (target, form, header) in [
      ("every?q=TOKEN", nil, "Bearer x"), ("every?q=x", nil, "Bearer TOKEN"),
      ("every?q=x", "access_token=TOKEN", "Basic x"),
      ("every", "access_token=TOKEN", "Bearer x"),
    ] as [(String, String?, String)] {
      #expect(try stage.call(target, form: form, header) == .tokenRepeated)
      #expect(stage.visitor.status == 400)
      #expect(stage.visitor.told.why == "the request has 2 access tokens")
    }
    #expect(try stage.call("header", "Bearer TOKEN", "Bearer x") == .tokenRepeated)
  }

  @Test("of a name that stands twice the first or the last counts")
  func twice() throws {
    let last = try Stage(repeats: "last")
    let first = try Stage(repeats: "first")
    let refuse = try Stage(repeats: "refuse")
    for (query, isFirst) in [("TOKEN&access_token=x", true), ("x&access_token=TOKEN", false)] {
      let good: Condition? = nil
      for (endpoint, form) in [("query", nil), ("form", query), ("both", query)] {
        let target = form == nil ? "\(endpoint)?access_token=\(query)" : endpoint
        let body = form.map { "access_token=\($0)" }
        #expect(try first.call(target, form: body) == (isFirst ? good : .tokenUnknown))
        #expect(try last.call(target, form: body) == (isFirst ? .tokenUnknown : good))
        #expect(try refuse.call(target, form: body) == .tokenRepeated)
      }
    }
  }

  @Test("of one name in query and body that of the place counts that is read first")
  func precedence() throws {
    let stage = try Stage()
    #expect(try stage.call("both?access_token=TOKEN", form: "access_token=x") == nil)
    #expect(try stage.call("both?access_token=x", form: "access_token=TOKEN") == .tokenUnknown)
  }

  // MARK: What can't be read

  @Test("comes before what can't be read, unless it may stand there")
  func unreadable() throws {
    let stage = try Stage()
    func call(_ endpoint: String, _ headers: [(String, String)] = []) throws -> Condition? {
      let type = ("Content-Type", "text/plain")
      try stage.visitor.call(.post, "/standard/" + endpoint, [type] + headers, body: [0x61])
      return stage.visitor.condition
    }
    let bearer = [("Authorization", "Bearer \(stage.token)")]
    #expect(try call("header") == .tokenMissing)
    #expect(try call("header", [("Authorization", "Bearer x")]) == .tokenUnknown)
    #expect(try call("header", bearer) == .contentTypeUnsupported)
    #expect(try call("every") == .contentTypeUnsupported)
    #expect(try call("every", bearer) == .contentTypeUnsupported)
  }
}
