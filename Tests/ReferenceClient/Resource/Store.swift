#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The newest refresh token, or one line of another kind, in a file of the user's alone; it outlives the program.
struct Store: Sendable {
  private let path: String
  private let takesTurns: Bool
  private let mode: mode_t

  /// What one issuer issued: no other gets to see it.
  init(of issuer: String, _ settings: Settings) {
    let name = ".reference-client-token"
    let place = String(issuer.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    self.init(
      settings, named: settings.has("one-store-for-all-issuers") ? name : "\(name)-\(place)")
  }

  init(_ settings: Settings, named name: String) {
    mode = settings.has("token-file-for-all") ? 0o644 : 0o600
    takesTurns = !settings.has("no-turns")
    path = "\(settings.home)/\(name)"
  }

  func kept() -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 64 << 10)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
    let text = String(
      decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// Whole or not at all: a program that is killed here keeps the old one.
  func keep(_ token: String) {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC, mode)
    guard descriptor >= 0 else { return }
    Console.write(token, to: descriptor)
    close(descriptor)
    rename(new, path)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func touch(_ path: String) { close(open(path, O_WRONLY | O_CREAT, 0o600)) }

  func forget() { unlink(path) }

  /// Two programs with one file take turns: the second finds the first one's new token.
  func alone<Result>(_ body: () throws(Rejection) -> Result) throws(Rejection) -> Result {
    guard takesTurns else { return try body() }
    let descriptor = open(path + ".lock", O_WRONLY | O_CREAT, 0o600)
    if descriptor >= 0 { flock(descriptor, LOCK_EX) }
    defer { close(descriptor) }
    return try body()
  }
}
