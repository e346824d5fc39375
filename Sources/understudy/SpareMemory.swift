import Basics
import CProcesses

/// Memory that the process holds and does not need: pages of code that only a start needs, which are most of an idle
/// server, and what the allocator keeps.
enum SpareMemory {
  /// Lets the system have all pages of code again; what is run next is looked up in its cache of files.
  static func giveBack() {
    #if os(Linux)
      guard let maps = try? Files.read("/proc/self/maps") else { return }
      for line in maps.split(separator: UInt8(ascii: "\n")) {
        guard let code = Code(line) else { continue }
        madvise(code.start, code.count, Int32(MADV_DONTNEED))
      }
    #endif
  }

  /// Gives the system what the allocator keeps of freed memory.
  static func trimHeap() { understudy_trim_heap() }

  /// A mapping of code from a file (proc_pid_maps(5)). Nobody writes to it, so nothing is lost.
  private struct Code {
    let start: UnsafeMutableRawPointer
    let count: Int

    init?(_ line: ArraySlice<UInt8>) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 5, fields[1].elementsEqual("r-xp".utf8),
        !fields[4].elementsEqual("0".utf8)
      else { return nil }
      let ends = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard ends.count == 2, ends[0] < ends[1],
        let start = UnsafeMutableRawPointer(bitPattern: ends[0])
      else { return nil }
      self.start = start
      count = Int(ends[1] - ends[0])
    }
  }
}
