import Basics
import Testing

@testable import Examiner

@Suite("The selection of checks")
struct CheckSelectionTests {
  private func plan(_ profile: String, _ set: (inout CheckSelection) -> Void) throws
    -> Examination.Plan
  {
    var selection = CheckSelection()
    set(&selection)
    let found = try #require(Catalogue.bundled.profile(profile))
    return try selection.plan(found, .bundled, ClientPlan())
  }

  @Test("some checks alone leave the passive ones out, and the report says so")
  func leftOut() throws {
    let plan = try plan("native-code") { $0.only = ["code-state-missing"] }
    #expect(plan.passive.isEmpty && plan.leftOut > 20)
    #expect(plan.checks.map(\.id).sorted() == ["code-happy", "code-state-missing"])
    #expect(try self.plan("native-code") { _ in }.leftOut == 0)
    var report = SampleRun.report
    report.leftOut = 2
    let text = TextReport(run: report, style: TextStyle()).text
    #expect(text.contains("\n2 passive checks left out by --only.\n"))
  }

  @Test("a passive check that compares has enough runs, whatever else is asked for")
  func comparisons() throws {
    let only = ["state-unique", "code-state-missing"]
    let plan = try plan("native-code") { $0.only = only }
    #expect(plan.checks.count { $0.expect == .accepted } >= ProtectionJudges.least)
    let comparing = Catalogue.bundled.passive.filter(\.comparesSignIns).map(\.id).sorted()
    #expect(
      comparing == ["dpop-jti-unique", "nonce-unique", "pkce-verifier-unique", "state-unique"])
  }

  @Test(
    "a server is signed in to several times where no other check does so",
    arguments: ["web-oauth", "web-rp"])
  func comparisonsOfServers(profile: String) throws {
    let plan = try plan(profile) { $0.only = ["state-unique"] }
    let logins = plan.checks.filter { $0.expect == .accepted }.reduce(0) { $0 + $1.agent.logins }
    #expect(logins >= ProtectionJudges.least)
  }

  @Test("a page that signs its user out is an ability of its own")
  func signOut() throws {
    let profile = try #require(Catalogue.bundled.profile("web-rp"))
    var client = ClientPlan()
    client.logoutURL = "/logout"
    let plan = try CheckSelection().plan(profile, .bundled, client)
    #expect(plan.abilities.contains("sign-out") && !plan.abilities.contains("logout"))
  }

  @Test("a shared check rests on a control of the profile that shares it")
  func sharedControl() throws {
    let profile = try #require(Catalogue.bundled.profile("mcp"))
    let check = try #require(profile.checks.first { $0.id == "code-tls-happy" })
    #expect(check.control == "mcp-happy")
    #expect(Catalogue.bundled.check("code-tls-happy")?.control == "code-happy")
  }

  @Test("a redirect URI on the loopback names the port of the website")
  func redirectURI() {
    let uris: JSONValue = [
      "redirect_uris": ["http://127.0.0.1/cb", "http://127.0.0.1:1/cb", "https://a.test/cb"]
    ]
    #expect(
      ClientFacts(uris).listening(at: 8080).redirectURIs
        == ["http://127.0.0.1:8080/cb", "http://127.0.0.1:1/cb", "https://a.test/cb"])
    #expect(ClientFacts(uris).listening(at: nil).redirectURIs.first == "http://127.0.0.1/cb")
    var plan = ClientPlan()
    plan.startURL = "http://127.0.0.1:5000/login"
    #expect(plan.sitePort == 5000)
    plan.startURL = "http://127.0.0.1:{port}/login"
    #expect(plan.sitePort == nil)
  }
}
