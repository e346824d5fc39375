import Basics
import ProviderModel
import Testing

@testable import Server

/// A provider with quirks switched, as several sandboxes may want it.
@Suite("A provider with switched quirks")
struct FixtureShelfTests {
  private let house: House
  init() throws { house = try House() }

  @Test("is compiled once for all sandboxes that switch the same quirks")
  func shared() throws {
    func provider(_ quirk: String) throws -> Provider {
      let made = try house.send(
        .post, "/_understudy/sandboxes", ["with": [JSONValue(.string("standard.\(quirk)"))]])
      let id = try #require(try made.json()["id"]?.stringValue)
      let host = try #require(house.playhouse.sandboxes.find(id))
      let sandbox = host.contents.withLock { $0.sandbox }
      return try #require(sandbox.site.providers.provider("standard"))
    }
    let first = try provider("pkce-required")
    #expect(try provider("pkce-required") === first)
    #expect(try provider("pkce-plain") !== first)
  }

  @Test("is compiled again after the fixtures were replaced, and when many others came between")
  func bounded() throws {
    let shelf = FixtureShelf(house.playhouse.fixtures)
    func compiled(_ quirks: [String]) throws -> Provider {
      try shelf.provider("oclc", with: [], without: quirks)
    }
    let quirks = try #require(house.playhouse.fixtures.file("oclc")).quirks.map(\.id)
    let first = try compiled([])
    #expect(try compiled([]) === first)
    shelf.replace(with: house.playhouse.fixtures)
    let second = try compiled([])
    #expect(second !== first)
    for count in 1...FixtureShelf.most {
      _ = try shelf.provider(
        "oclc", with: [], without: [quirks[count % quirks.count], quirks[count / quirks.count]])
    }
    #expect(try compiled([]) !== second)
  }
}
