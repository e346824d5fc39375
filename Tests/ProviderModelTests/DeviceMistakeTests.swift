import Basics
import Testing

@testable import ProviderModel

/// The parts of the device grant need each other.
@Suite("A device grant with a mistake")
struct DeviceMistakeTests {
  @Test("a page for user codes has a field for them")
  func field() throws {
    let findings = try Shipped.findings(
      #"{"templates": {"user-code": "<form method=post action={{page.action}}></form>"}}"#)
    #expect(
      findings.contains {
        $0.hasPrefix(
          "/pages/user-code: nobody can type the user code: the page \"user-code\" has no field \"user_code\""
        )
      }, "\(findings)")
  }

  @Test("buttons of a consent page do what they say", arguments: ["allow", "deny"])
  func buttons(_ value: String) throws {
    let findings = try Shipped.findings(
      #"{"endpoints": {"consent": {"denied": {"eq": ["{{form.decision}}", "\#(value)"]}}}}"#)
    #expect(
      findings.contains {
        $0.hasPrefix(
          "/endpoints/consent/denied: the button of the page \"consent\" that allows sends decision=allow, which makes this true"
        )
      } == (value == "allow"), "\(findings)")
  }

  private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

  private func findings(_ patch: String) throws -> [String] { try Shipped.findings(patch) }

  @Test("is fine as it ships")
  func fine() throws { #expect(try findings("{}").isEmpty) }

  @Test(
    "is told which part is missing",
    arguments: [
      (
        #"{"token": {"grants": {"\#(grant)": null}}}"#,
        "/endpoints/device_authorization: a device has no grant to poll with; add a grant of the kind device to token.grants"
      ),
      (
        #"""
        {"endpoints": {"device_authorization": null}, "links": {"device_authorization": null},
         "shapes": {"device_authorization": null, "metadata": {"json": {"device_authorization_endpoint": null}}}}
        """#,
        "/token/grants/\(grant): a device has no address to ask at; add an endpoint of the kind device_authorization"
      ),
      (
        #"{"endpoints": {"device": null}}"#,
        "/token/grants/\(grant): a person has no page to type the user code at; add an endpoint of the kind device"
      ),
      (
        #"{"credentials": {"user_code": null}}"#,
        "/token/grants/\(grant): a device needs the credential user_code; add it to credentials"
      ),
      (
        #"{"credentials": {"device_code": {"lifetime": 0}}}"#,
        "/credentials/device_code: a device code ends (RFC 8628 §3.2); give it a lifetime in seconds"
      ),
      (
        #"{"credentials": {"device_code": {"lifetime": null}}}"#,
        "/credentials/device_code: a device code ends (RFC 8628 §3.2); give it a lifetime in seconds"
      ),
      (
        #"{"credentials": {"user_code": {"value": null, "jwt": {"alg": "RS256", "header": {}, "claims": {}}}}}"#,
        "/credentials/user_code: a user_code is looked up and not read; give it a value and no jwt"
      ),
      (
        #"{"credentials": {"user_code": {"value": "--"}}}"#,
        "/credentials/user_code: nobody can type the user code \"--\"; give it letters or digits, and at most 64 bytes"
      ),
      (
        #"{"credentials": {"user_code": {"value": "{{rand:[A]{60}}}-{{rand:[A]{20}}}"}}}"#,
        "/credentials/user_code: nobody can type the user code \"AAAAA"
      ),
      (
        #"{"credentials": {"user_code": {"lifetime": 60}}}"#,
        "/credentials/user_code/lifetime: a user code ends with its device code (RFC 8628 §3.2); leave lifetime out"
      ),
      (
        #"{"pages": {"user-code": {"fields": {"user_code": "otc"}}}}"#,
        "/endpoints/device: its pages have different fields for the user code, \"otc\" and \"user_code\"; give both the same one"
      ),
      (
        #"{"endpoints": {"device": {"methods": ["GET"]}}}"#,
        "/endpoints/device/methods: an endpoint of the kind device shows a form and gets it back; its methods are GET and POST"
      ),
      (
        #"{"endpoints": {"device": {"methods": ["POST"]}}}"#,
        "/endpoints/device/methods: an endpoint of the kind device shows a form and gets it back; its methods are GET and POST"
      ),
      (
        #"{"token": {"parameters": {"device_code": null}}}"#,
        "/token/parameters: the grant \"\(grant)\" needs the parameter device_code, which is not read; add \"device_code\": {} to token.parameters"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test(
    "is told which member of its page is missing",
    arguments: ["page", "asks", "then", "on_failure"])
  func members(name: String) throws {
    let findings = try findings(#"{"endpoints": {"device": {"\#(name)": null}}}"#)
    #expect(
      findings.contains {
        $0.hasPrefix(
          "/endpoints/device: an endpoint of the kind device needs the member \"\(name)\":")
      }, "\(findings)")
  }

  /// A provider that inherits everything but what belongs to one service.
  private static let television = """
    { "schema": 1, "id": "tv", "title": "TV", "as_of": "2026", "extends": "standard",
      "hosts": { "main": "tv.test" }, "ticket": "[A-Z]{32}",
      "endpoints": {
        "login": { "kind": "login", "at": "main:/login", "methods": ["POST"], "ticket": "ticket" },
        "consent": {
          "kind": "consent", "at": "main:/consent", "methods": ["POST"], "ticket": "ticket",
          "denied": { "eq": ["{{form.decision}}", "deny"] }
        },
        "deny": { "kind": "deny", "at": "main:/deny", "ticket": "ticket" },
        "token": { "kind": "token", "at": "main:/token", "methods": ["POST"], "read": { "form": true } },
        "start": {
          "kind": "device_authorization", "at": "main:/start", "methods": ["POST"], "read": { "form": true },
          "answer": "start"
        },
        "activate": {
          "kind": "device", "at": "main:/activate", "methods": ["GET", "POST"], "ticket": "ticket",
          "page": "user-code", "asks": "user-code-confirm", "then": "connected", "on_failure": "denied"
        },
        "connected": { "kind": "page", "at": "main:/connected", "page": "device-connected" },
        "denied": { "kind": "page", "at": "main:/denied", "page": "device-denied" }
      },
      "links": {
        "login": { "to": "login" }, "consent": { "to": "consent" },
        "deny": { "to": "deny", "query": { "ticket": "{{txn.id}}" } },
        "connected": { "to": "connected" }, "denied": { "to": "denied" }
      },
      "flow": { "stages": { "login": { "kind": "login" }, "consent": { "kind": "consent" } } },
      "token": {
        "parameters": { "grant_type": {}, "client_id": {}, "client_secret": {}, "scope": {}, "device_code": {} },
        "client_auth": { "none": true },
        "grants": { "device": { "kind": "device", "answer": "tokens", "issues": { "access": true } } }
      },
      "shapes": {
        "tokens": { "json": { "access_token": "{{tok.access.value}}" } },
        "start": { "json": { "code": "{{tok.device_code.value}}", "user_code": "{{device.user_code}}" } }
      } }
    """

  @Test("is whole with its own addresses: pages, credentials and refusals are inherited")
  func inherited() throws {
    var set = try Shipped.set()
    try set.add(Array(Self.television.utf8), name: "tv.json")
    #expect(set.check("tv").map(\.sentence) == [])
    let provider = try set.resolve("tv")
    let page = try #require(provider.endpoint(.device))
    #expect(provider.errorRule(.userCodeUnknown, in: page.errorTable) != nil)
    #expect(page.attempts == RateLimit(most: 20, seconds: 600))
    #expect(provider.token.grants.first?.rule.interval == 5)
  }

  @Test("is whole also where a provider between the two has no devices")
  func inheritedTwice() throws {
    var set = try Shipped.set()
    let plain =
      #"{"schema": 1, "id": "plain", "title": "Plain", "as_of": "2026", "extends": "standard", "hosts": {"main": "plain.test"}}"#
    try set.add(Array(plain.utf8), name: "plain.json")
    let television = Self.television.replacing(
      #""extends": "standard""#, with: #""extends": "plain""#)
    try set.add(Array(television.utf8), name: "tv.json")
    #expect(set.check("tv").map(\.sentence) == [])
  }

  @Test("can't issue a device code in an answer or a grant")
  func issued() throws {
    let findings = try findings(#"{"answers": {"code": {"issues": {"device_code": true}}}}"#)
    #expect(findings.contains { $0.hasPrefix("/answers/code/issues") }, "\(findings)")
  }

  @Test("has an interval of an hour or less, and attempts only at its page")
  func bounds() throws {
    let long = try findings(#"{"token": {"grants": {"\#(Self.grant)": {"interval": 3601}}}}"#)
    #expect(long.contains { $0.hasPrefix("/token/grants") && $0.contains("3600") }, "\(long)")
    let elsewhere = try findings(
      #"{"endpoints": {"login": {"attempts": {"most": 1, "seconds": 1}}}}"#)
    #expect(elsewhere.contains { $0.hasPrefix("/endpoints/login/attempts") }, "\(elsewhere)")
  }
}
