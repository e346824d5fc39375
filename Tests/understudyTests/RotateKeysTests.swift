import Testing

/// `understudy rotate-keys`.
@Suite("Rotating keys by a command", .serialized, .timeLimit(.minutes(15)))
struct RotateKeysTests {
  private let served: Served
  private let url: String

  init() throws {
    served = try Served(["--quiet"])
    url = "http://127.0.0.1:\(served.port)"
  }

  private func rotate(_ steps: String...) throws -> Tool.Result {
    try Tool(["rotate-keys"] + steps + ["--url", url]).finish()
  }

  /// The keys of `standard` for RS256, each with what the command says of it.
  private func keys(_ result: Tool.Result) -> [String: String] {
    let lines = result.output.split(separator: "\n")
      .filter { $0.hasPrefix("standard RS256 ") }
      .map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    return Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  @Test("takes all steps where none is named")
  func all() throws {
    let first = try rotate()
    #expect(first.status == 0 && keys(first).values.sorted() == [" published, signs"])
    let second = try rotate()
    #expect(keys(second).values.sorted() == [" published, signs"])
    #expect(keys(second).keys != keys(first).keys)
  }

  @Test("says that a rotation is a faulty one")
  func faulty() throws {
    let used = try rotate("use")
    #expect(
      used.status == 0 && used.output.hasSuffix("faulty: a key signs that is not published\n"))
    #expect(keys(used).values.sorted() == [" not published, signs", " published"])
    let published = try rotate("publish")
    #expect(!published.output.contains("faulty"))
    #expect(keys(published).values.sorted() == [" published", " published, signs"])
  }

  @Test("ends with 1 where a step can't be taken, and with 2 for a step that it does not know")
  func mistakes() throws {
    let last = try rotate("retire")
    #expect(last.status == 1 && last.output.isEmpty)
    #expect(
      last.errors.contains("Publish the next key before this one is retired."), "\(last.errors)")
    let unknown = try rotate("rotate")
    #expect(
      unknown.status == 2 && unknown.errors.contains("'publish', 'use' or 'retire'"),
      "\(unknown.errors)")
    let nobody = try Tool.run("rotate-keys", "--url", "http://127.0.0.1:1")
    #expect(nobody.status == 3)
  }
}
