import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

@Suite("The address of a request")
struct SandboxAddressTests {
  private let bare: BareSandboxes

  init() throws {
    bare = BareSandboxes(outside: ["/"])
    try bare.make("box")
  }

  @Test(
    "names a sandbox by its first segments, also behind /.well-known/NAME",
    arguments: [
      ("/_sandbox/box/a", "/a"), ("/_sandbox/box/a/b", "/a/b"), ("/_sandbox/box/a?_=1", "/a"),
      ("/.well-known/x/_sandbox/box", "/.well-known/x"),
      ("/.well-known/x/_sandbox/box/a", "/.well-known/x/a"),
    ])
  func named(_ target: String, _ path: String) {
    #expect(bare.send(target).status == .notFound)
    #expect(bare.journal("box").map(\.log.path) == [path])
    #expect(bare.journal().isEmpty)
  }

  @Test(
    "of a sandbox leads to its front page, with a slash at the end and without",
    arguments: ["/_sandbox/box", "/_sandbox/box/", "/_sandbox/box?a=1", "/_sandbox/box/?a=1"])
  func front(_ target: String) {
    #expect(bare.send(target).body == Array("box: /".utf8))
  }

  @Test(
    "is the default sandbox's where the prefix stands elsewhere, or no id is behind it",
    arguments: [
      "/_sandbox", "/a/_sandbox/box", "/_sandboxes/box", "/a?next=/_sandbox/box/",
      "/.well-known/_sandbox/box", "/.well-known/x/y/_sandbox/box", "*", "/a_b",
    ])
  func standard(_ target: String) {
    bare.send(target)
    #expect(bare.journal().count == 1 && bare.journal("box").isEmpty)
  }

  @Test(
    "may name a sandbox by a header, whatever the path is", arguments: ["/a", "/_sandbox", "*"])
  func header(_ target: String) {
    bare.send(target, headers: Headers([.init("Understudy-Sandbox", "box")]))
    #expect(bare.journal("box").count == 1 && bare.journal().isEmpty)
  }

  @Test("of an unknown sandbox is not found, and of one that has ended is gone")
  func unknown() throws {
    #expect(bare.send("/_sandbox/bix/a").status == .notFound)
    #expect(bare.journal().isEmpty)
    bare.sandboxes.end(try #require(bare.sandboxes.find("box")), "it was deleted", at: 0)
    #expect(bare.send("/_sandbox/box/a").status == .gone)
  }
}

@Suite("An answer and its entry")
struct SandboxAnswerTests {
  private static let field = "Understudy-Exchange"

  @Test("have the same number, unless the server hides what the real provider would not send")
  func number() {
    for (isPlain, expected) in [(false, ["1", "2"]), (true, [])] {
      let bare = BareSandboxes(isPlain: isPlain)
      let numbers = (1...2).flatMap { _ in
        bare.send("/a").headers.filter { $0.name == Self.field }.map(\.value)
      }
      #expect(numbers == expected)
      #expect(bare.journal().count == 2)
    }
  }

  @Test("are connected only where the journal learns what became of answers")
  func observer() {
    #expect(BareSandboxes().send("/a").observer == nil)
    let bare = BareSandboxes { $0.keepWholeExchanges() }
    let observer = bare.send("/a").observer
    #expect(observer != nil && bare.journal().first === observer)
  }

  @Test("are one too many where all journals are too long: then the longest is halved")
  func trimmed() throws {
    let bare = BareSandboxes()
    try bare.make("long")
    for _ in 0..<4 { bare.send("/_sandbox/long/a") }
    bare.send("/a")
    #expect(bare.journal("long").count == 4)
    bare.sandboxes.journalBytes.add((64 << 20) + 1)
    bare.send("/a")
    #expect(bare.journal("long").count == 2 && bare.journal().count == 2)
  }

  @Test("are told to the log")
  func log() {
    let heard = Heard<LoggedExchange>()
    let bare = BareSandboxes(outside: ["/"]) { $0.log = { heard.add($0) } }
    bare.send("/a", at: 5)
    bare.send("/", at: 6)
    #expect(heard.values.map(\.status) == [404, 200])
    #expect(heard.values.map(\.wall) == [5, 6])
    #expect(heard.values.map(\.entry.path) == ["/a", "/"])
    #expect(bare.journal().count == 1, "the front page tells nothing of a client")
  }
}
