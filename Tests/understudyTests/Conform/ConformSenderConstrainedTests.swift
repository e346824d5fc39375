import Basics
import TestSupport
import Testing

@Suite("conform examines what is pushed, proved and signed", .serialized, .timeLimit(.minutes(15)))
struct ConformSenderConstrainedTests {
  private static let profile = "sender-constrained"
  private static let redirect = "com.example.app%3A%2Fcb"

  /// Pushes its request, and does neither of the others.
  private static func client(pushing: String = "response_type=code&scope=openid") -> String {
    """
    verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
    challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
    state=state-of-$OAUTH_TEST_ID-$$
    redirect='\(redirect)'
    uri=$(curl -s "$OAUTH_PUSHED_AUTHORIZATION_URL" -d "client_id=$OAUTH_CLIENT_ID&redirect_uri=$redirect&state=$state&code_challenge=$challenge&code_challenge_method=S256&\(pushing)" | sed -n 's/.*"request_uri": *"\\([^"]*\\)".*/\\1/p')
    [ -n "$uri" ] || exit 10
    $BROWSER "$OAUTH_AUTHORIZE_URL?client_id=$OAUTH_CLIENT_ID&request_uri=$uri" || exit 9

    """ + ShellClient.redeem
  }

  private func examine(
    _ only: String, script: String, _ options: [String] = []
  ) throws -> Examined {
    try Examined(
      ["--only", only, "--redirect-uri", "com.example.app:/cb"] + options, script: script,
      profile: Self.profile)
  }

  @Test("of a client that pushes, and neither proves nor signs")
  func pushes() throws {
    let examined = try examine(
      "par-required,par-error,par-minimal,pkce-present,dpop-as-nonce,dpop-typ,jwt-auth-jti",
      script: Self.client())
    #expect(
      examined.verdicts == [
        "sc-happy": "pass", "par-required": "pass", "par-error": "pass", "par-minimal": "pass",
        "pkce-present": "pass", "dpop-as-nonce": "skip", "dpop-typ": "skip",
        "jwt-auth-jti": "skip",
      ], "\(examined.result.errors)")
    #expect(examined.result.status == 0)
  }

  @Test("and says why a push is refused each time")
  func refused() throws {
    let examined = try examine("sc-happy", script: Self.client(pushing: "scope=openid"))
    #expect(examined["sc-happy"] == "fail", "\(examined.result.errors)")
    #expect(
      examined.result.errors.contains("the provider refused POST")
        && examined.result.errors.contains("response_type"), "\(examined.result.errors)")
  }

  @Test("of a client that is registered for private_key_jwt")
  func confidential() throws {
    let examined = try Examined(
      ["--only", "jwt-auth-retry,par-auth", "--auth-method", "private_key_jwt"],
      try Examined.reference(), profile: Self.profile)
    #expect(
      examined.verdicts == [
        "sc-happy": "pass", "dpop-as-nonce": "pass", "jwt-auth-retry": "pass", "par-auth": "pass",
      ], "\(examined.result.errors)")
  }

  @Test("and tells no key to a client with keys of its own")
  func ownKeys() throws {
    let folder = try Files.temporaryFolder()
    defer { Files.removeFolder(folder) }
    let path = "\(folder)/keys.json"
    try Files.write(
      #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"}]}"#,
      to: path)
    let script = #"[ -z "$OAUTH_CLIENT_KEY$OAUTH_CLIENT_JWK" ] || exit 20"# + "\n"
    let examined = try examine("sc-happy", script: script + Self.client(), ["--jwks", path])
    #expect(examined["sc-happy"] == "pass", "\(examined.result.errors)")
    let told = try examine("sc-happy", script: script + Self.client())
    #expect(told.result.status == 3)
    try Files.write("{}", to: path)
    let wrong = try examine("sc-happy", script: "exit 0", ["--jwks", path])
    #expect(wrong.result.errors.contains("expected a JWK set"), "\(wrong.result.errors)")
  }
}
