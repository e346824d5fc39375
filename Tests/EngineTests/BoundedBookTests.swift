import Testing

@testable import Engine

@Suite("A bounded book")
struct BoundedBookTests {
  private func book(most: Int = 3, bytes: Int = 1 << 20) -> BoundedBook<Int> {
    BoundedBook(most: most, bytes: bytes)
  }

  @Test("the oldest entry makes room for one more than there may be")
  func number() {
    var book = book()
    for entry in 1...3 { book.insert(entry, for: "\(entry)", ends: 10, bytes: 0) }
    #expect(book["1"] == 1)
    book.insert(4, for: "4", ends: 10, bytes: 0)
    #expect(book["1"] == nil)
    for entry in 2...4 { #expect(book["\(entry)"] == entry) }
  }

  @Test("old entries make room for a large one, but the newest always stays")
  func size() {
    var book = book(most: 100, bytes: 10_000)
    for entry in 1...10 { book.insert(entry, for: "\(entry)", ends: 10, bytes: 900) }
    #expect(book.bytes <= 10_000)
    #expect(book["1"] == nil)
    #expect(book["10"] == 10)
    book.insert(11, for: "11", ends: 10, bytes: 50_000)
    #expect(book.count == 1)
    #expect(book["11"] == 11)
    book.remove("11")
    #expect(book.bytes == 0)
  }

  @Test("an entry that was removed takes no place, and one that is replaced is the newest")
  func removal() {
    var book = book()
    for entry in 1...3 { book.insert(entry, for: "\(entry)", ends: 10, bytes: 0) }
    book.remove("2")
    book.insert(1, for: "1", ends: 10, bytes: 0)
    book.insert(4, for: "4", ends: 10, bytes: 0)
    #expect(book.count == 3)
    book.insert(5, for: "5", ends: 10, bytes: 0)
    #expect(book["3"] == nil)
    #expect(book["1"] == 1)
  }

  @Test("an entry is freed at its end and no second earlier, the oldest 64 at a time")
  func expiry() {
    var book = book(most: 1_000)
    for entry in 0..<100 { book.insert(entry, for: "\(entry)", ends: 10, bytes: 0) }
    book.clean(at: 9)
    #expect(book.count == 100)
    book.clean(at: 10)
    #expect(book.count == 36)
    #expect(book["63"] == nil)
    #expect(book["64"] == 64)
    book.clean(at: 10)
    #expect(book.isEmpty)
  }

  @Test("a change keeps an entry's age, and a copy does not see it")
  func changes() {
    var book = book()
    for entry in 1...3 { book.insert(entry, for: "\(entry)", ends: 10, bytes: 0) }
    let copy = book
    book.change("1") { $0 = 7 }
    #expect(book["1"] == 7)
    #expect(copy["1"] == 1)
    book.insert(4, for: "4", ends: 10, bytes: 0)
    #expect(book["1"] == nil)
  }

  @Test("a book may be as large as its limit, and no larger")
  func limit() {
    for (bytes, isKept) in [(488, true), (489, false)] {
      var book = book(bytes: 1_000)
      book.insert(1, for: "1", ends: 10, bytes: 0)
      book.insert(2, for: "2", ends: 10, bytes: bytes)
      #expect((book["1"] != nil) == isKept)
    }
  }

  @Test("what is added to a book that was emptied is freed at its end, and makes room when old")
  func emptied() {
    var book = book(most: 1)
    book.insert(1, for: "1", ends: 10, bytes: 0)
    book.remove("1")
    book.clean(at: 5)
    book.insert(2, for: "2", ends: 10, bytes: 0)
    book.clean(at: 10)
    #expect(book.isEmpty)
    book.insert(3, for: "3", ends: 10, bytes: 0)
    book.insert(4, for: "4", ends: 10, bytes: 0)
    #expect(book["3"] == nil && book["4"] == 4)
  }
}
