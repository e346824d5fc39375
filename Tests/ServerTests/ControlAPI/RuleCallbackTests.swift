import Basics
import Testing

/// What a rule does to the browser's way to the client, and to what it carries there.
@Suite("A rule about callbacks")
struct RuleCallbackTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  private func rule(_ then: JSONValue) throws {
    try box.order("PUT", "/rules", [["match": ["endpoint": "authorize"], "then": then]])
  }
  private func names(_ answer: Site.Reply) -> [String] { answer.parameters.map(\.name) }

  @Test("sends a parameter twice, the provider's own first")
  func append() throws {
    try rule(["change": ["append": ["code": "another", "state": "s-2"]]])
    let answer = try box.authorize()
    #expect(names(answer) == ["code", "state", "iss", "code", "state"])
    #expect(answer.parameters[0].value.count == 43 && answer.parameters[3].value == "another")
    #expect(answer.parameters[1].value == "s-1" && answer.parameters[4].value == "s-2")
    try rule([
      "change": ["append": ["code": "another"], "drop": ["code"], "order": ["state", "code"]]
    ])
    #expect(names(try box.authorize()) == ["state", "code", "iss"])
    try rule(["change": ["append": ["state": "s-2"]]])
    let form = try box.authorize("&response_mode=form_post").text
    #expect(form.components(of: "name=\"state\"") == 2 && form.contains("value=\"s-2\""))
    try rule(["condition": "user_denied", "change": ["append": ["error": "server_error"]]])
    let refusal = try box.authorize()
    #expect(
      refusal.parameters.filter { $0.name == "error" }.map(\.value) == [
        "access_denied", "server_error",
      ])
  }

  @Test("puts the parameters where the client does not look for them")
  func mode() throws {
    let code = "&scope=openid&state=s-1"
    let implicit =
      "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&response_type=token" + code
    #expect(try box.get(implicit).location.contains("#access_token="))
    try rule(["change": ["mode": "query"]])
    #expect(try box.get(implicit).location.contains("/cb?access_token="))
    try rule(["change": ["mode": "fragment"]])
    #expect(try box.authorize().location.contains("/cb#code="))
    try rule(["change": ["mode": "form_post"]])
    let form = try box.authorize()
    #expect(form.status == 200 && form.text.contains("action=\"\(Box.callback)\""))
    #expect(form.text.contains("name=\"code\""))
    try rule(["condition": "user_denied", "change": ["mode": "query"]])
    #expect(try box.get(implicit).location.contains("/cb?error=access_denied"))
    try rule(["change": ["mode": "query", "twice": true]])
    #expect(try box.get(implicit).text.components(of: "/cb?access_token=") == 2)
  }

  @Test("leads to the callback by a page", arguments: ["link", "refresh", "script"])
  func way(_ way: String) throws {
    try rule(["change": ["way": .init(stringLiteral: way)]])
    let page = try box.authorize()
    #expect(page.status == 200 && page.location.isEmpty)
    let link = "<a id=\"continue\" href=\"\(Box.callback)?code="
    #expect(page.text.contains(link) && page.text.contains("&amp;state=s-1"), "\(page.text)")
    #expect(page.text.contains("http-equiv=\"refresh\"") == (way == "refresh"))
    #expect(page.text.contains("<script") == (way == "script"))
    #expect(page.header("Content-Security-Policy")?.contains("'nonce-") == true)
  }

  @Test("leads through hops to the provider's page, and loses nothing of the query on the way")
  func detour() throws {
    try box.rule([
      "id": "hops", "match": ["endpoint": "authorize"],
      "then": ["detour": ["redirect", "relative", "link", "refresh", "script"]],
    ])
    var target =
      "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&response_type=code"
      + "&state=a%20b%26c&scope=openid"
    let start = target
    for (hop, kind) in ["redirect", "relative", "link", "refresh", "script"].enumerated() {
      let answer = try box.get(target)
      #expect(answer.header("Understudy-Rule") == "hops")
      target = start + "&understudy_hop=\(hop + 1)"
      let query = target.drop { $0 != "?" }
      let whole = "http://127.0.0.1:\(site.port)/_sandbox/\(box.id)\(target)"
      switch kind {
      case "redirect": #expect(answer.status == 302 && answer.location == whole)
      case "relative": #expect(answer.status == 302 && answer.location == query)
      default:
        let shown = whole.split(separator: "&", omittingEmptySubsequences: false)
          .joined(separator: "&amp;")
        #expect(answer.status == 200 && answer.text.contains(shown), "\(answer.text)")
      }
    }
    let end = try box.get(target)
    #expect(end.parameter("state") == "a b&c" && end.parameter("code")?.count == 43)
    #expect(end.header("Understudy-Rule") == nil)
  }

  @Test("lets another rule act when the hops are over")
  func detourAndOthers() throws {
    try box.order(
      "PUT", "/rules",
      [
        ["match": ["endpoint": "authorize"], "then": ["detour": ["relative"]]],
        ["match": ["endpoint": "authorize"], "then": ["condition": "user_denied"]],
      ])
    let hop = try box.authorize()
    let end = try box.get("/standard/authorize" + hop.location)
    #expect(end.parameter("error") == "access_denied", "\(end.location)")
  }
}

extension String {
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
