import Basics
import Server
import Testing

/// The data of the landing page: what its script has to know to try a provider.
@Suite("A try's plan")
struct TryPlanTests {
  private static let shared = Result { try House() }

  private func plan(_ provider: String, of house: House? = nil) throws -> JSONValue {
    let page = try (house ?? Self.shared.get()).send(
      .get, "/_understudy/landing?try=\(provider)&type=code"
    ).text
    let data = try #require(page.components(separatedBy: " id=\"data\">").last)
    let text = try #require(data.components(separatedBy: "</script>").first)
    return try #require(try JSONReader().read(Array(text.utf8), file: "data").root["try"])
  }

  /// How the page calls an endpoint: "POST token form access_token".
  private func call(_ call: JSONValue?) -> String {
    ["method", "name", "place", "scheme", "parameter"].compactMap { call?[$0]?.stringValue }
      .joined(separator: " ")
  }

  @Test(
    "says how each endpoint is called",
    arguments: [
      (
        "standard", ["GET userinfo query Bearer"], "POST introspect form token",
        "POST revoke form token", "GET jwks query"
      ),
      (
        "instagram", ["GET self query access_token", "GET graph-me query Bearer"], "", "", ""
      ),
      ("vk", ["GET users.get query access_token"], "", "", ""),
      ("azure-ad-b2c", ["GET tasks query Bearer"], "", "", "GET keys query"),
      ("oclc", ["GET me query Bearer"], "", "POST revoke query token", ""),
    ])
  func calls(
    _ provider: String, _ resources: [String], _ introspect: String, _ revoke: String,
    _ keys: String
  ) throws {
    let plan = try plan(provider)
    #expect(plan["resources"]?.arrayValue?.map(call) == resources)
    #expect(call(plan["introspect"]) == introspect)
    #expect(call(plan["revoke"]) == revoke)
    #expect(call(plan["keys"]) == keys)
    #expect(call(plan["token"]) == "POST token form")
  }

  @Test(
    "asks for what shows something of a person, in a mode that allows it",
    arguments: [
      ("google", "openid email profile", nil), ("apple", "openid name email", "form_post"),
      ("keycloak", "openid profile email", nil), ("github", "read:user user:email", nil),
    ] as [(String, String, String?)])
  func scopes(_ provider: String, _ scope: String, _ mode: String?) throws {
    let plan = try plan(provider)
    #expect(plan["scope"]?.stringValue == scope)
    #expect(plan["mode"]?.stringValue == mode)
  }

  @Test("is there wherever somebody can sign in, and a card has its button")
  func everywhere() throws {
    let house = try Self.shared.get()
    let front = try house.send(.get, "/").text
    for provider in BundledFixtures.index.map(\.id) {
      let isForWorkloads = ["github-actions", "kubernetes"].contains(provider)
      let isTried = front.contains("landing?try=\(provider)&amp;type=")
      #expect(isTried != isForWorkloads, "\(provider)")
    }
  }

  @Test("reads documents by GET, and posts to everything else that answers both")
  func methods() throws {
    let house = try House(
      staging: LoadedFixtures(providers: [FrontPageTests.own], bundled: false))
    let plan = try plan("own", of: house)
    #expect(call(plan["keys"]) == "GET keys query")
    #expect(call(plan["introspect"]) == "POST introspect form token")
  }

  @Test("is that of the landing page, not of an app, for a client with a web redirect URI")
  func webClient() throws {
    let page = try House().send(
      .get, "/_understudy/landing?try=standard&client=web&type=code")
    #expect(page.status == .ok && page.text.contains(" id=\"data\">"))
    #expect(!page.text.contains("This sign-in ends at"))
  }
}
