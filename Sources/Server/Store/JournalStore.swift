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
  /// Removes all entries; numbers go on.
  func clearJournal(of sandbox: String) throws(StoreFailure)
}

/// A number in the journal that is taken on the way of another request to the store.
package struct JournalNumber: Sendable {
  package let isWanted: Bool
  package var number: Int?

  package init(isWanted: Bool) { self.isWanted = isWanted }
}
