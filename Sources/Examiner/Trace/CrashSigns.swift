/// By which words the runtimes of languages say that a program died of a mistake. An exit code of 1 is what most of them
/// leave behind, so the code alone would take a crash for care. "Fatal error: " alone is no sign: some programs begin a
/// refusal so, and a Swift program that dies with it dies of a signal.
enum CrashSigns {
  private static let node = [
    "Uncaught Error", "throw err", "node:internal/process", "    at Object.<anonymous>",
  ]
  private static let signs =
    [
      "Traceback (most recent call last)",  // Python
      "panic: ", "goroutine 1 [", "[running]:", "[signal SIG",  // Go
      "' panicked at ",  // Rust
      "Exception in thread \"",  // Java, Kotlin
      "Unhandled exception. ",  // .NET
      "PHP Fatal error", "Fatal error: Uncaught",  // PHP
      "(NoMethodError)", "(RuntimeError)", "(TypeError)", "(ArgumentError)",  // Ruby
      "Segmentation fault", "core dumped", "AddressSanitizer",
      "terminate called after throwing",  // C++
    ] + node

  /// What it died of, as far as that is known: Python's last exception, else all that it wrote.
  static func cause(in text: String) -> String {
    text.contains(signs[0]) ? lastWords(of: text) ?? text : text
  }

  /// Where Python's last exception comes from, if it is none of the language's own: `oauthlib.oauth2.rfc6749.errors`.
  static func module(in text: String) -> String? {
    guard let words = lastWords(of: text)?.dropFirst(signs[0].count + " … ".count) else {
      return nil
    }
    let name = words.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return name.lastIndex(of: ".").map { String(name[..<$0]) }
  }

  /// The line with the first sign, or what the program died of where that stands elsewhere.
  static func find(in text: String) -> String? {
    guard let sign = signs.first(where: { text.contains($0) }) else { return nil }
    if sign == signs[0] { return lastWords(of: text) ?? sign }
    if node.contains(sign), let words = wordsBeforeStack(in: text) { return words }
    let line = text.split(whereSeparator: \.isNewline).first { $0.contains(sign) }
    return line.map { String($0.drop(while: \.isWhitespace).prefix(160)) } ?? sign
  }

  /// Node says what was thrown in the line before the first place of its stack.
  private static func wordsBeforeStack(in text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let place = lines.firstIndex(where: { $0.hasPrefix("    at ") }), place > 0 else {
      return nil
    }
    return String(lines[place - 1].prefix(160))
  }

  /// Python says last what was raised, in the first line that is not set in.
  private static func lastWords(of text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let last = lines.lastIndex(where: { $0.hasPrefix(signs[0]) }) else { return nil }
    return lines[last...].dropFirst().first { $0.first?.isWhitespace == false }.map {
      "\(signs[0]) … \($0.prefix(160))"
    }
  }
}
