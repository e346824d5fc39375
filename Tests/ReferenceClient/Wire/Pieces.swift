import Synchronization

/// How an answer came in: some mutants mind.
final class Pieces: Sendable {
  private let sizes = Mutex<[Int]>([])

  func add(_ bytes: Int) { sizes.withLock { $0.append(bytes) } }

  /// A network may cut off one byte once; byte by byte is another thing.
  var areSingleBytes: Bool { sizes.withLock { sizes in sizes.count { $0 == 1 } > 2 } }
  /// Whole answers come in one piece, or in large ones.
  var areSmall: Bool { sizes.withLock { sizes in sizes.count { $0 <= 128 } > 4 } }
}
