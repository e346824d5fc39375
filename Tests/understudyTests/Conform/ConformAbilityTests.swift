import Basics
import Testing

/// What no RFC asks of every client is asked of those that do it, and of those that say they do.
@Suite("Abilities show themselves", .serialized, .timeLimit(.minutes(15)))
struct ConformAbilityTests {
  private static let website = [
    "--start-url", "http://127.0.0.1:{port}/login", "--probe-url", "/me",
  ]

  private func native(_ fault: String, _ options: [String]) throws -> Examined {
    try Examined(options, Examined.reference() + ["--fault", fault])
  }

  private func website(_ options: [String], _ client: [String]) throws -> Examined {
    try Examined(
      options + Self.website, Examined.reference() + ["--profile", "web-rp"] + client,
      profile: "web-rp")
  }

  @Test("a client is asked to look at iss, unless it is said that it does not")
  func issuer() throws {
    let checks = ["--only", "iss-mismatch"]
    #expect(try native("any-issuer", checks)["iss-mismatch"] == "fail")
    #expect(try native("any-issuer", checks + ["--no-ability", "iss"])["iss-mismatch"] == "skip")
  }

  @Test("a website that is told its endpoints is not asked how it reads discovery")
  func discovery() throws {
    let checks = ["--only", "rp-discovery-config,rp-discovery-404,rp-idt-nonce-wrong,rp-jwks-down"]
    let told = try website(checks, ["--fault", "no-discovery"])
    #expect(told["rp-discovery-config"] == "skip", "\(told.result.errors)")
    #expect(told["rp-discovery-404"] == "skip")
    #expect(told["rp-idt-nonce-wrong"] == "pass" && told["rp-jwks-down"] == "pass")
    #expect(told.result.status == 0, "\(told.result.errors)")
    let asked = try website(checks + ["--ability", "discovery"], ["--fault", "no-discovery"])
    #expect(asked["rp-discovery-config"] == "fail" && asked["rp-discovery-404"] == "inconclusive")
    let usual = try website(checks, [])
    #expect(Set(usual.verdicts.values) == ["pass"], "\(usual.verdicts)")
  }
}
