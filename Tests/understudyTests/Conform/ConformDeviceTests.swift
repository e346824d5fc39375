import Basics
import TestSupport
import Testing

@Suite("conform examines a device", .serialized, .timeLimit(.minutes(15)))
struct ConformDeviceTests {
  /// Polls until it has tokens, and shows its codes as a test says.
  private static func client(showing: String) -> String {
    """
    answer=$(curl -s "$OAUTH_DEVICE_AUTHORIZATION_URL" -d client_id="$OAUTH_CLIENT_ID" -d scope=profile)
    part() { echo "$answer" | sed -n "s/.*\\"$1\\": *\\"\\([^\\"]*\\)\\".*/\\1/p"; }
    \(showing)
    while sleep 1.1; do
      case $(curl -s "$OAUTH_TOKEN_URL" -d client_id="$OAUTH_CLIENT_ID" -d device_code="$(part device_code)" \
        -d grant_type=urn:ietf:params:oauth:grant-type:device_code) in
      *access_token*) exit 0 ;;
      *authorization_pending*) ;;
      *) exit 1 ;;
      esac
    done
    """
  }

  private static let only = ["--only", "dev-happy,dev-shown,dev-complete-uri,canary-stdout"]

  @Test("that prints its code and opens the page in the user's browser")
  func opens() throws {
    let script = Self.client(
      showing: #"echo "Type $(part user_code)"; $BROWSER "$(part verification_uri)""#)
    let examined = try Examined(Self.only, script: script, profile: "device")
    #expect(
      examined.verdicts == [
        "dev-happy": "pass", "dev-shown": "pass", "dev-complete-uri": "pass",
        "canary-stdout": "pass",
      ], "\(examined.result.errors)")
  }

  @Test("that shows its device code, and no address")
  func leaks() throws {
    let script = Self.client(
      showing: #"echo "Type $(part user_code), not $(part device_code)""#)
    let examined = try Examined(Self.only, script: script, profile: "device")
    #expect(
      examined.verdicts == [
        "dev-happy": "pass", "dev-shown": "fail", "dev-complete-uri": "warn",
        "canary-stdout": "warn",
      ], "\(examined.result.errors)")
  }

  @Test("as the person of --as, who is its user")
  func person() throws {
    let script = Self.client(showing: ":").replacing("-d scope=profile", with: "-d scope=openid")
    let examined = try Examined(
      ["--only", "dev-happy", "--as", "nobody-of-the-cast"], script: script, profile: "device")
    #expect(examined["dev-happy"] != "pass", "\(examined.result.errors)")
    let bob = try Examined(
      ["--only", "dev-happy", "--as", "bob"], script: script, profile: "device")
    #expect(bob["dev-happy"] == "pass", "\(bob.result.errors)")
  }

  @Test("and says what is missing where a program asks for no code")
  func hopeless() throws {
    let examined = try Examined(["--only", "dev-happy"], script: "exit 0", profile: "device")
    #expect(examined.result.status == 3)
    #expect(
      examined.result.errors.contains("the client sent no device authorization request")
        && examined.result.errors.contains("OAUTH_DEVICE_AUTHORIZATION_URL"))
  }
}
