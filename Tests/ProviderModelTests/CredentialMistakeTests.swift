import Basics
import Testing

@testable import ProviderModel

@Suite("A credential that tells nobody apart")
struct CredentialMistakeTests {
  private static func patch(_ kind: String, _ value: String, _ more: String = "") -> String {
    #"{"credentials": {"\#(kind)": {"jwt": null, "value": \#(value)}}\#(more)}"#
  }
  private static let remedy = ", for example {{rand:[A-Za-z0-9_-]{43}}}"

  @Test(
    "is refused at its place",
    arguments: [
      (
        patch("refresh", #""secret""#),
        "/credentials/refresh/value: people could get the same refresh token, as it has no random text; it needs 64 bits\(remedy)"
      ),
      (
        patch("access", #""{{person.sub}}-{{rand:[0-9]{12}}}""#),
        "/credentials/access/value: people could get the same access token, as it has 39 bits of random text; it needs 64 bits\(remedy)"
      ),
      (
        patch("code", #""{{rand:(a|b)[01]{2}x*}}""#),
        "/credentials/code/value: people could get the same code, as it has 3 bits of random text; it needs 20 bits\(remedy)"
      ),
      (
        patch(
          "refresh",
          #"{"$if": {"has": "req.state"}, "then": "{{rand:[a-z]{20}}}", "else": ["a", "b"]}"#),
        "/credentials/refresh/value: people could get the same refresh token, as it has no random text; it needs 64 bits\(remedy)"
      ),
      (
        patch("refresh", #"{"$if": {"has": "req.state"}, "then": "{{rand:[a-z]{20}}}"}"#),
        "/credentials/refresh/value: expected a member \"else\", found none"
      ),
      (
        patch(
          "refresh", #""{{> part}}{{#if req.state}}{{> part}}{{/if}}""#,
          #", "templates": {"part": "{{rand:[0-9]{4}}}"}"#),
        "/credentials/refresh/value: people could get the same refresh token, as it has 13 bits of random text; it needs 64 bits\(remedy)"
      ),
      (
        patch("refresh", #""{{person.name?}}{{rand:[a-z]{20}}}""#),
        "/credentials/refresh/value: a credential always has a text; leave out the ? behind the placeholder"
      ),
      (
        patch("refresh", #""{{#each grant.scope}}{{item}}{{/each}}{{rand:[a-z]{20}}}""#),
        "/credentials/refresh/value: a list can make a credential too long; use the filter join in place of {{#each}}"
      ),
      (
        patch("refresh", #""{{rand:[a-z]{4000}[a-z]{4000}}}{{rand:[a-z]{400}}}""#),
        "/credentials/refresh/value: the text could be 8402 bytes long; at most 8192 fit in a header"
      ),
      (
        #"{"credentials": {"access": {"value": null, "jwt": {"when": null, "claims": {"jti": null, "sub": null, "$claims": null}}}}}"#,
        "/credentials/access/jwt/claims"
      ),
    ])
  func mistakes(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
  }

  @Test(
    "is fine with enough chance in every case",
    arguments: [
      patch(
        "refresh", #"["a{{#if req.state}}b{{else}}c{{/if}}.", "{{> part}}"]"#,
        #", "templates": {"part": "{{rand:[0-9]{20}}}"}"#),
      patch("code", #""{{rand:[0-9]{10}}}""#),
      patch(
        "refresh",
        #"{"$if": {"has": "req.state"}, "then": "{{rand:[a-z]{20}}}", "else": "x{{rand:[0-9a-f]{16}}}"}"#
      ),
    ])
  func fine(patch: String) throws {
    let findings = try Shipped.findings(patch).filter { $0.hasPrefix("/credentials") }
    #expect(findings.isEmpty, "\(findings)")
  }
}
