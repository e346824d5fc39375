/// By which words the runtimes of languages say that a program died of a mistake. An exit code of 1 is what most of them
/// leave behind, so the code alone would take a crash for care. "Fatal error: " alone is no sign: some programs begin a
/// refusal so, and a Swift program that dies with it dies of a signal.
enum CrashSigns {
  private static let signs = [
    "Traceback (most recent call last)",  // Python
    "panic: ", "goroutine 1 [", "[running]:", "[signal SIG",  // Go
    "' panicked at ",  // Rust
    "Exception in thread \"",  // Java, Kotlin
    "Unhandled exception. ",  // .NET
    "Uncaught Error", "throw err", "node:internal/process", "    at Object.<anonymous>",  // Node
    "PHP Fatal error", "Fatal error: Uncaught",  // PHP
    "(NoMethodError)", "(RuntimeError)", "(TypeError)", "(ArgumentError)",  // Ruby
    "Segmentation fault", "core dumped", "AddressSanitizer",
    "terminate called after throwing",  // C++
  ]

  /// The first sign, as it stands in the text.
  static func find(in text: String) -> String? {
    signs.first { text.contains($0) }
  }
}
