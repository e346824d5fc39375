import Foundation
import Testing

@testable import understudy

@Suite("--watch", .serialized, .timeLimit(.minutes(15)))
struct WatchTests {
  private func look(_ number: UInt64, size: Int = 1, seconds: Int = 1) -> FileWatch.Look {
    FileWatch.Look(number: number, size: size, seconds: seconds, nanoseconds: 0)
  }

  @Test("reads a file again once it has changed and kept still")
  func still() {
    var watch = FileWatch(["a", "b"]) { _ in look(1) }
    #expect(watch.changed { _ in look(1) } == [])
    #expect(watch.changed { $0 == "a" ? look(1, size: 2) : look(1) } == [], "still being written")
    #expect(watch.changed { $0 == "a" ? look(1, size: 3) : look(1) } == [], "still being written")
    #expect(watch.changed { $0 == "a" ? look(1, size: 3) : look(1) } == ["a"])
    #expect(watch.changed { $0 == "a" ? look(1, size: 3) : look(1) } == [])
  }

  @Test("takes a file that another was put in place of for a changed one")
  func replaced() {
    var watch = FileWatch(["a"]) { _ in look(1) }
    #expect(watch.changed { _ in nil } == [], "gone is not changed")
    #expect(watch.changed { _ in nil } == [])
    #expect(watch.changed { _ in look(2) } == [])
    #expect(watch.changed { _ in look(2) } == ["a"])
    #expect(watch.changed { _ in nil } == [])
    #expect(watch.changed { _ in look(2) } == [])
    #expect(watch.changed { _ in look(2) } == [], "the same one came back")
  }

  @Test("takes up a changed provider, keeps the old one while the new one has mistakes")
  func provider() throws {
    let scratch = try Scratch()
    let file = try scratch.write(madeUpProvider(title: "First"), to: "made-up.json")
    let served = try Served(["--watch", "--provider", file])
    #expect(try served.get("/").body.contains("First"))
    _ = try scratch.write(madeUpProvider(title: "Second one"), to: "made-up.json")
    #expect(served.tool.says("read again: \(file)\n"))
    #expect(try served.get("/").body.contains("Second one"))

    let broken = try madeUpProvider(title: "Third").replacingOccurrences(
      of: "\"title\":", with: "\"titel\":")
    _ = try scratch.write(broken, to: "made-up.json")
    #expect(served.tool.says("not taken up: \(file); what was read before stays\n"))
    #expect(served.tool.says("error: unknown member \"titel\"; did you mean \"title\"?"))
    #expect(try served.get("/").body.contains("Second one"))

    _ = try scratch.write(madeUpProvider(title: "The fourth"), to: "new.json")
    #expect(rename(scratch.path("new.json"), file) == 0)
    let deadline = ContinuousClock.now + .seconds(60)
    while try !served.get("/").body.contains("The fourth"), ContinuousClock.now < deadline {}
    #expect(try served.get("/").body.contains("The fourth"))
    #expect(served.stop().status == 0)
  }

  @Test("takes up a changed cast, and whoever is signing in goes on")
  func cast() throws {
    let scratch = try Scratch()
    let file = try scratch.write(madeUpCast, to: "cast.json")
    let provider = try scratch.write(madeUpProvider(), to: "made-up.json")
    let served = try Served(["--watch", "--provider", provider, "--cast", file])
    #expect(try served.get("/").body.contains("carol"))
    _ = try scratch.write(
      madeUpCast.replacingOccurrences(of: "carol", with: "dormouse"), to: "cast.json")
    #expect(served.tool.says("read again: \(file)\n"))
    let front = try served.get("/").body
    #expect(front.contains("dormouse"))
    #expect(!front.contains("carol"))
    #expect(served.stop().status == 0)
  }

  @Test("says where there is nothing to watch")
  func nothing() throws {
    let served = try Served(["--watch"])
    #expect(served.tool.says("--watch has nothing to watch: there is no --provider and no --cast"))
  }
}
