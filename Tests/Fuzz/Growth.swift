#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether an input that is tried again and again leaves more memory allocated each time.
///
/// LeakSanitizer looks for pointers, and Swift's enums hide some in their tag bits, so it misses leaks. This counts the
/// allocated bytes, as the address sanitizer does, whether a pointer to them is found or not.
enum Growth {
  private static let allocated: (@Sendable () -> Int)? = {
    typealias Count = @convention(c) () -> Int
    // RTLD_DEFAULT, which Swift does not import from Glibc.
    guard let found = dlsym(nil, "__sanitizer_get_current_allocated_bytes") else { return nil }
    let count = unsafeBitCast(found, to: Count.self)
    return { count() }
  }()

  /// An input is tried four times, and only where that leaves something more often.
  static func check(_ run: () throws -> Void) throws {
    guard let allocated else { return }
    func growth(of times: Int) throws -> Int {
      let before = allocated()
      for _ in 0..<times { try run() }
      return allocated() - before
    }
    // The first fills caches. A cache that is not full yet takes less and less, and a leak takes as much each time.
    try run()
    guard try growth(of: 4) > 0 else { return }
    let rounds = [try growth(of: 16), try growth(of: 16), try growth(of: 16)]
    guard let least = rounds.min(), least >= 16, rounds[2] * 2 >= rounds[0] else { return }
    throw Broken(
      description: "each repeat leaves \(least / 16) bytes allocated: \(rounds) in 16 repeats")
  }
}
