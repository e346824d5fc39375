import Basics
import TestSupport
import Testing

@Suite("conform examines a service that exchanges tokens", .serialized, .timeLimit(.minutes(15)))
struct ConformExchangeTests {
  /// Exchanges the token that it is given, then calls the API with that of a variable.
  private static func client(calling token: String) -> String {
    """
    answer=$(curl -sf "$OAUTH_TOKEN_URL" -u "$OAUTH_CLIENT_ID:$OAUTH_CLIENT_SECRET" \
      -d grant_type=urn:ietf:params:oauth:grant-type:token-exchange -d resource="$OAUTH_RESOURCE_URL" \
      -d subject_token="$OAUTH_SUBJECT_TOKEN" -d subject_token_type="$OAUTH_SUBJECT_TOKEN_TYPE") || exit 1
    new=$(echo "$answer" | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')
    test -n "$new" || exit 1
    curl -sf "$OAUTH_RESOURCE_URL" -H "Authorization: Bearer \(token)" >/dev/null
    """
  }

  private static let only = ["--only", "exch-happy,exch-no-passthrough,exch-target,exch-no-token"]

  @Test("for a token of its own")
  func exchanges() throws {
    let examined = try Examined(
      Self.only, script: Self.client(calling: "$new"), profile: "exchange")
    #expect(
      examined.verdicts == [
        "exch-happy": "pass", "exch-no-passthrough": "pass", "exch-target": "pass",
        "exch-no-token": "pass",
      ], "\(examined.result.errors)")
  }

  @Test("and calls the API with the token that it was given")
  func passesThrough() throws {
    let examined = try Examined(
      Self.only, script: Self.client(calling: "$OAUTH_SUBJECT_TOKEN"), profile: "exchange")
    #expect(examined["exch-no-passthrough"] == "warn", "\(examined.result.errors)")
  }

  @Test("and says what is missing where a program exchanges nothing")
  func hopeless() throws {
    let examined = try Examined(["--only", "exch-happy"], script: "exit 0", profile: "exchange")
    #expect(examined.result.status == 3)
    #expect(
      examined.result.errors.contains("the client sent no token request")
        && examined.result.errors.contains("OAUTH_SUBJECT_TOKEN"), "\(examined.result.errors)")
  }

  @Test("but by no page")
  func page() throws {
    let served = try Tool.run("conform", "serve", "--profile", "exchange", "--port", "0")
    #expect(served.status == 2 && served.errors.contains("conform run"), "\(served.errors)")
  }
}
