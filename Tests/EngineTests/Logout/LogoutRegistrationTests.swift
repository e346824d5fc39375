import ProviderModel
import Testing

@testable import Engine

/// The addresses at which a client is told of logouts, in its metadata.
@Suite("The metadata of a client about logouts")
struct LogoutRegistrationTests {
  private static let back = "\"backchannel_logout_uri\": \"https://app.example/back\""
  private static let front = "\"frontchannel_logout_uri\": \"https://app.example/front\""

  @Test("is registered, and comes back")
  func registered() throws {
    let standard = try RegistrationVisitor()
    let client = try standard.registered(
      ", \(Self.back), \(Self.front), \"backchannel_logout_session_required\": true, \"frontchannel_logout_session_required\": false"
    )
    #expect(try standard.visitor.member("backchannel_logout_uri") == "https://app.example/back")
    #expect(try standard.visitor.member("frontchannel_logout_uri") == "https://app.example/front")
    #expect(standard.visitor.page.contains("\"backchannel_logout_session_required\":true"))
    #expect(standard.visitor.page.contains("\"frontchannel_logout_session_required\":false"))
    let known = standard.visitor.sandbox.client(client.id, at: "standard")
    #expect(known?.backChannelLogoutURI == "https://app.example/back")
    #expect(known?.frontChannelLogoutURI == "https://app.example/front")
  }

  @Test(
    "is refused with a value that can't be called",
    arguments: [
      (
        "\"backchannel_logout_uri\": \"app:/back\"",
        "backchannel_logout_uri is app:/back, which is no web"
      ),
      (
        "\"backchannel_logout_uri\": \"https://app.example/b#f\"",
        "backchannel_logout_uri is https://app.example/b#f, which has a fragment"
      ),
      ("\"backchannel_logout_uri\": 1", "backchannel_logout_uri is a number"),
      (
        "\"frontchannel_logout_uri\": \"https://other.example/front\"",
        "frontchannel_logout_uri is https://other.example/front, and no redirect URI has"
      ),
      (
        "\"frontchannel_logout_uri\": \"http://app.example/front\"",
        "frontchannel_logout_uri is http://app.example/front, and no redirect URI has"
      ),
      (
        "\"backchannel_logout_session_required\": \"yes\"",
        "backchannel_logout_session_required is a string"
      ),
    ])
  func refused(_ member: String, _ why: String) throws {
    let standard = try RegistrationVisitor()
    #expect(
      try standard.register("{\"redirect_uris\": [\"\(RegistrationVisitor.callback)\"], \(member)}")
        == 400)
    #expect(standard.condition == .metadataInvalid)
    #expect(standard.visitor.told.why?.hasPrefix(why) == true, "\(standard.visitor.told.why ?? "")")
  }

  @Test("is left out where the provider tells nobody")
  func switchedOff() throws {
    let standard = try RegistrationVisitor(
      with: ["no-back-channel-logout", "no-front-channel-logout"])
    _ = try standard.registered(", \(Self.back), \(Self.front)")
    #expect(!standard.visitor.page.contains("channel_logout"))
  }

  @Test("is checked in a cast")
  func cast() throws {
    func findings(_ member: String) -> [String] {
      let client =
        "{\"provider\": \"standard\", \"client_id\": \"c\", \"redirect_uris\": [\"https://a.test\"], \(member)}"
      do {
        _ = try Visitor.stage(
          "standard", [], [], "{\"schema\": 1, \"kind\": \"cast\", \"clients\": [\(client)]}")
        return []
      } catch {
        return (error as? FixtureError)?.findings.map(\.sentence) ?? ["\(error)"]
      }
    }
    #expect(findings(Self.back) == [] && findings(Self.front) == [])
    #expect(
      findings("\"backchannel_logout_uri\": \"x\"")
        == ["\"x\" is no web address, such as https://app.example.test/logout"])
    #expect(
      findings("\"frontchannel_logout_uri\": \"https://a.test/#b\"")
        == ["\"https://a.test/#b\" has a fragment (OpenID Connect Back-Channel Logout §2.2)"])
  }
}
