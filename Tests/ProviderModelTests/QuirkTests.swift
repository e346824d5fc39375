import Testing

@testable import ProviderModel

@Suite("Quirks")
struct QuirkTests {
  private func quirk(
    _ id: String, on: Bool = true, rivals: String? = nil, needs: [String] = []
  ) -> Quirk {
    var quirk = Quirk()
    quirk.id = id
    quirk.on = on
    quirk.rivals = rivals
    quirk.needs = needs
    return quirk
  }

  @Test(
    "wishes switch quirks so",
    arguments: [
      ([], [], "a b rival1"),
      ([], ["a"], "rival1"),
      ([], ["b"], "a rival1"),
      (["rival2"], [], "a b rival2"),
      (["rival1"], [], "a b rival1"),
      (["off"], [], "a b off rival1"),
      (["dependent"], [], "a b dependent off rival1"),
      (["dependent"], ["off"], "a b rival1"),
      (["off"], ["off"], "a b rival1"),
      (["rival2"], ["rival2"], "a b"),
      ([], ["rival1"], "a b"),
      (["unknown"], ["unknown"], "a b rival1"),
    ] as [([String], [String], String)])
  func switched(_ with: [String], _ without: [String], _ on: String) {
    let quirks = [
      quirk("a"), quirk("b", needs: ["a"]), quirk("rival1", rivals: "r"),
      quirk("rival2", on: false, rivals: "r"), quirk("off", on: false),
      quirk("dependent", on: false, needs: ["off"]),
    ]
    let result = FixtureSet.switched(quirks, with: with, without: without)
    #expect(result.sorted().joined(separator: " ") == on)
  }

  @Test("every quirk of every provider changes what is read", arguments: Shipped.ids)
  func alive(_ id: String) throws {
    let set = try Shipped.set()
    let file = try #require(set.file(id))
    let defaults = FixtureSet.switched(file.quirks, with: [], without: [])
    let usual = Merge.ordered(set.tree(file, on: defaults, Diagnostics()))
    for quirk in file.quirks {
      let flipped = FixtureSet.switched(
        file.quirks, with: quirk.on ? [] : [quirk.id], without: quirk.on ? [quirk.id] : [])
      let other = Merge.ordered(set.tree(file, on: flipped, Diagnostics()))
      #expect(other != usual, "\(id).\(quirk.id)")
    }
  }

  @Test("a resolved provider says which of its quirks are on")
  func resolved() throws {
    let set = try Shipped.set()
    func on(_ provider: Provider, _ id: String) -> Bool? {
      provider.quirks.first { $0.id == id }?.on
    }
    let usual = try set.resolve("vk")
    #expect(on(usual, "denial-has-reason") == true)
    #expect(on(usual, "documented-denial") == false)
    let documented = try set.resolve("vk", with: ["documented-denial"])
    #expect(on(documented, "denial-has-reason") == false)
    #expect(on(documented, "documented-denial") == true)
    func denial(_ provider: Provider) -> [String]? {
      provider.errors["authorize"]?.rule(.userDenied)?.facts.map(\.name)
    }
    #expect(denial(documented) == ["code", "text"])
    #expect(denial(usual) == ["code", "text", "reason"])
    #expect(try set.resolve("vk", without: ["redirect-matched-by-path"]).redirect.match == .exact)
    #expect(usual.redirect.match == .path)
  }
}
