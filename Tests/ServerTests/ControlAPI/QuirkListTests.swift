import Basics
import Testing

/// What the control API tells about a provider, and which switches it refuses.
@Suite("A provider in the control API")
struct QuirkListTests {
  private static let shared = Result { try Site() }
  private let site: Site
  private let box: Box

  init() throws {
    site = try Self.shared.get()
    box = try site.sandbox()
  }

  private func quirk(_ id: String, of provider: JSONValue) -> JSONValue? {
    provider["quirks"]?.arrayValue?.first { $0["id"]?.stringValue == id }
  }

  @Test("has quirks with their evidence, and a note and rivals where they have them")
  func quirks() throws {
    let vk = try box.order("GET", "/providers/vk")
    #expect(
      quirk("denial-has-reason", of: vk) == [
        "id": "denial-has-reason", "summary": "A denial carries error_reason=user_denied.",
        "on": true, "default": true,
        "evidence": [
          "grade": "observed", "source": "public captures of blank.html, 2013 to 2021",
          "note": "the code flow's form, in the query and with plus signs, is inferred",
        ],
        "rivals": "denial",
      ])
    let plain = try #require(quirk("response-type-defaults-to-code", of: vk))
    #expect(plain["rivals"] == nil && plain["evidence"]?["note"] == nil)
  }

  @Test("has the default of each quirk beside its switch")
  func defaults() throws {
    let vk = try box.order(
      "PUT", "/providers/vk/quirks",
      ["with": ["version-error-of-2018"], "without": ["email-in-body"]])
    let states = ["version-error-of-2018", "email-in-body", "no-token-type"].map { id in
      [quirk(id, of: vk)?["on"], quirk(id, of: vk)?["default"]]
    }
    #expect(states == [[true, false], [false, true], [true, true]])
  }

  @Test("has the clause and the evidence of each refusal, where there are some")
  func refusals() throws {
    func refusal(_ condition: String, _ endpoint: String, _ provider: String) throws -> JSONValue? {
      let endpoints = try box.order("GET", "/providers/\(provider)")["endpoints"]?.arrayValue
      let found = endpoints?.first { $0["name"]?.stringValue == endpoint }
      return found?["refusals"]?.arrayValue?.first { $0["condition"]?.stringValue == condition }
    }
    #expect(
      try refusal("redirect_host_mismatch", "authorize", "vk") == [
        "condition": "redirect_host_mismatch",
        "summary": "The redirect URI is not registered, nor is another on its host.",
        "facts": ["value"], "clause": "RFC 6749 §3.1.2.4",
        "evidence": [
          "grade": "inferred",
          "source": "/errors/authorize/redirect_host_mismatch is listed in inferred",
        ],
      ])
    #expect(
      try refusal("acr_unmet", "authorize", "standard")?.objectValue?.names
        == ["condition", "summary", "facts", "clause"])
    #expect(try refusal("method_unknown", "unknown-method", "vk")?["clause"] == nil)
  }

  @Test(
    "has no quirk of another name",
    arguments: [
      ("vk", ["with": ["nothing"]], 422, "/with/0"),
      ("vk", ["with": ["email-in-body"], "without": ["display-checked", "x"]], 422, "/without/1"),
      ("nothing", [:], 404, nil), ("nothing", ["with": ["email-in-body"]], 422, "/with/0"),
    ] as [(String, JSONValue, Int, String?)])
  func unknown(_ provider: String, _ wish: JSONValue, _ status: Int, _ pointer: String?) throws {
    let reply = try box.control("PUT", "/providers/\(provider)/quirks", wish)
    #expect(reply.status == status, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer)
  }

  @Test(
    "has its switches named as PROVIDER.QUIRK for a new sandbox",
    arguments: [
      (
        ["with": ["vk"]], "/with/0",
        "expected PROVIDER.QUIRK, found \"vk\"; name a quirk of vk, such as vk."
      ),
      (
        ["without": ["vk.email-in-body", "vkk.email-in-body"]], "/without/1",
        "expected PROVIDER.QUIRK, found \"vkk.email-in-body\"; did you mean \"vk\"?"
      ),
      (["with": ["vk.nothing"]], "/with/0", "vk has no quirk \"nothing\""),
      (
        [
          "with": ["vk.email-in-body", "oclc.numbers-are-strings"],
          "without": ["vk.email-in-body", "oclc.numbers-are-strings"],
        ], "/with/1", "the quirk \"numbers-are-strings\" can't be switched on and off at once"
      ),
    ] as [(JSONValue, String, String)])
  func wishes(_ wish: JSONValue, _ pointer: String, _ detail: String) throws {
    let reply = try site.control("POST", "/sandboxes", wish)
    #expect(reply.status == 422)
    let error = reply.json["errors"]?.arrayValue?.first
    #expect(error?["pointer"]?.stringValue == pointer)
    #expect(error?["detail"]?.stringValue?.hasPrefix(detail) == true, "\(reply.text)")
  }

  @Test("is played as a new sandbox asks for: with some quirks, or without some")
  func made() throws {
    for (wish, id, isOn): (JSONValue, String, JSONValue) in [
      (["with": ["vk.version-error-of-2018"]], "version-error-of-2018", true),
      (["without": ["vk.email-in-body"]], "email-in-body", false),
    ] {
      let vk = try site.sandbox(wish).order("GET", "/providers/vk")
      #expect(quirk(id, of: vk)?["on"] == isOn, "\(id)")
    }
  }
}
