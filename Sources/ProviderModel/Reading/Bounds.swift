/// The bounds of a fixture's numbers. Larger ones would overflow when times are added.
enum Bounds {
  /// A century, in seconds.
  static let century = 3_155_760_000
  static let seconds = 0...century
  /// Final statuses of responses (RFC 9110 §15).
  static let status = 200...599
  /// Statuses of redirects.
  static let redirect = 300...399
  /// Statuses of redirects that every browser follows by GET after a form (RFC 9110 §15.4): 307 and 308 would send the form,
  /// with its password, to the client.
  static let redirectAfterPost = 301...303
  /// The largest clock skew: a day.
  static let skew = 0...86_400
  /// Calls, requests, bytes.
  static let count = 0...1_000_000_000
  static let most = 1...1_000_000_000
  /// Of a body that is repeated: 16 MiB of one byte.
  static let repeats = 1...16_777_216
}
