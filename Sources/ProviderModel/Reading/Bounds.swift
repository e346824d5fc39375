/// How large the numbers of a fixture may be: larger ones mean nothing, and would overflow where times are added up.
enum Bounds {
  /// A century, in seconds.
  static let century = 3_155_760_000
  static let seconds = 0...century
  /// Of answers: what is below 200 announces one, and what is beyond 599 is none (RFC 9110 §15).
  static let status = 200...599
  /// Of answers that send the browser elsewhere.
  static let redirect = 300...399
  /// How far a clock may be off: a day.
  static let skew = 0...86_400
  /// Calls, requests, bytes.
  static let count = 0...1_000_000_000
  static let most = 1...1_000_000_000
  /// Of a body that is repeated: 16 MiB of one byte.
  static let repeats = 1...16_777_216
}
