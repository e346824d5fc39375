import Basics
import JOSE
import Testing

/// JSON in requests and in answers.
@Suite("JSON")
struct JSONBodyTests {
  private static let patch = #"""
    {"token": {
       "parameters": {
         "grant_type": {"name": "/spec/grant"}, "scope": {"name": "/spec/scope"},
         "resource": {"name": "/spec/audiences"}},
       "grants": {"client_credentials": {"checks": {"second": {
         "when": {"in": ["https://b.test", "{{req.resource}}"]}, "fail": "client_missing", "why": "b.test"}}}}},
     "endpoints": {
       "token": {"read": {"form": null, "json": true, "untyped": "json"}},
       "echo": {"kind": "resource", "at": "main:/echo", "methods": ["POST"], "token": {}, "answer": "echo",
         "read": {"json": true}},
       "certificates": {"kind": "document", "at": "main:/certificates", "answer": "certificates"}},
     "shapes": {
       "echo": {
         "style": {"indent": 2, "space": true},
         "json": {"v": "{{body.\"/a/0/b\"}}", "list": [1, "{{body.x?}}"], "none": "{{body.\"/a/9\"?}}", "empty": []}},
       "certificates": {"json": {
         "x5c": {"$each": "{{keys}}", "value": "{{item.x5c.0}}"}, "x5t": "{{keys.0.x5t}}",
         "spki": "{{keys.0.spki}}", "pem": "{{keys.0.pem}}", "plain": "{{keys}}"}}}}
    """#

  @Test("holds parameters at JSON Pointers, also without a Content-Type")
  func pointers() throws {
    let standard = try StandardVisitor(patching: Self.patch)
    let basic = Base64.encode(Array("web:\(StandardVisitor.secret)".utf8))
    func post(_ audiences: String, _ type: String?) throws {
      try standard.visitor.call(
        .post, "/standard/token",
        [("Authorization", "Basic \(basic)")] + (type.map { [("Content-Type", $0)] } ?? []),
        body: Array(
          #"{"spec": {"grant": "client_credentials", "scope": "mcp:read", "audiences": \#(audiences)}}"#
            .utf8))
    }
    for type in ["application/json", nil] {
      try post(#"["https://a.test"]"#, type)
      #expect(standard.status == 200, "\(standard.visitor.told.line)")
      #expect(try standard.visitor.member("scope") == "mcp:read")
    }
    try post(#"["https://a.test", "https://b.test"]"#, nil)
    #expect(standard.visitor.told.why == "b.test", "\(standard.visitor.told.line)")
  }

  @Test("is read at JSON Pointers by templates, and indented where the shape says so")
  func answers() throws {
    let visitor = try StandardVisitor(patching: Self.patch).visitor
    try visitor.call(
      .post, "/standard/echo", [("Content-Type", "application/json")],
      body: Array(#"{"a": [{"b": 7}]}"#.utf8))
    #expect(
      visitor.page == """
        {
          "v": 7,
          "list": [
            1
          ],
          "empty": []
        }
        """)
  }

  @Test("of keys has their certificates where a fixture names them, always the same")
  func certificates() throws {
    let visitor = try StandardVisitor(patching: Self.patch).visitor
    try visitor.call(.get, "/standard/certificates")
    let first = visitor.page
    let root = try JSONReader().read(Array(first.utf8), file: "the answer").root
    let chain = try #require(root["x5c"]?.arrayValue)
    #expect(chain.count == root["plain"]?.arrayValue?.count)
    let der = try #require(Base64.decode(chain.first?.stringValue ?? ""))
    let certificate = try #require(X509Certificate(der: der))
    #expect(certificate.keyThumbprint != nil)
    #expect(certificate.isSelfSigned)
    #expect(try X509Certificate.list(pem: visitor.member("pem")).first?.der == der)
    #expect(try visitor.member("x5t").count == 27)
    #expect(Base64.decode(try visitor.member("spki")) != nil)
    // The JWKs themselves stay as they are.
    #expect(root["plain"]?.arrayValue?.first?["x5c"] == nil)
    try visitor.call(.get, "/standard/certificates")
    #expect(try visitor.member("pem") == root["pem"]?.stringValue)
  }
}
