import Basics
import Foundation
import Testing

@Suite("conform over HTTPS", .serialized, .timeLimit(.minutes(15)))
struct ConformHTTPSTests {
  private static let certificates = [
    "rc-tls-expired", "rc-tls-wrong-host", "rc-tls-untrusted-root", "rc-tls-self-signed",
  ]
  private static let only = ["--only", certificates.joined(separator: ",")]

  @Test("gives every address with https, and the client trusts them")
  func addresses() throws {
    let script = """
      case $OAUTH_ISSUER$OAUTH_TOKEN_URL in *http:*) exit 70 ;; esac
      test -s "$SSL_CERT_FILE" || exit 71
      exec "$0" reference-client
      """
    let examined = try Examined(
      ["--https", "--only", "code-happy,code-state-mismatch"], script: script)
    #expect(
      examined.verdicts == ["code-happy": "pass", "code-state-mismatch": "pass"],
      "\(examined.result.errors)")
  }

  @Test("shows a bad certificate in checks that ask for one, and a careful client sends nothing")
  func careful() throws {
    let examined = try Examined(Self.only, try Examined.reference(), profile: "resource")
    #expect(examined["rc-tls-happy"] == "pass")
    for id in Self.certificates { #expect(examined[id] == "pass", "\(id)") }
  }

  @Test("names the certificate that was taken, and no other")
  func careless() throws {
    let examined = try Examined(
      Self.only, try Examined.reference() + ["--fault", "own-key-is-good"], profile: "resource")
    #expect(examined["rc-tls-self-signed"] == "fail" && examined.result.status == 1)
    for id in Self.certificates.dropLast() { #expect(examined[id] == "pass", "\(id)") }
    let row = examined.report["checks"]?.arrayValue?.first {
      $0["id"]?.stringValue == "rc-tls-self-signed"
    }
    let reason = row?["reason"]?.stringValue ?? ""
    #expect(reason.contains("an invalid certificate") && reason.contains("GET"), "\(reason)")
  }

  @Test("proves nothing of a client that speaks no HTTPS, or crashes before it comes to the server")
  func silent() throws {
    let plain = try Examined(
      Self.only, try Examined.reference() + ["--fault", "no-https"], profile: "resource")
    #expect(plain.isGreenNowhere(Self.certificates + ["rc-tls-happy"]))
    let dead = try Examined(
      Self.only,
      script: """
        case $OAUTH_TEST_ID in rc-happy | rc-tls-happy) exec "$0" reference-client ;; esac
        exit 1
        """, profile: "resource")
    #expect(dead["rc-tls-happy"] == "pass")
    for id in Self.certificates { #expect(dead[id] == "inconclusive", "\(id)") }
  }
}
