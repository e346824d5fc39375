import CMicroHTTPDShim

/// Waits for many descriptors at once.
final class Poller: Sendable {
  /// What a descriptor is ready for.
  struct Event {
    let descriptor: Int32
    let canWrite: Bool
  }

  private let descriptor: Int32

  init?() {
    descriptor = mhd_shim_poller_make()
    if descriptor < 0 { return nil }
  }

  deinit { System.close(descriptor) }

  /// False where the system has no room for it.
  func add(_ one: Int32, reading: Bool = true, writing: Bool = false) -> Bool {
    mhd_shim_poller_set(descriptor, one, reading ? 1 : 0, writing ? 1 : 0, 1) == 0
  }

  func change(_ one: Int32, reading: Bool, writing: Bool) {
    _ = mhd_shim_poller_set(descriptor, one, reading ? 1 : 0, writing ? 1 : 0, 0)
  }

  /// Before a descriptor is closed: a copy of it would be waited for on.
  func remove(_ one: Int32) { change(one, reading: false, writing: false) }

  /// - Parameter milliseconds: -1 waits for as long as it takes.
  func wait(milliseconds: Int32) -> [Event] {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { ready in
      let count = mhd_shim_poller_wait(
        descriptor, ready.baseAddress, Int32(ready.count), milliseconds)
      return ready.prefix(Int(max(count, 0))).map {
        Event(descriptor: $0 < 0 ? ~$0 : $0, canWrite: $0 < 0)
      }
    }
  }
}
