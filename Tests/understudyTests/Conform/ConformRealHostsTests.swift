import Basics
import Foundation
import Testing

@Suite("conform with a program that has its provider built in", .timeLimit(.minutes(15)))
struct ConformRealHostsTests {
  private static let client = """
    state=state-of-$OAUTH_TEST_ID
    redirect=https%3A%2F%2Foauth.vk.com%2Fblank.html
    "$BROWSER" "https://oauth.vk.com/authorize?client_id=753197&redirect_uri=$redirect&scope=6&response_type=token&v=5.52&state=$state"
    read -r back || exit 3
    case $back in https://oauth.vk.com/blank.html#*) ;; *) exit 4 ;; esac
    case $back in *"state=$state"*) ;; *) exit 5 ;; esac
    case $back in *error=*) exit 6 ;; esac
    token=${back#*access_token=}; token=${token%%&*}
    curl -s "https://api.vk.com/method/users.get?v=5.52&access_token=$token" | grep -q '"response"' || exit 7

    """

  private static let options = [
    "--provider", "vk", "--only", "impl-happy,impl-state-mismatch,impl-error-access_denied",
  ]

  @Test("leads the provider's own hosts to the examiner, for the program and for its user")
  func led() throws {
    let examined = try Examined(
      Self.options + ["--real-hosts"], script: Self.client, profile: "implicit-native")
    #expect(examined.verdicts.count == 3)
    #expect(examined.verdicts.values.allSatisfy { $0 == "pass" }, "\(examined.result.errors)")
    let careless = Self.client.replacing("exit 5", with: ":")
    let broken = try Examined(
      Self.options + ["--real-hosts"], script: careless, profile: "implicit-native")
    #expect(broken["impl-state-mismatch"] == "fail", "\(broken.result.errors)")
  }

  @Test("and without the option says that the program went elsewhere, and goes nowhere itself")
  func elsewhere() throws {
    let examined = try Examined(
      Self.options, script: Self.client, profile: "implicit-native")
    #expect(examined.result.status == 3)
    #expect(examined.result.errors.contains("it opened https://oauth.vk.com/authorize"))
    #expect(examined.result.errors.contains("--real-hosts"))
  }

  @Test("and asks for a command, which alone can be told where to look")
  func command() throws {
    let result = try Tool([
      "conform", "run", "--profile", "web-rp", "--start-url", "http://127.0.0.1:1/", "--probe-url",
      "http://127.0.0.1:1/me", "--real-hosts",
    ]).finish()
    #expect(result.status == 2 && result.errors.contains("--real-hosts sets variables"))
  }
}
