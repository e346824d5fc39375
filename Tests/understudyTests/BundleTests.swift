import Basics
import Foundation
import ProviderModel
import Server
import Testing

@testable import understudy

@Suite("The bundle")
struct BundleTests {
  @Test("holds every file of the fixtures folder, as it is")
  func complete() throws {
    let root = fixtures()
    for folder in ["providers", "casts", "scenarios"] {
      let url = root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
        let bytes = try Data(contentsOf: url.appendingPathComponent(name))
        let bundled = EmbeddedFile.fixtures.first { $0.name == "\(folder)/\(name)" }
        #expect(bundled.map { Data($0.bytes) } == bytes, "\(folder)/\(name)")
      }
    }
  }

  private func read() throws -> FixtureSet {
    var set = FixtureSet()
    set.claims = BundledFixtures.providers().claims
    for file in EmbeddedFile.fixtures where file.name.hasPrefix("providers/") {
      try set.add(file.bytes, name: file.name)
    }
    return set
  }

  /// With `UNDERSTUDY_RECORD=1` the index is written anew.
  @Test("has an index with the hosts of each provider as it is resolved")
  func index() throws {
    let set = try read()
    // The index says in which order they are listed; a new file comes last.
    let listed = BundledFixtures.index.map(\.id).filter(set.ids.contains)
    let providers = try (listed + set.ids.filter { !listed.contains($0) }).map { id in
      let provider = try set.resolve(id)
      return BundledProvider(
        id: id, hosts: provider.hosts.map(\.pattern.text),
        readsCertificates: provider.readsCertificates)
    }
    let value: JSONValue = ["providers": JSONValue(.array(providers.map(\.value)))]
    let text = value.text(.pretty(2)) + "\n"
    let file = fixtures().appendingPathComponent("index.json")
    if ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    #expect(BundledFixtures.index == providers)
    // Also the file itself, so that what is bundled can't be an older one.
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(
      EmbeddedFile.fixtures.first { $0.name == "index.json" }?.bytes == Array(text.utf8))
  }

  @Test(
    "reads the errors of a provider later as it would at once",
    arguments: ["standard", "github", "google", "vk"])
  func errors(id: String) throws {
    let atOnce = described(try read().resolve(id))
    #expect(!atOnce.isEmpty)
    let later = described(try BundledFixtures.provider(id))
    #expect(Set(later.keys) == Set(atOnce.keys))
    for (place, text) in atOnce { #expect(later[place] == text, "\(place)") }
  }

  /// Each entry of the tables of errors, by table and condition, with all that is in it but the name of the file.
  private func described(_ provider: Provider) -> [String: String] {
    func text(_ rule: ErrorRule) -> String {
      var text = ""
      dump((rule.shape, rule.status, rule.afterLogin, rule.facts), to: &text)
      return text.replacingOccurrences(of: "bundled:", with: "")
    }
    var all: [String: String] = [:]
    for (name, table) in zip(provider.errors.keys, provider.errors.values) {
      for (condition, rule) in table.entries { all["\(name)/\(condition)"] = text(rule) }
      if let fallback = table.fallback { all["\(name)/*"] = text(fallback) }
    }
    return all
  }

  @Test("names every file of the providers folder in its index, each by the id in it")
  func indexed() throws {
    let folder = fixtures().appendingPathComponent("providers")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(BundledFixtures.index.map { "\($0.id).json" }))
    #expect(names.count == BundledFixtures.index.count)
    for name in names {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect(try FixtureSet.read(Array(bytes), name: name).id + ".json" == name)
    }
    #expect(BundledFixtures.providers().ids == BundledFixtures.index.map(\.id))
  }

  @Test("has scenarios that fit the bundled providers, and don't take one another's rules away")
  func scenarios() throws {
    let set = BundledFixtures.providers()
    let providers = try set.ids.map { try set.resolve($0) }
    var ids: [String] = []
    for scenario in BundledFixtures.scenarios {
      let bytes = try #require(BundledFixtures.scenario(scenario.id))
      let rules = try RuleReader(providers: providers).scenario(bytes, name: scenario.id)
      #expect(!rules.isEmpty && scenario.title != scenario.id)
      ids += rules.map(\.id)
    }
    #expect(ids.count > 10 && Set(ids).count == ids.count)
  }

  @Test("providers are compiled once for all servers, and anew where a given file may change them")
  func shared() throws {
    let (first, second) = (try LoadedFixtures(), try LoadedFixtures())
    let provider = try #require(first.providers.provider("vk"))
    #expect(provider === second.providers.provider("vk"))
    let text = String(
      decoding: try #require(
        EmbeddedFile.fixtures.first { $0.name == "providers/standard.json" }?.bytes), as: UTF8.self)
    let changed = text.replacingOccurrences(
      of: "\"title\": \"Sign in\"", with: "\"title\": \"Come in\"")
    #expect(changed != text)
    let given = try LoadedFixtures(
      providers: [.init(name: "standard.json", bytes: Array(changed.utf8))])
    #expect(given.providers.provider("vk") !== provider)
  }

  @Test("an unknown quirk is refused with a suggestion")
  func switches() {
    #expect(throws: Failure.self) {
      try LoadedFixtures(
        providerFiles: [], castFiles: [], bundled: true, with: ["vk.documented-denail"],
        without: [])
    }
  }

  @Test(
    "switches that contradict one another are refused",
    arguments: [
      (["vk.email-in-body"], ["vk.email-in-body"]),
      (["vk.documented-denial", "vk.denial-has-reason"], []),
      (["standard.fapi2", "standard.no-pushed-requests"], []),
      (["standard.short-device-interval", "standard.no-device-grant"], []),
      (["standard.no-registration", "standard.registration-token"], []),
      (["standard.refresh-reuse-grace", "standard.no-refresh-rotation"], []),
    ])
  func contradictions(_ with: [String], _ without: [String]) {
    #expect(throws: Failure.self) {
      try LoadedFixtures(
        providerFiles: [], castFiles: [], bundled: true, with: with, without: without)
    }
  }

  @Test("a cast may speak of providers that are at hand and not served")
  func unserved() throws {
    let scratch = try Scratch()
    let provider = try scratch.write(madeUpProvider(), to: "made-up.json")
    let cast = try scratch.write(
      madeUpCast.replacingOccurrences(
        of: "\"password\"", with: "\"at\": { \"instagram\": { \"id\": \"1\" } }, \"password\""),
      to: "cast.json")
    let stage = try LoadedFixtures(
      providerFiles: [provider], castFiles: [cast], bundled: false, with: [], without: [])
    #expect(stage.providers.ids == ["made-up"])
    #expect(stage.cast.person("carol")?.at["instagram"] == ["id": "1"])
  }
}
