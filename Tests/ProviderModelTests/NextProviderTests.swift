import Foundation
import ProviderModel
import Testing

/// Providers that are not bundled yet: each is a file of `fixtures/next`, with a cast beside it.
@Suite("Providers that come next")
struct NextProviderTests {
  private static let folder = Shipped.folder.appendingPathComponent("next")

  private static let ids: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".cast.json") }.map { String($0.dropLast(10)) }.sorted()
  }()

  @Test("are there")
  func count() { #expect(Self.ids.count == 18) }

  @Test("have no mistakes, in no state of their quirks", arguments: ids)
  func check(id: String) throws {
    var set = try Shipped.set()
    let file = Self.folder.appendingPathComponent("\(id).json")
    try set.add(Array(Data(contentsOf: file)), name: "\(id).json")
    #expect(set.check(id).map(\.description) == [])
    #expect(try !set.resolve(id).quirks.isEmpty)
  }
}
