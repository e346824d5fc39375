import Basics
import JOSE
import Testing

@testable import Engine

/// Facts of requests and tokens, as a provider's own answers show them.
@Suite("A fixture's facts")
struct RequestFactTests {
  private static let call = """
    {"endpoints": {"echo": {
       "kind": "resource", "at": "main:/echo", "methods": ["GET", "POST"], "answer": "echo",
       "read": {"form": true}, "token": {"header": ["Bearer"]}, "errors": "echo",
       "rate": {"most": 2, "seconds": 60}}},
     "errors": {"echo": {"*": {
       "shape": "late", "status": 418, "code": "{{err.status}}",
       "text": ["{{err.condition}}", "{{once:trace:[0-9a-f]{12}}}"]}}},
     "shapes": {
       "late": {
         "json": {"status": "{{err.status}}", "code": "{{err.code}}", "text": "{{err.text}}"},
         "headers": {"X-Trace": "{{once:trace:[0-9a-f]{12}}}"}},
       "echo": {
         "json": {
           "thing": "{{req.headers.x-thing}}", "agent": "{{browser.user_agent}}", "none": "{{req.headers.x-none?}}",
           "left": "{{token.left}}", "hash": "{{token.hash}}", "end": "{{token.value|suffix:8}}",
           "reset": "{{rate.reset}}", "used": "{{rate.used}}", "remaining": "{{rate.left}}",
           "noise": "{{rand:[a-z]{3}}}", "trace": "{{once:trace:[0-9a-f]{12}}}"},
         "headers": {"X-Trace": "{{once:trace:[0-9a-f]{12}}}"}}}}
    """

  @Test("are those of its headers, of the token's time and text, and of its limit")
  func call() throws {
    let standard = try StandardVisitor(patching: Self.call)
    let visitor = standard.visitor
    let token = try standard.tokens().access
    let lifetime = try #require(Int(try visitor.member("expires_in")))
    visitor.now += 100
    let headers = [
      ("Authorization", "Bearer \(token)"), ("X-Thing", "a"), ("x-thing", "b"),
      ("User-Agent", "ua"),
    ]
    try visitor.call(.get, "/standard/echo", headers)
    #expect(try visitor.member("thing") == "a, b")
    #expect(try visitor.member("agent") == "ua")
    #expect(!visitor.page.contains("none"))
    #expect(try visitor.member("left") == String(lifetime - 100))
    #expect(
      try visitor.member("hash")
        == Array(token.utf8).sha256Hex)
    #expect(try visitor.member("end") == token.suffix(8))
    #expect(try visitor.member("reset") == String(visitor.now + 60))
    #expect(try visitor.member("used") == "1")
    let trace = try visitor.member("trace")
    #expect(visitor.headers[.init("X-Trace") ?? .server] == trace)
    visitor.now += 10
    try visitor.call(.get, "/standard/echo", headers)
    #expect(try visitor.member("reset") == String(visitor.now + 50))
    #expect(try visitor.member("used") == "2")
    #expect(try visitor.member("remaining") == "0")
    #expect(try visitor.member("trace") != trace)
    try visitor.call(.get, "/standard/echo", headers)
    #expect(visitor.status == 418)
    #expect(try visitor.member("status") == "418")
    #expect(try visitor.member("code") == "418")
    let inError = try #require(visitor.headers[.init("X-Trace") ?? .server])
    #expect(try visitor.member("text") == "rate_limited\n\(inError)")
  }

  @Test(
    "have the parameters of every endpoint that programs call",
    arguments: ["token", "introspect", "device_authorization", "par"])
  func parameters(_ endpoint: String) throws {
    let check = """
      {"mine": {"when": {"eq": ["{{body.mine}}{{form.mine}}", "xx"]}, "fail": "client_missing", "why": "{{body.mine}}"}}
      """
    let patch =
      endpoint == "token"
      ? #"{"token": {"grants": {"authorization_code": {"checks": \#(check)}}}}"#
      : #"{"endpoints": {"\#(endpoint)": {"checks": \#(check)}}}"#
    let standard = try StandardVisitor(patching: patch)
    let form: [String: String] =
      switch endpoint {
      case "token":
        [
          "grant_type": "authorization_code", "code": try standard.code(),
          "redirect_uri": StandardVisitor.callback,
        ]
      case "introspect": ["token": "x"]
      case "par":
        ["response_type": "code", "redirect_uri": StandardVisitor.callback, "scope": "openid"]
      default: ["scope": "openid"]
      }
    var own = StandardVisitor.credentials("web")
    own["mine"] = "x"
    try standard.post(endpoint, form, own)
    #expect(standard.visitor.told.why == "x", "\(standard.visitor.told.line)")
  }

  @Test("run no check for the elements of a list that is not there")
  func absentList() throws {
    let standard = try StandardVisitor(
      patching: """
        {"endpoints": {"introspect": {"checks": {"each": {
           "each": "{{token.audience}}", "when": true, "fail": "client_missing"}}}}}
        """)
    try standard.introspect("x")
    #expect(standard.status == 200)
  }

  @Test("give a credential the form that its client needs")
  func forms() throws {
    let standard = try StandardVisitor(
      patching: """
        {"templates": {"letters": "{{rand:[a-z]{20}}}"},
         "credentials": {"refresh": {"value": {
           "$if": {"eq": ["{{client.kind}}", "public"]},
           "then": ["pub", "_{{> letters}}"],
           "else": "{{#if auth.state}}conf{{else}}none{{/if}}_{{> letters}}"}}}}
        """)
    let confidential = try standard.tokens().refresh
    #expect(confidential.hasPrefix("conf_") && confidential.count == 25, "\(confidential)")
    let open = try standard.tokens("app").refresh
    #expect(open.hasPrefix("pub_") && open.count == 24, "\(open)")
    #expect(confidential.suffix(20) != open.suffix(20))
    try standard.refresh(confidential)
    #expect(standard.status == 200)
  }
}

extension [UInt8] {
  fileprivate var sha256Hex: String {
    Digest.sha256(self).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
