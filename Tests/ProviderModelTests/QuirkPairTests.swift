import Basics
import Testing

@testable import ProviderModel

/// Quirks that are right by themselves, and wrong together.
@Suite("Pairs of quirks")
struct QuirkPairTests {
  private func check(_ more: String) throws -> [String] {
    var set = try Shipped.set()
    let text = """
      { "id": "shop", "title": "Shop", "as_of": "2026", "extends": "standard",
        "hosts": { "main": "login.shop.test" },
        "endpoints": {
          "authorize": { "kind": "authorize", "at": "main:/oauth" },
          "token": { "kind": "token", "at": "main:/oauth/token" },
          "help": { "kind": "document", "at": "main:/help", "answer": "help" },
          "me": { "kind": "resource", "at": "main:/api/me" } },
        "shapes": { "help": { "json": {} }, "me": { "json": { "name": "{{person.name}}", "help": "{{links.help}}" } } },
        "quirks": [
          { "id": "no-help", "summary": "No help.", "on": false,
            "evidence": { "grade": "inferred", "source": "a test" },
            "patch": { "endpoints": { "help": null }, "shapes": { "help": null, "me": { "json": { "help": null } } } } },
          { "id": "more-help", "summary": "More help.", "on": false\(more),
            "evidence": { "grade": "inferred", "source": "a test" },
            "patch": { "shapes": { "me": { "json": { "more": "{{links.help}}" } } } } } ] }
      """
    try set.add(Array(text.utf8), name: "shop.json")
    return set.check("shop").map { "\($0.pointer): \($0.sentence)" }
  }

  @Test("are told with both names")
  func pair() throws {
    let findings = try check("")
    #expect(findings.count == 1, "\(findings)")
    #expect(
      findings.first?.hasPrefix(
        "/quirks/1/patch: with \"no-help\" and \"more-help\" on, the placeholder {{links.help}} can't be resolved"
      ) == true, "\(findings)")
  }

  @Test("are fine where they exclude one another")
  func excluded() throws { #expect(try check(#", "excludes": "no-help""#) == []) }
}
