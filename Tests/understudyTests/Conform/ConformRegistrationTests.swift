import Basics
import TestSupport
import Testing

@Suite("conform examines a client that registers itself", .serialized, .timeLimit(.minutes(15)))
struct ConformRegistrationTests {
  /// Reads the metadata for nothing, registers, signs in and redeems its code. What it registers and keeps, a test says.
  private static func client(_ metadata: String, keeping: String = "rm -f \"$HOME/id\"") -> String {
    """
    curl -s "$OAUTH_ISSUER/.well-known/openid-configuration" >"$HOME/metadata"
    \(keeping)
    [ -s "$HOME/id" ] || curl -s "$OAUTH_ISSUER/register" -H 'Content-Type: application/json' \
      -d '{"redirect_uris": ["com.example.app:/cb"], \(metadata)}' \
      | sed -n 's/.*"client_id": *"\\([^"]*\\)".*/\\1/p' >"$HOME/id"
    [ -z "$OAUTH_CLIENT_ID$OAUTH_CLIENT_SECRET$OAUTH_REDIRECT_URI" ] || exit 2
    OAUTH_CLIENT_ID=$(cat "$HOME/id")
    [ -n "$OAUTH_CLIENT_ID" ] || exit 1

    """ + ShellClient.open() + ShellClient.redeem
  }

  private static let native = #""token_endpoint_auth_method": "none", "application_type": "native""#

  @Test("that knows the registration endpoint by heart")
  func byHeart() throws {
    let examined = try Examined(
      [
        "--only",
        "dcr-happy,dcr-endpoint,dcr-application-type,dcr-no-client-id,dcr-kept,dcr-no-endpoint",
      ],
      script: Self.client(Self.native), profile: "registration")
    #expect(
      examined.verdicts == [
        "dcr-happy": "pass", "dcr-endpoint": "warn", "dcr-application-type": "pass",
        "dcr-no-client-id": "pass", "dcr-kept": "skip", "dcr-no-endpoint": "warn",
      ], "\(examined.result.errors)")
  }

  @Test("that registers as a web application, and keeps one client_id for all issuers")
  func keeps() throws {
    let metadata = #""token_endpoint_auth_method": "none""#
    let examined = try Examined(
      ["--only", "dcr-application-type,dcr-kept,dcr-per-issuer"],
      script: Self.client(metadata, keeping: ""), profile: "registration")
    #expect(
      examined.verdicts == [
        "dcr-happy": "pass", "dcr-application-type": "warn", "dcr-kept": "pass",
        "dcr-per-issuer": "warn",
      ], "\(examined.result.errors)")
  }

  @Test("that guesses an address outside of the issuer")
  func guesses() throws {
    let script = Self.client(Self.native).replacing(
      #""$OAUTH_ISSUER/register""#,
      with: #""$(sed -n 's/.*"registration_endpoint": *"\([^"]*\)".*/\1/p' "$HOME/metadata")""#
    ).replacing(
      "[ -z \"$OAUTH_CLIENT_ID$",
      with:
        #"grep -q registration_endpoint "$HOME/metadata" || curl -s "${OAUTH_ISSUER%%/_sandbox*}/register" -H 'Content-Type: application/json' -d '{}'"#
        + "\n[ -z \"$OAUTH_CLIENT_ID$")
    let examined = try Examined(
      ["--only", "dcr-endpoint,dcr-no-endpoint"], script: script, profile: "registration")
    #expect(
      examined.verdicts == [
        "dcr-happy": "pass", "dcr-endpoint": "pass", "dcr-no-endpoint": "warn",
      ], "\(examined.result.errors)")
  }

  @Test("and says what is missing where a program registers nothing")
  func hopeless() throws {
    let examined = try Examined(["--only", "dcr-happy"], script: "exit 0", profile: "registration")
    #expect(examined.result.status == 3)
    #expect(
      examined.result.errors.contains("the client sent no registration, so it can't be examined")
        && examined.result.errors.contains("registration_endpoint"))
  }

  @Test(
    "and takes no registration from the command line",
    arguments: [
      ["--client-id", "mine"], ["--client-secret", "mine"], ["--auth-method", "none"],
      ["--redirect-uri", "http://127.0.0.1/cb"],
    ])
  func told(_ options: [String]) throws {
    let examined = try Examined(
      ["--only", "dcr-happy"] + options, script: "exit 0", profile: "registration")
    #expect(examined.result.status == 2)
    #expect(examined.result.errors.contains("registers itself"), "\(examined.result.errors)")
  }
}
