import Basics
import Testing

/// Addresses of a provider that has several hosts.
@Suite("A link")
struct LinkAddressTests {
  private static let patch = #"""
    {"hosts": {"alt": "alt.test", "pools": "{pool}.pools.test"}, "vars": {"pool": {}},
     "endpoints": {
       "here": {"kind": "document", "at": ["main:/here", "alt:/here"], "answer": "here"},
       "there": {"kind": "document", "at": ["main:/there", "alt:/there"], "answer": "here"},
       "pool": {"kind": "document", "at": "pools:/keys", "answer": "here"},
       "device": {"at": ["main:/device", "alt:/device"]},
       "device_authorization": {"at": ["main:/device_authorization", "alt:/device_authorization"]}},
     "links": {
       "there": {"to": "there"}, "main-there": {"to": "there", "host": "main"},
       "pool.keys": {"to": "pool", "vars": {"pool": "{{mode|default:p1}}"}, "query": {"p": "{{vars.pool}}"}},
       "device": {"to": "device", "host": "main"}},
     "shapes": {"here": {"json": {
       "stays": "{{links.there}}", "main": "{{links.main-there}}", "pool": "{{links.\"pool.keys\"}}",
       "has": {"$if": {"has": "links.\"pool.keys\""}, "then": true}}}}}
    """#
  private static let server = "http://\(Visitor.host)/standard"

  @Test("keeps the requested host, leads to one host, and states variables of another host")
  func hosts() throws {
    let visitor = try StandardVisitor(patching: Self.patch).visitor
    for (host, stays) in [("", "/there"), ("/alt.test", "/alt.test/there")] {
      try visitor.call(.get, "/standard\(host)/here")
      #expect(try visitor.member("stays") == Self.server + stays)
      #expect(try visitor.member("main") == Self.server + "/there")
      #expect(try visitor.member("pool") == Self.server + "/p1.pools.test/keys?p=p1")
      #expect(try visitor.member("has") == "true")
    }
  }

  @Test("with the name of the device endpoint decides about the address that a device shows")
  func device() throws {
    let standard = try StandardVisitor(patching: Self.patch)
    try standard.post(
      "alt.test/device_authorization", ["scope": "openid"], StandardVisitor.credentials("web"))
    #expect(try standard.visitor.member("verification_uri") == Self.server + "/device")
    #expect(
      try standard.visitor.member("verification_uri_complete")
        .hasPrefix(Self.server + "/device?user_code="))
  }
}
