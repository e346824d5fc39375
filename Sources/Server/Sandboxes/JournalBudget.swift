import Synchronization

/// What all journals of a server take together.
final class JournalBudget: Sendable {
  private static let mostBytes = 64 << 20
  private let bytes = Atomic<Int>(0)

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
  var isOver: Bool { bytes.load(ordering: .relaxed) > Self.mostBytes }
}
