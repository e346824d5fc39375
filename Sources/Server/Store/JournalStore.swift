import Basics

/// Keeps the journals of sandboxes that several servers share: each server adds the entries of what it has answered.
package protocol JournalStore: Sendable {
  /// The next number in the journal of a sandbox.
  func number(for sandbox: String) throws(StoreFailure) -> Int
  /// Adds an entry soon, on another thread.
  func add(
    _ number: Int, to sandbox: String, lifetime: Int?, _ text: @escaping @Sendable () -> String)
  /// The last number that was taken, and the entries, sorted by number.
  func journal(
    of sandbox: String
  ) throws(StoreFailure) -> (last: Int, entries: [(number: Int, text: String)])
  /// How many entries there are, about, and the last number that was taken.
  func extent(of sandbox: String) throws(StoreFailure) -> (count: Int, last: Int)
  /// Listens to the journal of a sandbox; `nil` if there are as many listeners as may be.
  func listener(to sandbox: String) -> (any JournalListener)?
  /// Removes all entries; numbers go on.
  func clearJournal(of sandbox: String) throws(StoreFailure)
}

/// Waits for the entries that other servers add to a journal. One thread uses it.
package protocol JournalListener: AnyObject, Sendable {
  /// Waits until there are entries that were not there when it was called before, a second at most. The first call does not
  /// wait.
  /// - Returns: whether there may be such entries.
  func wait() throws(StoreFailure) -> Bool
}

/// Numbers in the journal that are taken on the way of another request to the store.
package struct JournalNumbers: Sendable {
  package let wanted: Int
  /// The last one, once they are taken.
  package var last: Int?

  package init(wanted: Int = 0) { self.wanted = wanted }

  package var areMissing: Bool { wanted > 0 && last == nil }

  /// One of the numbers.
  /// - Parameter place: counted from 0.
  subscript(place: Int) -> Int? { last.map { $0 - wanted + 1 + place } }
}
