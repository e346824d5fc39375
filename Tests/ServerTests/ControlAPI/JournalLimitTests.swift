import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

/// How much a journal keeps: each bound, and what it takes to cross it by one.
@Suite("What a journal keeps")
struct JournalLimitTests {
  private static let megabyte = 1 << 20

  /// An entry of a given size in bytes.
  private func entry(_ size: Int) -> JournalEntry {
    let entry = JournalEntry(
      at: 0, sandbox: "", kind: .exchange, log: LogEntry(),
      event: .act(String(repeating: "x", count: max(size - 256, 0))))
    #expect(entry.size == max(size, 256))
    return entry
  }

  private func journal(_ sizes: [Int]) -> (journal: Journal, displaced: [JournalEntry]) {
    var journal = Journal()
    var all: [JournalEntry] = []
    for size in sizes {
      var displaced: JournalEntry?
      _ = journal.add(entry(size), displacing: &displaced)
      if let displaced { all.append(displaced) }
    }
    return (journal, all)
  }

  @Test("is a thousand entries: the next one takes the place of the oldest")
  func entries() {
    let full = journal(Array(repeating: 256, count: 1_000))
    #expect(full.journal.count == 1_000 && full.displaced.isEmpty)
    #expect(full.journal.live.map(\.number) == Array(1...1_000))
    let over = journal(Array(repeating: 256, count: 1_001))
    #expect(over.journal.count == 1_000 && over.displaced.count == 1)
    #expect(over.journal.live.map(\.number) == Array(2...1_001))
    #expect(over.journal.bytes == 256_000 && over.journal.lastNumber == 1_001)
  }

  @Test("is four megabytes: one byte more, and the oldest entry goes")
  func bytes() {
    let full = journal(Array(repeating: Self.megabyte, count: 4)).journal
    #expect(full.bytes == 4 << 20 && full.live.map(\.number) == [1, 2, 3, 4])
    let over = journal(Array(repeating: Self.megabyte, count: 3) + [Self.megabyte + 1]).journal
    #expect(over.live.map(\.number) == [2, 3, 4] && over.bytes == (3 << 20) + 1)
    let large = journal([256, 256, 5 << 20]).journal
    #expect(large.live.map(\.number) == [3], "the last one stays, however large it is")
    let after = journal([5 << 20, 256]).journal
    #expect(after.live.map(\.number) == [2])
  }

  @Test("has no gaps, and counts its bytes, however entries of all sizes come and go")
  func ring() {
    var random = Entropy(seed: 7)
    var journal = Journal()
    for number in 1...2_500 {
      let isLarge = Int.random(in: 0..<50, using: &random) == 0
      let size = Int.random(in: 0..<(isLarge ? 2_000_000 : 4_000), using: &random)
      var displaced: JournalEntry?
      #expect(journal.add(entry(size), displacing: &displaced) == number)
      let live = journal.live
      #expect(live.map(\.number) == Array((number - journal.count + 1)...number))
      #expect(live.reduce(0) { $0 + $1.entry.size } == journal.bytes)
      #expect(journal.count <= 1_000 && (journal.bytes <= 4 << 20 || journal.count == 1))
    }
  }

  @Test(
    "of a body is sixteen kilobytes: one byte more, and the rest is cut", arguments: [false, true])
  func body(_ isForm: Bool) throws {
    for (count, isWhole) in [(16 << 10, true), ((16 << 10) + 1, false)] {
      let house = try House()
      var request = Basics.Request(
        method: .post, authority: "localhost", target: "/standard/token")
      request.headers[.contentType] = isForm ? "application/x-www-form-urlencoded" : "text/plain"
      request.body = Array(("a=" + String(repeating: "x", count: count - 2)).utf8)
      _ = house.playhouse.respond(to: request, at: House.now)
      let entries = try house.send(.get, "/_understudy/sandboxes/default/journal").json()
      let body = try #require(entries.arrayValue?.first?["request"]?["body"]?.stringValue)
      #expect((body.utf8.count == count) == isWhole, "\(body.utf8.count)")
      #expect(body.utf8.count <= (16 << 10) + 200)
    }
  }

  @Test("of all sandboxes is sixty-four megabytes: then the longest journal is halved")
  func budget() throws {
    let limit = 64 << 20
    let budget = JournalBudget()
    budget.add(limit)
    #expect(!budget.isOver)
    budget.add(1)
    #expect(budget.isOver)

    let house = try House()
    for id in ["long", "short"] {
      _ = try house.send(.post, "/_understudy/sandboxes", ["id": .init(stringLiteral: id)])
    }
    func numbers(_ id: String) -> [Int] {
      house.playhouse.sandboxes.find(id)?.entries(JournalFilter()).map(\.number) ?? []
    }
    for id in Array(repeating: "long", count: 10) + ["short", "short"] {
      _ = try house.send(.get, "/_sandbox/\(id)/standard/jwks")
    }
    #expect(numbers("long") == Array(1...10) && numbers("short") == [1, 2])
    house.playhouse.sandboxes.journalBytes.add(limit + 1)
    _ = try house.send(.get, "/_sandbox/short/standard/jwks")
    #expect(numbers("short") == [1, 2, 3], "it was not the longest")
    #expect(numbers("long") == Array(6...10))
  }

  @Test("is given back to the budget when it is cleared, halved, or its sandbox ends")
  func givenBack() {
    for act in [{ $0.clear() }, { $0.close() }, { $0.halve() }] as [(JournalBook) -> Void] {
      let budget = JournalBudget()
      budget.add((64 << 20) - Self.megabyte)
      let book = JournalBook(budget)
      for _ in 0..<2 { book.record(entry(Self.megabyte)) }
      #expect(budget.isOver)
      act(book)
      #expect(!budget.isOver)
    }
  }

  // MARK: Waiting

  private func wait(
    _ book: JournalBook, _ ticker: Ticker, isGivenUp: Bool = false,
    _ finish: @escaping @Sendable ([NumberedEntry]?) -> Void = { _ in }
  ) -> Bool {
    book.wait(
      JournalFilter(), limit: 1_000, milliseconds: 2_000, ticker: ticker,
      isGivenUp: { isGivenUp }, finish)
  }

  @Test("is waited for by sixty-four, beside those who have given up")
  func waiters() {
    let (book, ticker) = (JournalBook(JournalBudget()), Ticker())
    #expect(wait(book, ticker, isGivenUp: true))
    for _ in 0..<63 { #expect(wait(book, ticker)) }
    #expect(wait(book, ticker), "one had given up")
    #expect(!wait(book, ticker))
    book.close()
  }

  @Test("is told to whoever waits: the entry, or that the sandbox has ended")
  func told() {
    let (book, ticker) = (JournalBook(JournalBudget()), Ticker())
    let heard = Lock<[[Int]?]>([])
    let listen: @Sendable ([NumberedEntry]?) -> Void = { entries in
      heard.withLock { $0.append(entries?.map(\.number)) }
    }
    #expect(wait(book, ticker, listen))
    #expect(book.record(entry(256)) == 1)
    #expect(heard.withLock { $0 } == [[1]])
    // What is there already is not waited for.
    #expect(wait(book, ticker, listen))
    #expect(heard.withLock { $0 } == [[1], [1]])
    book.clear()
    #expect(wait(book, ticker, listen))
    book.close()
    #expect(heard.withLock { $0 } == [[1], [1], nil])
    #expect(wait(book, ticker, listen))
    #expect(heard.withLock { $0 } == [[1], [1], nil, nil])
    #expect(book.record(entry(256)) == nil && book.extent.count == 0, "it takes nothing more")
  }

  @Test("is found by each filter, and by all of them together")
  func filters() throws {
    let house = try House()
    for target in [
      "/standard/jwks", "/vk/authorize?client_id=1", "/standard/userinfo", "/nowhere",
    ] { _ = try house.send(.get, target) }
    func numbers(_ query: String) throws -> [Int] {
      let text = "/_understudy/sandboxes/default/journal?\(query)"
      return try house.send(.get, text).json().arrayValue?.compactMap { $0["n"]?.integerValue }
        ?? []
    }
    for (query, expected) in [
      ("", [1, 2, 3, 4]), ("after=1", [2, 3, 4]), ("after=4", []), ("limit=2", [3, 4]),
      ("provider=standard", [1, 3]), ("provider=standard&status=401", [3]), ("endpoint=jwks", [1]),
      ("outcome=refused", [2, 3]), ("outcome=refused:%20token_missing", [3]), ("outcome=404", [4]),
      ("condition=client_unknown", [2]), ("client=1", [2]), ("path=/standard/", [1, 3]),
      ("path=/standard/j", [1]), ("kind=exchange", [1, 2, 3, 4]), ("kind=clock", []),
      ("status=404", [4]), ("provider=standard&after=1&limit=1", [3]),
    ] {
      #expect(try numbers(query) == expected, "\(query)")
    }
  }
}
