import Basics
import Testing

@Suite("A rule's switch")
struct RuleSwitchTests {
  private static let late: JSONValue = [
    "id": "late", "match": ["endpoint": "jwks"], "then": ["answer": ["status": 503]],
  ]

  @Test("has the rule passed over, and leaves its counters as they are")
  func off() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule(Self.late)
    #expect(try box.get("/standard/jwks").status == 503)
    let off = try box.order("PUT", "/rules/late", ["on": false])
    #expect(off["on"] == false && off["fired"] == 1 && off["seen"] == 1)
    #expect(try box.get("/standard/jwks").status == 200)
    let entry = try box.order("GET", "/journal?endpoint=jwks").arrayValue?.last
    #expect(entry?["near"] == ["rule late matches, but is switched off"])
    let on = try box.order("PUT", "/rules/late", ["on": true])
    #expect(on["on"] == nil && on["fired"] == 1 && on["seen"] == 1)
    #expect(try box.get("/standard/jwks").status == 503)
  }

  @Test("may stand in the rule, which is sent again as it is shown")
  func written() throws {
    let site = try Site()
    let box = try site.sandbox()
    var late = try #require(Self.late.objectValue)
    late["on"] = false
    try box.rule(JSONValue(.object(late)))
    #expect(try box.get("/standard/jwks").status == 200)
    let shown = try box.order("GET", "/rules")
    _ = try box.order("PUT", "/rules", shown)
    #expect(try box.order("GET", "/rules/late")["on"] == false)
  }

  @Test("refuses what says nothing, and knows no rule that is not there")
  func bad() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule(Self.late)
    let path = "/sandboxes/\(box.id)/rules"
    for body: JSONValue in [[:], ["on": "no"], ["on": true, "off": true]] {
      #expect(try site.control("PUT", "\(path)/late", body).status == 422)
    }
    #expect(try site.control("PUT", "\(path)/nothing", ["on": true]).status == 404)
    #expect(try box.get("/standard/jwks").status == 503)
  }
}
