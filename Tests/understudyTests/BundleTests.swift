import BundledFixtures
import Foundation
import ProviderModel
import Testing

@testable import understudy

@Suite("The bundle")
struct BundleTests {
  @Test("holds every file of the fixtures folder, as it is")
  func complete() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("fixtures")
    for folder in ["providers", "casts", "scenarios"] {
      let url = root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
        let bytes = try Data(contentsOf: url.appendingPathComponent(name))
        let bundled = BundledFixtures.Bundle.files.first { $0.name == "\(folder)/\(name)" }
        #expect(bundled.map { Data($0.bytes) } == bytes, "\(folder)/\(name)")
      }
    }
  }

  @Test("has no findings")
  func clean() throws {
    let set = try BundledFixtures.Bundle.providers()
    for file in set.files { #expect(set.check(file.id).map(\.description) == []) }
  }

  @Test("has scenarios that fit the bundled providers, and don't take one another's rules away")
  func scenarios() throws {
    let set = try BundledFixtures.Bundle.providers()
    let providers = try set.files.map { try set.resolve($0.id) }
    var ids: [String] = []
    for scenario in BundledFixtures.Bundle.scenarios {
      let bytes = try #require(BundledFixtures.Bundle.scenario(scenario.id))
      let rules = try RuleReader(providers: providers).scenario(bytes, name: scenario.id)
      #expect(!rules.isEmpty && scenario.title != scenario.id)
      ids += rules.map(\.id)
    }
    #expect(ids.count > 10 && Set(ids).count == ids.count)
  }

  @Test("an unknown quirk is refused with a suggestion")
  func switches() {
    #expect(throws: Failure.self) {
      try Stage(
        providerFiles: [], castFiles: [], bundled: true, with: ["vk.documented-denail"],
        without: [])
    }
  }

  @Test(
    "switches that contradict one another are refused",
    arguments: [
      (["vk.email-in-body"], ["vk.email-in-body"]),
      (["vk.documented-denial", "vk.denial-has-reason"], []),
    ])
  func contradictions(_ with: [String], _ without: [String]) {
    #expect(throws: Failure.self) {
      try Stage(providerFiles: [], castFiles: [], bundled: true, with: with, without: without)
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
    let stage = try Stage(
      providerFiles: [provider], castFiles: [cast], bundled: false, with: [], without: [])
    #expect(stage.providers.map(\.id) == ["made-up"])
    #expect(stage.cast.person("carol")?.at["instagram"] == ["id": "1"])
  }
}
