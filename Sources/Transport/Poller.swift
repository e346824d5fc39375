import Basics
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

/// A pipe that wakes a thread out of `poll`.
package final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    reader = ends[0]
    writer = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    System.close(reader)
    System.close(writer)
  }

  /// A full pipe is as good as a rung bell.
  package func ring() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  /// Waits until it is rung, or for so long. True when it has been rung.
  package func wait(milliseconds: Int) -> Bool {
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(clamping: milliseconds)) > 0
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
