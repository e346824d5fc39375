import Synchronization

/// A number that several threads count.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  func add(_ difference: Int) { number.add(difference, ordering: .sequentiallyConsistent) }
}
