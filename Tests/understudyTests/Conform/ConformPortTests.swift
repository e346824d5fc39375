import Basics
import Testing

@Suite("conform with a port for each run", .timeLimit(.minutes(15)))
struct ConformPortTests {
  /// Knows a host, and the paths below it by heart.
  private static let client = """
    host=$1
    test "$OAUTH_ISSUER" = "$host" || exit 20
    test "$OAUTH_TOKEN_URL" = "$host/token" || exit 21
    curl -sf "$host/.well-known/openid-configuration" | grep -q "\\"issuer\\":\\"$host\\"" || exit 22
    echo "at $host"
    OAUTH_AUTHORIZE_URL=$host/authorize

    """

  private func examined(_ options: [String] = []) throws -> Examined {
    try Examined(
      ["--port-per-test", "--only", "code-happy,code-state-mismatch,code-error-access_denied"]
        + options,
      [
        "/bin/sh", "-c", Self.client + ShellClient.open() + ShellClient.redeem, "client",
        "{origin}",
      ])
  }

  @Test("has the provider at the root of another origin each time")
  func origins() throws {
    let examined = try examined(["--unsafe-show-secrets"])
    #expect(examined.verdicts.count >= 3)
    for id in ["code-happy", "code-state-mismatch", "code-error-access_denied"] {
      #expect(examined[id] == "pass", "\(id): \(examined.result.errors)")
    }
    let checks = examined.report["checks"]?.arrayValue ?? []
    let places = checks.compactMap { $0["output"]?.stringValue }.filter { $0.hasPrefix("at http") }
    #expect(Set(places).count == 3, "\(places)")
  }

  @Test("and over HTTPS")
  func secure() throws {
    let examined = try examined(["--https"])
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
  }

  @Test("needs a command, and no hosts that are built in")
  func mistakes() throws {
    let web = [
      "conform", "run", "--profile", "web-rp", "--start-url", "http://127.0.0.1:1/", "--probe-url",
      "/me", "--port-per-test",
    ]
    let running = try Tool(web).finish()
    #expect(running.status == 2 && running.errors.contains("another port in each run"))
    let both = try Tool(web + ["--real-hosts", "--", "true"]).finish()
    #expect(both.status == 2 && both.errors.contains("use one of them"))
  }
}
