import Basics
import Engine
import ProviderModel
import Testing

@testable import Server

@Suite("The list of sandboxes")
struct SandboxRegistryTests {
  @Test("has ten thousand places beside the default sandbox, unless the server was told otherwise")
  func most() throws {
    #expect(Sandboxes.Options().most == 10_000)
    let bare = BareSandboxes { $0.most = 2 }
    for id in ["one", "two"] { try bare.make(id) }
    #expect(throws: Sandboxes.MakingError.full) { try bare.make("three") }
    #expect(bare.sandboxes.all.count == 3)
  }

  @Test("gives a sandbox the id that was asked for, once, or draws one")
  func id() throws {
    let bare = BareSandboxes()
    let host = try bare.make("one")
    #expect(host.id == "one" && host.prefix == "/_sandbox/one")
    #expect(throws: Sandboxes.MakingError.idTaken) { try bare.make("one") }
    #expect(bare.sandboxes.find("one") === host)
    let drawn = try bare.make()
    #expect(drawn.id.wholeMatch(of: /[a-z0-9]{8}/) != nil)
    #expect(bare.sandboxes.find(drawn.id) === drawn)
    #expect(bare.sandboxes.find("default") === bare.sandboxes.standard)
    #expect(bare.sandboxes.standard.prefix == "")
  }

  /// Sandboxes of which 998 have gone, after "first" and "second".
  private func full() -> BareSandboxes {
    let bare = BareSandboxes()
    let ids = ["first", "second"] + (1...998).map { "s\($0)" }
    bare.sandboxes.registry.write { registry in
      registry.goneOrder = ids
      registry.gone = Dictionary(uniqueKeysWithValues: ids.map { ($0, "gone") })
    }
    return bare
  }

  private func order(_ bare: BareSandboxes) -> [String] {
    bare.sandboxes.registry.read { $0.goneOrder }
  }

  @Test("remembers the last thousand that have gone")
  func gone() throws {
    let bare = full()
    #expect(bare.sandboxes.isGone("first"))
    bare.sandboxes.end(try bare.make("next"), "it was deleted", at: 0)
    #expect(!bare.sandboxes.isGone("first"))
    #expect(bare.sandboxes.isGone("second") && bare.sandboxes.isGone("next"))
    #expect(
      bare.sandboxes.gone("next")
        == "The sandbox \"next\" ended at 1970-01-01T00:00:00Z: it was deleted.")
    #expect(order(bare).count == 1_000)
    // The thousandth drives nobody out.
    bare.sandboxes.registry.write { _ = $0.goneOrder.removeLast() }
    bare.sandboxes.end(try bare.make("last"), "it was deleted", at: 0)
    #expect(bare.sandboxes.isGone("second") && order(bare).count == 1_000)
  }

  @Test("forgets the end of a sandbox that is made again, and then counts from its new end")
  func again() throws {
    let bare = full()
    let host = try bare.make("first")
    #expect(!bare.sandboxes.isGone("first"))
    #expect(order(bare) == ["second"] + (1...998).map { "s\($0)" })
    bare.sandboxes.end(host, "it was deleted", at: 0)
    #expect(bare.sandboxes.isGone("first") && bare.sandboxes.isGone("second"))
    #expect(order(bare).last == "first")
  }

  @Test("loses a sandbox that ends, and no other")
  func end() throws {
    let bare = BareSandboxes()
    let (one, two) = (try bare.make("one"), try bare.make("two"))
    bare.sandboxes.end(one, "it was deleted", at: 0)
    #expect(bare.sandboxes.find("one") == nil && bare.sandboxes.find("two") === two)
    #expect(bare.sandboxes.find("default") === bare.sandboxes.standard)
  }

  @Test("looks for idle sandboxes once a second")
  func reap() throws {
    let bare = BareSandboxes()
    bare.sandboxes.reap(100)
    try bare.make("idle", lifetime: 10, at: 0)
    bare.sandboxes.reap(100)
    #expect(bare.sandboxes.find("idle") != nil)
    bare.sandboxes.reap(101)
    #expect(bare.sandboxes.isGone("idle"))
  }

  @Test("gives its memory back when the last sandbox has gone")
  func memory() throws {
    let bare = BareSandboxes()
    let hosts = try (0..<100).map { _ in try bare.make() }
    for host in hosts { bare.sandboxes.end(host, "it was deleted", at: 0) }
    bare.sandboxes.registry.read { registry in
      #expect(registry.sandboxHosts.count == 1 && registry.sandboxHosts.capacity < 10)
    }
  }

  @Test("tells the allocator when a sandbox ends or is reset, and not after an ordinary request")
  func release() throws {
    let releases = Heard<Int>()
    let bare = BareSandboxes { $0.releaseMemory = { releases.add(1) } }
    let host = try bare.make("one")
    bare.send("/_sandbox/one/a")
    bare.manual.move(to: 10_000)
    #expect(releases.values.isEmpty)
    bare.sandboxes.reset(host, at: 0)
    bare.manual.move(to: 20_000)
    #expect(releases.values.count == 1)
    bare.sandboxes.end(host, "it was deleted", at: 0)
    bare.manual.move(to: 30_000)
    #expect(releases.values.count == 2)
  }

  @Test("switches off the quirks of a sandbox whose provider the new files do not have")
  func switches() {
    let none = ProviderCatalog([Provider]())
    let wished = QuirkSwitches(with: ["vk": ["quirk"]])
    for isThere in [true, false] {
      let bare = BareSandboxes()
      bare.sandboxes.standard.contents.withLock { contents in
        contents.switches = wished
        _ = contents.keep("kept", at: 0)
      }
      bare.sandboxes.take(none, Cast()) { _ in isThere ? none : nil }
      let expected = isThere ? wished.with : [:]
      bare.sandboxes.standard.contents.withLock { contents in
        #expect(contents.switches.with == expected)
        #expect(contents.checkpoints.first?.switches.with == expected)
      }
    }
  }
}
