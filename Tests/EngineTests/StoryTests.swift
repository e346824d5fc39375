import Basics
import Foundation
import HTTPTypes
import Server
import Testing

/// What people and programs do at each provider, written down in `Stories/ID.json`, and what they are answered, in
/// `Transcripts/ID-STORY.http`. Tests/EngineTests/Stories/README.md describes the steps.
@Suite("Stories")
struct StoryTests {
  static let stories: [Story] = {
    let folder = Story.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().flatMap { name in
      (try? Story.read(folder.appendingPathComponent(name))) ?? []
    }
  }()

  @Test("read as they were recorded", arguments: stories)
  func told(_ story: Story) throws {
    try TranscriptTests.compare("\(story.provider)-\(story.name)", story.tell().transcriptOfStory)
  }

  @Test(
    "read the same over a socket", .disabled(if: TranscriptTests.records),
    arguments: stories.filter { !$0.waits })
  func overSocket(_ story: Story) throws {
    try Transport.$current.withValue(.socket) {
      try TranscriptTests.compare("\(story.provider)-\(story.name)", story.tell().transcriptOfStory)
    }
  }

  @Test("are told of every bundled provider, in files that can be read")
  func complete() throws {
    let earlier: Set = ["standard", "vk", "instagram", "azure-ad-b2c", "oclc"]
    let told = Set(Self.stories.map(\.provider))
    #expect(Set(BundledFixtures.index.map(\.id)).subtracting(earlier).subtracting(told) == [])
    for name in try FileManager.default.contentsOfDirectory(atPath: Story.folder.path)
    where name.hasSuffix(".json") {
      #expect(try !Story.read(Story.folder.appendingPathComponent(name)).isEmpty, "\(name)")
    }
  }
}
