/// By which words the runtimes of languages say that a program died of a mistake. An exit code of 1 is what most of them
/// leave behind, so the code alone would take a crash for care. "Fatal error: " alone is no sign: some programs begin a
/// refusal so, and a Swift program that dies with it dies of a signal.
enum CrashSigns {
  private static let python = "Traceback (most recent call last)"
  private static let node = [
    "Uncaught Error", "throw err", "node:internal/process", "    at Object.<anonymous>",
  ]
  private static let signs =
    [
      python,
      "panic: ", "goroutine 1 [", "[running]:", "[signal SIG",  // Go
      "' panicked at ",  // Rust
      "Exception in thread \"",  // Java, Kotlin
      "Unhandled exception. ",  // .NET
      "PHP Fatal error", "Fatal error: Uncaught",  // PHP
      "(NoMethodError)", "(RuntimeError)", "(TypeError)", "(ArgumentError)",  // Ruby
      "Segmentation fault", "core dumped", "AddressSanitizer",
      "terminate called after throwing",  // C++
    ] + node

  /// The first sign with what the program died of, as far as that is known: for people.
  static func find(in text: String) -> String? {
    guard let sign = signs.first(where: { text.contains($0) }) else { return nil }
    let words = cause(in: text)?.prefix(160)
    return sign == python ? words.map { "\(sign) … \($0)" } ?? sign : words.map(String.init) ?? sign
  }

  /// The line that says what was thrown; `nil` where none can be told from the rest, such as the places of a stack.
  static func cause(in text: String) -> String? {
    guard let sign = signs.first(where: { text.contains($0) }) else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    if sign == python {
      // Said last, in the first line that is not set in.
      guard let last = lines.lastIndex(where: { $0.hasPrefix(python) }) else { return nil }
      return lines[last...].dropFirst().first { $0.first?.isWhitespace == false }.map(String.init)
    }
    if node.contains(sign) {
      // Said in the line before the first place of the stack.
      let place = lines.firstIndex { $0.hasPrefix("    at ") } ?? 0
      return place > 0 ? String(lines[place - 1]) : nil
    }
    return lines.first { $0.contains(sign) }.map { String($0.drop(while: \.isWhitespace)) }
  }

  /// The line by which a program says that it met a mistake of its own, and not a refusal: nobody throws these on purpose.
  static func mistake(in text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    let found = lines.first { line in
      mistakes.contains { name in
        guard let place = line.firstRange(of: name) else { return false }
        // A word of its own, as `java.lang.NullPointerException` has it too.
        let before = line[..<place.lowerBound].last
        let after = line[place.upperBound...].first
        return before.map { !$0.isLetter } ?? true && after.map { ":( ".contains($0) } ?? true
      }
    }
    return found.map { String($0.drop(while: \.isWhitespace).prefix(160)) }
  }

  private static let mistakes = [
    "TypeError", "ReferenceError", "RangeError",  // JavaScript, and Python
    "KeyError", "AttributeError", "IndexError", "NameError", "UnboundLocalError", "RecursionError",
    "ZeroDivisionError", "AssertionError", "NoMethodError",  // Python, Ruby
    "NullPointerException", "ClassCastException", "IndexOutOfBoundsException",
    "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException",  // Java, Kotlin
    "NullReferenceException", "InvalidCastException", "ArgumentOutOfRangeException",  // .NET
    "runtime error",  // Go
  ]

  /// The module of a Python exception that isn't built in, such as `oauthlib.oauth2.rfc6749.errors`.
  static func module(in text: String) -> String? {
    guard text.contains(python), let words = cause(in: text) else { return nil }
    let name = words.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard let dot = name.lastIndex(of: "."),
      !standard.contains(String(name.prefix { $0 != "." }))
    else { return nil }
    return String(name[..<dot])
  }

  /// What comes with Python: where one of its exceptions gets through, nobody has thought of it.
  private static let standard: Set<String> = [
    "asyncio", "binascii", "concurrent", "configparser", "ctypes", "decimal", "email", "http",
    "json", "multiprocessing", "pickle", "queue", "select", "shutil", "socket", "sqlite3", "ssl",
    "struct", "subprocess", "tarfile", "urllib", "xml", "zipfile", "zlib",
  ]
}
