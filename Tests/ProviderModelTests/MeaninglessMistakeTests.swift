import Basics
import Testing

@testable import ProviderModel

/// What can be written and can't be meant is refused, with the cause alone.
@Suite("A provider that can't be meant")
struct MeaninglessMistakeTests {
  /// The small provider of the documentation, with some of its members replaced.
  private func findings(_ patch: JSONValue, extends: String = "standard") throws -> [String] {
    let text = """
      { "id": "shop", "title": "Shop", "as_of": "2026", "extends": "\(extends)",
        "hosts": { "main": "login.shop.test" },
        "endpoints": {
          "authorize": { "kind": "authorize", "at": "main:/oauth" },
          "token": { "kind": "token", "at": "main:/oauth/token" },
          "me": { "kind": "resource", "at": "main:/api/me" } },
        "shapes": { "me": { "json": { "name": "{{person.name}}", "email": "{{person.email?}}" } } } }
      """
    var set = try Shipped.set()
    let tree = try JSONReader().read(Array(text.utf8), file: "shop.json").root
    let merged = Merge.apply(patch, to: tree)
    try set.add(Array(merged.text().utf8), name: "shop.json")
    return set.check("shop").filter { $0.severity == .error }.map {
      "\($0.pointer): \($0.sentence)"
    }
  }

  @Test("is fine as it is")
  func fine() throws { #expect(try findings([:]) == []) }

  @Test(
    "is told by its cause alone",
    arguments: [
      (
        ["extends": "standrad"],
        "/extends: expected the ID of another provider, found the string \"standrad\"; did you mean \"standard\"?"
      ),
      (
        ["endpoints": ["me": ["errors": "tokn"]]],
        "/endpoints/me/errors: there is no table \"tokn\" in errors; did you mean \"token\"?"
      ),
      (
        ["hosts": ["main": "127.0.0.1"]],
        "/hosts/main: expected the name of a host, found the IP address \"127.0.0.1\"; providers are known by names"
      ),
      (
        ["hosts": ["main": "{t}.{u}.example.test"]],
        "/hosts/main: expected at most one variable in a host name, found \"{t}.{u}.example.test\""
      ),
      (
        ["pages": ["login": ["status": 204]]],
        "/pages/login/status: a browser shows no page with the status 204; leave the status out for 200"
      ),
      (
        ["after_post": 307],
        "/after_post: expected a whole number from 301 to 303, found 307"
      ),
      (
        ["parameters": ["state": [:]]],
        "/parameters: nobody can sign in: an authorization request names its client by client_id, which is not read; add \"client_id\": {} to parameters"
      ),
    ] as [(JSONValue, String)])
  func cause(_ patch: JSONValue, _ finding: String) throws {
    let findings = try findings(patch)
    #expect(findings == [finding], "\(findings)")
  }

  @Test(
    "has addresses that clients can send",
    arguments: ["/a/../b", "/./b", "/%zz", "/{}", "/{a}/{a}", "/a?=b"])
  func address(_ path: String) throws {
    let findings = try findings(
      ["endpoints": ["me": ["at": JSONValue(.string("main:\(path)"))]]])
    #expect(findings.first?.hasPrefix("/endpoints/me/at: ") == true, "\(findings)")
  }

  @Test("has quirks with names, texts and patches of what can change")
  func quirk() throws {
    let quirk: JSONValue = [
      "id": "A b", "summary": " ", "evidence": ["grade": "inferred", "source": ""],
      "patch": ["title": "Other"],
    ]
    let findings = try findings(["quirks": [quirk]])
    #expect(
      findings.map { String($0.prefix { $0 != ":" }) } == [
        "/quirks/0/id", "/quirks/0/summary", "/quirks/0/evidence/source", "/quirks/0/patch/title",
      ], "\(findings)")
  }

  @Test("has pages that can be written out")
  func size() throws {
    var templates: JSONObject = ["a0": JSONValue(.string(String(repeating: "x", count: 64)))]
    for level in 1...6 {
      let part = "{{> a\(level - 1)}}"
      templates["a\(level)"] = JSONValue(.string(String(repeating: part, count: 10)))
    }
    let findings = try findings([
      "templates": JSONValue(.object(templates)),
      "pages": ["login": ["template": "a6"]],
    ])
    #expect(
      findings.contains {
        $0.hasPrefix("/templates/a5: the template \"a5\" is larger than 1 MiB")
      }, "\(findings)")
  }

  @Test(
    "keeps the usual code and access token beside a credential of its own, and a refresh issues what it replaces"
  )
  func defaults() throws {
    #expect(try findings(["credentials": ["access": ["lifetime": 100]]]) == [])
    #expect(
      try findings([
        "credentials": ["access": ["value": "x_{{rand:[a-z0-9]{30}}}", "lifetime": 100]]
      ]) == [])
    let rotating: JSONValue = [
      "token": ["grants": ["authorization_code": [:], "refresh_token": ["rotates": true]]]
    ]
    #expect(try findings(rotating) == [])
  }
}
