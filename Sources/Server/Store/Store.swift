// State that survives and is shared. A sandbox is a log of its inputs: requests, and operations of the control API. A store
// keeps the logs. This folder records inputs, replays them, and makes sure that replicas agree; it knows no database.
import Basics

/// Keeps the logs of all sandboxes.
///
/// Appending is a compare-and-set: an entry is taken only if its version follows the last one. So replicas that share a
/// store agree on what has happened, and on its order. All functions may be called from any thread, and block.
package protocol Store: Sendable {
  /// How many threads should answer requests: more, if each waits for the store.
  var threads: Int { get }
  /// Seconds since 1970, by a clock that all replicas share.
  func now() -> Int
  /// Counts the connections to the store. After a new connection, everything known about the store has to be verified.
  var connection: Int { get }

  /// Appends an entry to the log of a sandbox.
  ///
  /// If the answer of the store is lost, the entry is looked for, and never appended twice.
  /// - Parameters:
  ///   - lifetime: seconds without a request after which the store removes the sandbox; `nil` for never.
  ///   - touches: whether the lifetime starts again.
  ///   - numbers: takes numbers in the sandbox's journal, if they are wanted and not there yet.
  func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool,
    numbers: inout JournalNumbers
  ) throws(StoreFailure) -> Appended
  /// The entries of a sandbox from a version on, in order: at most `StoredEntry.page`. None if there is no such sandbox.
  /// - Parameters:
  ///   - lifetime: starts again; `nil` if it does not.
  ///   - numbers: as for `append`.
  func entries(
    of sandbox: String, from version: Int, lifetime: Int?, numbers: inout JournalNumbers
  ) throws(StoreFailure) -> [StoredEntry]
  /// Whether a version is known to be the last one, without a request to the store: never, if others may write.
  func isLast(_ version: Int, of sandbox: String) -> Bool
  /// Whether entries may get lost that were appended: then the last ones are remembered, and written again.
  var mayLoseEntries: Bool { get }
  /// The last entry of a sandbox.
  func last(of sandbox: String) throws(StoreFailure) -> StoredEntry?
  /// The newest snapshot of a sandbox: fields as those of an entry. Its version is the one of the last entry that it holds.
  func snapshot(of sandbox: String) throws(StoreFailure) -> StoredEntry?
  /// Keeps a snapshot, unless there is a newer one, and removes entries that it holds, but not the last
  /// `StoredEntry.kept` of them.
  func keep(_ snapshot: StoredEntry, of sandbox: String, lifetime: Int?) throws(StoreFailure)
  /// Begins a log with a snapshot and the last entry that it holds, unless there is a log.
  /// - Returns: false if another replica does so at this moment.
  func begin(
    _ sandbox: String, with snapshot: StoredEntry, _ entry: StoredEntry, lifetime: Int?
  ) throws(StoreFailure) -> Bool
  /// Whether the store knows a sandbox.
  func knows(_ sandbox: String) throws(StoreFailure) -> Bool
  /// How many sandboxes there are, about.
  func count() throws(StoreFailure) -> Int
  /// The IDs of all sandboxes, sorted.
  func sandboxes() throws(StoreFailure) -> [String]
  /// Removes a sandbox with all that belongs to it.
  /// - Parameter why: a sentence for those who still come to it.
  func remove(_ sandbox: String, why: String) throws(StoreFailure)
  /// The sentence with which a sandbox was removed.
  func removal(of sandbox: String) throws(StoreFailure) -> String?

  /// A value that all replicas share. The first one that is put stays.
  /// - Parameter value: what to put if there is none.
  func shared(_ name: String, orPut value: () -> String) throws(StoreFailure) -> String
  /// Names the content of the store. Another name means that the store has lost what it had. Then the shared values that
  /// this replica knows are put again, unless the store has others.
  /// - Parameter name: the name to put if the content has no name.
  /// - Returns: the name, and the shared values that differ from those that this replica knows.
  func content(orPut name: String) throws(StoreFailure) -> (name: String, differing: [String])
  /// Calls back, on a thread of the store, after there was a new connection to it: the store may be another one.
  func onReconnection(_ act: @escaping @Sendable () -> Void)
  /// Writes something small that nobody reads.
  /// - Throws: the reason why the store can't be written to.
  func tryWriting() throws(StoreFailure)
  /// The journals, if servers can share them; otherwise each server keeps them in memory.
  var journals: (any JournalStore)? { get }
  /// Gives room back that is not needed any more.
  func compact() throws(StoreFailure)
  func close()
}

extension Store {
  package func onReconnection(_ act: @escaping @Sendable () -> Void) {}

  package func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool = false
  ) throws(StoreFailure) -> Appended {
    var numbers = JournalNumbers()
    return try append(
      entry, to: sandbox, lifetime: lifetime, touches: touches, numbers: &numbers)
  }

  package func entries(
    of sandbox: String, from version: Int, lifetime: Int?
  ) throws(StoreFailure) -> [StoredEntry] {
    var numbers = JournalNumbers()
    return try entries(of: sandbox, from: version, lifetime: lifetime, numbers: &numbers)
  }
}

/// The result of appending an entry.
package enum Appended: Sendable {
  case appended
  /// The log has an entry of this version already.
  case conflict
  /// The store does not have the sandbox any more.
  case gone
}

/// A reason why the store did not do what it was asked for.
package struct StoreFailure: Error, Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The store can't be reached, or can't answer now.
    case unavailable
    /// The store has answered, and refuses.
    case refused
    /// The content of the store is damaged, or was lost.
    case damaged
    /// The sandbox is not there any more.
    case gone
  }

  package let kind: Kind
  /// A sentence.
  package let reason: String
  package var description: String { reason }

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
