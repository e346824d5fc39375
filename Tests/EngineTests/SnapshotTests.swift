import Basics
import ProviderModel
import Testing

@testable import Engine
@testable import Server

/// The state in a snapshot. Each story, too, goes on from a snapshot after each of its steps.
struct SnapshotTests {
  private func labels(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap(\.label)
  }

  @Test(
    "Types that write themselves into a snapshot have the properties that they had when that was written"
  )
  func properties() {
    let grant = Grant(
      number: 1, provider: "p", client: "c", person: nil, type: "t", scopes: [], authTime: 0,
      issued: 0)
    let credential = Credential(
      number: 1, kind: .code, text: "t", grant: grant, scopes: [], audience: [], issued: 0, ends: 1)
    #expect(
      labels(credential) == ["number", "kind", "text", "grant", "issued", "ends", "marks"],
      "Credential.encode")
    #expect(
      labels(LedgerKey(CredentialName(provider: "p", kind: .code, text: "t"))) == ["high", "low"],
      "LedgerKey.encode")
    let state = ServerState(site: Site(ProviderCatalog([Provider]())), cast: Cast())
    #expect(labels(state) == ["site", "cast", "standing", "state"], "ServerState.encode")
    #expect(labels(QuirkSwitches()) == ["with", "without"], "QuirkSwitches.encode")
    #expect(
      labels(Entropy(seed: 1)) == ["seeded", "pool", "left", "key", "fills"], "Entropy.encode")
    #expect(
      labels(Rule()) == [
        "id", "match", "skip", "after", "times", "limit", "effect", "isOn", "source",
      ], "Rule.encode: all but the ID follows from the source")
    #expect(labels(CanonicalParameters.Names([])) == ["list", "digests"], "Names.encode")
  }

  @Test("A rule keeps its counters, its name and whether it is off")
  func rules() throws {
    let visitor = try Visitor("standard")
    let read = try RuleReader(providers: visitor.sandbox.site.providers).rules(
      try JSONReader().read(
        Array(
          #"[{"then": {"condition": "code_expired"}, "skip": 3}, {"id": "off", "then": {"delay": "PT1S"}, "on": false}]"#
            .utf8), file: "rules"
      ).root)
    let ids = visitor.sandbox.rules.add(read)
    let isOff = visitor.sandbox.rules.turn("rule-1", on: false)
    #expect(ids == ["rule-1", "off"] && isOff)
    let again = try visitor.restored()
    let list = again.rules.list
    #expect(list.map(\.rule.id) == ["rule-1", "off"] && list.map(\.rule.isOn) == [false, false])
    #expect(list[0].rule.skip == 3)
    var rules = again.rules
    let more = rules.add(read)
    #expect(more?.first == "rule-2", "the numbers of rules go on")
  }
}
