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

@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutableRawPointer
) -> Int32 {
  _ = target
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    say("broken: \(error)")
    abort()
  }
  return 0
}
