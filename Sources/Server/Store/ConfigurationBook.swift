import Basics
import Engine
import ProviderModel

/// Keeps what an administrator has set for all sandboxes: in memory, or in a log of the store that is no sandbox's.
///
/// Each entry of the log has all of it, so the last one is enough, and an entry takes its number once as in the log of a
/// sandbox: of two changes at the same time neither is lost.
final class ConfigurationBook: Sendable {
  /// No sandbox has such an ID.
  static let log = "_configuration"

  private struct State: Sendable {
    var configurations = Configurations()
    /// The entry that it is from; `nil` if nothing was ever set.
    var entry: StoredEntry?
  }

  private let state = Lock(State())
  private let changing = Lock(())
  private let replica: Replica?
  private static let mostConflicts = 100

  init(_ replica: Replica?) { self.replica = replica }

  /// What was set last, as far as it is known here.
  var known: Configurations { state.withLock { $0.configurations } }
  /// Whether the store has a log of it, as far as it is known here.
  var isKept: Bool { state.withLock { $0.entry != nil } }

  /// What is set now: the store is asked.
  func current() throws(StoreFailure) -> Configurations {
    guard let replica else { return known }
    do throws(StoreFailure) {
      let current = try read(replica)
      replica.note(nil)
      return current.configurations
    } catch {
      replica.note(error)
      throw error
    }
  }

  private func read(_ replica: Replica) throws(StoreFailure) -> State {
    for _ in 0..<Self.mostConflicts {
      // First what is known here: while the store is asked, another thread may learn of a later entry.
      let mine = state.withLock { $0 }
      let last = try replica.store.last(of: Self.log)
      guard let entry = mine.entry, entry.version > last?.version ?? 0 else {
        return try take(last, mine)
      }
      let again = Self.entry(after: last, Self.own(entry))
      if case .appended = try replica.store.append(again, to: Self.log, lifetime: nil) {
        replica.options.say("the store had lost the configuration: it is written again")
        let written = State(configurations: mine.configurations, entry: again)
        state.withLock { $0 = written }
        return written
      }
    }
    throw StoreFailure(.unavailable, "Another server writes the configuration.")
  }

  /// Reads an entry, unless it is the one that is known here.
  private func take(_ last: StoredEntry?, _ mine: State) throws(StoreFailure) -> State {
    guard let last else { return State() }
    if mine.entry == last { return mine }
    guard last.isWhole, let read = last["configuration"].flatMap(Configurations.init(text:)) else {
      throw StoreFailure(
        .damaged,
        "The entry \(last.version) of the log \"\(Self.log)\" in the store is damaged: it has the configuration of all sandboxes."
      )
    }
    let taken = State(configurations: read, entry: last)
    state.withLock { state in
      // Another thread may have read a later one.
      if state.entry?.version ?? 0 <= last.version { state = taken }
    }
    return taken
  }

  /// Changes it, if the change fits to what is set now.
  /// - Parameters:
  ///   - token: the name of the control token by which the change came.
  ///   - change: is called again if another server has changed it meanwhile.
  func change(
    by token: String, _ change: (inout Configurations) throws(Problem) -> Void
  ) throws(Problem) {
    // Changes by this server take turns: each one compares and sets.
    let turn = changing.acquire()
    defer { turn.release() }
    guard let replica else {
      var changed = known
      try change(&changed)
      state.withLock { [changed] in $0.configurations = changed }
      return
    }
    for _ in 0..<Self.mostConflicts {
      let before: State
      do throws(StoreFailure) { before = try read(replica) } catch {
        replica.note(error)
        throw Problem(error)
      }
      replica.note(nil)
      var changed = before.configurations
      try change(&changed)
      let entry = Self.entry(
        after: before.entry,
        [
          .init("kind", "configuration"), .init("at", Dates.text(replica.store.now())),
          .init("configuration", changed.text),
        ] + (token.isEmpty ? [] : [.init("token", token)]) + replica.signature())
      do throws(StoreFailure) {
        if case .appended = try replica.store.append(entry, to: Self.log, lifetime: nil) {
          state.withLock { [changed] in $0 = State(configurations: changed, entry: entry) }
          return
        }
      } catch { throw Problem(error) }
    }
    throw Problem(
      StoreFailure(.unavailable, "Other servers change the configuration faster than this one can.")
    )
  }

  private static func entry(after last: StoredEntry?, _ fields: [StoredEntry.Field]) -> StoredEntry
  {
    StoredEntry(version: (last?.version ?? 0) + 1, fields, after: last?.hash ?? "")
  }

  /// The fields of an entry without those that tie it to the one before.
  private static func own(_ entry: StoredEntry) -> [StoredEntry.Field] {
    entry.fields.filter { $0.name != "previous" && $0.name != "hash" }
  }
}
