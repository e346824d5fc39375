#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// libFuzzer brings the main function, and looks for these two names.

/// Which target is meant stands in the environment: libFuzzer takes all words of the command line for itself.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    say("FUZZ_TARGET=\(name): expected one of \(known)")
    exit(2)
  }
  return target
}()

private func say(_ line: String) {
  _ = (line + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

/// Inputs that were tried.
nonisolated(unsafe) private var count = 0

/// With FUZZ_LARGE, a folder, it writes the large seeds there and ends: they are too large to be kept.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutableRawPointer
) -> Int32 {
  let large = target.largeSeeds
  if let folder = getenv("FUZZ_LARGE").map({ String(cString: $0) }) {
    for (name, bytes) in large {
      guard let file = fopen("\(folder)/large-\(name)", "wb") else { exit(2) }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    exit(0)
  }
  warmUp()
  return 0
}

/// What is alive before the first input is no leak: providers that are compiled once and kept, and tables of Swift's. Much
/// of that hangs in enums whose tags hide a pointer from LeakSanitizer.
private func warmUp() {
  typealias Switch = @convention(c) () -> Void
  func call(_ name: String) {
    if let found = dlsym(nil, name) { unsafeBitCast(found, to: Switch.self)() }
  }
  call("__lsan_disable")
  for (_, bytes) in target.largeSeeds { try? target.check(Array(bytes.prefix(300))) }
  call("__lsan_enable")
}

private func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  do {
    let input = Array(UnsafeBufferPointer(start: bytes, count: size))
    let since = milliseconds()
    try target.check(input)
    count += 1
    // Seeds and the first finds always, later ones at times: each takes as long as five. A slow one would be late.
    if target.frees, count < 300 || count % 32 == 0, milliseconds() - since < 10 {
      try Growth.check { try target.check(input) }
    }
  } catch {
    say("broken: \(error)")
    abort()
  }
  return 0
}
