import ProviderModel
import Testing

/// A fixture's own checks, by phase.
@Suite("A check of a fixture")
struct FixtureCheckTests {
  /// One check in each phase. All but the last look at `login_hint`.
  private static let patch = #"""
    {"checks": {
      "address": {"closed": {"when": {"eq": ["{{query.login_hint}}", "address"]}, "fail": "closed",
        "why": "the site is closed", "remedy": "come back later", "clause": "house rule 1"}},
      "request": {"polite": {"when": {"eq": ["{{req.login_hint}}", "request"]}, "fail": "impolite"}},
      "scope": {"small": {"each": "{{req.scope}}", "when": {"all": [
          {"eq": ["{{req.login_hint}}", "scope"]}, {"eq": ["{{item}}", "email"]}]},
        "fail": "impolite", "why": "the scope {{item}} is too much"}},
      "session": {"guest": {"when": {"eq": ["{{person.username}}", "bob"]}, "fail": "impolite",
        "why": "{{person.username}} is no guest"}}},
     "errors": {"authorize": {
       "closed": {"shape": "refusal", "code": "closed", "text": "Closed."},
       "impolite": {"shape": "redirect", "code": "impolite", "text": "Not {{err.value}}."}}}}
    """#
  private let stage: StandardVisitor
  init() throws { stage = try StandardVisitor(patch: Self.patch) }

  @Test("of the address is told to the person, before the client is known")
  func address() {
    for changes: StandardVisitor.Changes in [[:], ["client_id": "nobody"], ["client_id": nil]] {
      stage.authorize(changes.merging(["login_hint": "address"]) { $1 })
      stage.expectPage(Condition("closed"))
      #expect(stage.visitor.told.why == "the site is closed")
      #expect(stage.visitor.told.remedy == "come back later")
      #expect(stage.visitor.told.clause == "house rule 1")
    }
  }

  @Test("of the request goes to the client, and without words of its own is named")
  func request() throws {
    stage.authorize(["login_hint": "request"])
    try stage.expectRedirect(Condition("impolite"), "impolite")
    #expect(stage.visitor.told.why == "the check polite failed")
    #expect(stage.visitor.told.remedy == "")
    #expect(stage.visitor.told.clause == "checks.request.polite of its provider file")
  }

  @Test("of each scope names the one that failed")
  func scope() throws {
    stage.authorize(["login_hint": "scope"])
    try stage.expectRedirect(Condition("impolite"), "impolite")
    #expect(stage.visitor.told.why == "the scope email is too much")
    #expect(stage.visitor.told.clause == "checks.scope.small of its provider file")
    #expect(try stage.visitor.parameter("error_description") == "Not email.")
    #expect(stage.authorize(["login_hint": "scope", "scope": "openid"]).asksForPassword)
  }

  @Test("of the session comes after sign-in and consent, and goes to the client")
  func session() throws {
    stage.authorize().typePassword("bob")
    #expect(stage.asksForConsent)
    stage.allow()
    try stage.expectRedirect(Condition("impolite"), "impolite")
    #expect(stage.visitor.told.why == "bob is no guest")
    #expect(try !StandardVisitor(patch: Self.patch).code().isEmpty, "alice is one")
  }

  @Test("that holds for nothing refuses nothing")
  func nothing() throws {
    #expect(try !stage.code(["login_hint": "x"]).isEmpty)
  }
}
