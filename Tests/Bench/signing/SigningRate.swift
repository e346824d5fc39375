import Basics
// How many ID tokens a second signing alone allows.
//
// Signs for a second on every core, with the product's own module and key, and prints one whole number. `scripts/bench` holds the
// RS256 flow against it: a server cannot be faster than its signatures.
import JOSE

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main
enum SigningRate {
  static func main() throws {
    let key = try TestKeys.rsa(seed: 1)
    let header = JWS.header(for: key)
    // As long as the standard provider's.
    let claims: JSONValue = [
      "iss": "http://127.0.0.1:8400/standard",
      "sub": "2264091a-8fa8-48f4-9ff6-449967248b9b",
      "aud": "web",
      "exp": 1_795_305_749,
      "iat": 1_795_302_149,
      "auth_time": 1_795_302_149,
      "at_hash": "gXxo6ISGESZq_LCaFmPb_w",
    ]

    let signed = Lock(0)
    let start = nanoseconds()
    let end = start + 1_000_000_000
    let work: @Sendable () -> Void = {
      var count = 0
      while nanoseconds() < end {
        guard (try? JWS.compact(header: header, payload: claims, key: key)) != nil else { break }
        count += 1
      }
      let made = count
      signed.withLock { $0 += made }
    }
    let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let threads = (0..<cores).compactMap { _ in Thread(work) }
    for thread in threads { thread.join() }
    // The last signatures end a little after the time is up.
    print(UInt64(signed.withLock { $0 }) * 1_000_000_000 / (nanoseconds() - start))
  }
}

/// By a clock that nobody sets.
private func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
