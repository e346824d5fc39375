import Engine
import Testing

@testable import Server

@Suite("Who waits for a journal's next entry")
struct JournalWaitTests {
  private let book = JournalBook(JournalBudget())
  private let manual = ManualTicker()
  private let entry = JournalEntry(
    at: 0, sandbox: "", kind: .clock, log: LogEntry(), event: .act(""))

  /// Waits, and notes under a name what came of it.
  private func wait(_ heard: Heard<String>, _ name: String, milliseconds: Int) {
    let finish: @Sendable ([NumberedEntry]?) -> Void = { entries in
      heard.add("\(name): \(entries?.map(\.number) ?? [-1])")
    }
    let isWaiting = book.wait(
      JournalFilter(), limit: 1, milliseconds: milliseconds, ticker: manual.ticker,
      isGivenUp: { false }, finish)
    #expect(isWaiting)
  }

  @Test("gets an empty list when the time is over, and nothing more after that")
  func deadline() {
    let heard = Heard<String>()
    wait(heard, "short", milliseconds: 2_000)
    wait(heard, "long", milliseconds: 3_000)
    manual.move(to: 1_999)
    #expect(heard.values.isEmpty)
    manual.move(to: 2_000)
    #expect(heard.values == ["short: []"])
    manual.set(2_500)
    book.record(entry)
    #expect(heard.values == ["short: []", "long: [1]"])
    manual.move(to: 3_000)
    #expect(heard.values == ["short: []", "long: [1]"])
  }
}

@Suite("The budget of all journals")
struct JournalBudgetTests {
  private static let limit = 64 << 20

  private func entry(_ size: Int) -> JournalEntry {
    JournalEntry(
      at: 0, sandbox: "", kind: .clock, log: LogEntry(),
      event: .act(String(repeating: "x", count: size - 256)))
  }

  /// A book whose budget holds as many bytes less than all journals may have.
  private func book(_ rest: Int) -> (book: JournalBook, budget: JournalBudget) {
    let budget = JournalBudget()
    budget.add(Self.limit - rest)
    return (JournalBook(budget), budget)
  }

  @Test("is sixty-four megabytes")
  func limit() {
    let budget = JournalBudget()
    budget.add(64 << 20)
    #expect(!budget.isOver)
    budget.add(1)
    #expect(budget.isOver)
  }

  @Test("learns of a journal's growth in steps of 32 kilobytes")
  func steps() {
    let (one, budget) = book(0)
    one.record(entry((32 << 10) - 1))
    #expect(!budget.isOver, "one byte is missing")
    one.record(entry(256))
    #expect(budget.isOver)
    let (exact, other) = book(0)
    exact.record(entry(32 << 10))
    #expect(other.isOver)
  }

  @Test("counts each byte once")
  func once() {
    let (one, budget) = book(70_000)
    one.record(entry(40_000))
    one.record(entry(256))
    #expect(!budget.isOver)
    one.record(entry(32 << 10))
    #expect(budget.isOver)
  }

  @Test("learns at once that a journal was halved, however few bytes went")
  func halved() {
    let (one, budget) = book(20_000)
    for _ in 0..<2 { one.record(entry(20_000)) }
    #expect(budget.isOver)
    one.halve()
    #expect(one.size == 20_000 && !budget.isOver)
  }
}

@Suite("A journal's ring")
struct JournalRingTests {
  private func entry(_ size: Int) -> JournalEntry {
    JournalEntry(
      at: 0, sandbox: "", kind: .clock, log: LogEntry(),
      event: .act(String(repeating: "x", count: size - 256)))
  }

  private func add(_ sizes: [Int], to journal: inout Journal) {
    for size in sizes {
      var displaced: JournalEntry?
      _ = journal.add(entry(size), displacing: &displaced)
    }
  }

  private func sizes(_ journal: Journal) -> [Int] { journal.live.map(\.entry.size) }

  @Test("lists entries in their order, also after old ones made room and it grows again")
  func order() {
    var journal = Journal()
    add([256, 257, 258], to: &journal)
    journal.shrink(to: 257 + 258)
    #expect(sizes(journal) == [257, 258])
    add([300], to: &journal)
    #expect(sizes(journal) == [257, 258, 300])
    add([301], to: &journal)
    #expect(sizes(journal) == [257, 258, 300, 301])
    #expect(journal.live.map(\.number) == [2, 3, 4, 5])
    #expect(journal.bytes == 257 + 258 + 300 + 301)
  }

  @Test("drops entries only while it is larger than it may be, and keeps the last one")
  func shrink() {
    var journal = Journal()
    add([300, 300, 300], to: &journal)
    journal.shrink(to: 900)
    #expect(journal.count == 3)
    journal.shrink(to: 899)
    #expect(journal.count == 2 && journal.bytes == 600)
    journal.shrink(to: 0)
    #expect(journal.live.map(\.number) == [3])
  }

  @Test("holds four megabytes: one byte more, and the oldest entry goes")
  func bytes() {
    let quarter = entry(1 << 20)
    var journal = Journal()
    var displaced: JournalEntry?
    for _ in 0..<4 { _ = journal.add(quarter, displacing: &displaced) }
    #expect(journal.count == 4)
    journal.clear()
    for entry in [quarter, quarter, quarter, entry((1 << 20) + 1)] {
      _ = journal.add(entry, displacing: &displaced)
    }
    #expect(journal.live.map(\.number) == [6, 7, 8])
  }
}
