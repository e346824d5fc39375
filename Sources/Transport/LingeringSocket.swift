#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A socket on which everything has been said, whose client may still be sending.
struct LingeringSocket {
  let descriptor: Int32
  /// When we stop listening, in nanoseconds of `System.now()`.
  let end: UInt64
  /// How many more bytes we are willing to read.
  var allowance: Int

  /// Reads and forgets what has come. False when the socket should be closed.
  mutating func discard(at now: UInt64) -> Bool {
    guard now < end else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while allowance > 0 {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, System.withoutWaiting)
        if count < 0 { return System.isPatient }
        if count == 0 { return false }
        allowance -= count
      }
      return false
    }
  }
}
