/// What the token endpoint, or an implicit answer, handed out.
struct Tokens: Sendable {
  var access: String
  var refresh: String?
  var idToken: String?
  var expiresIn: Double?
  /// What was granted; `nil` where the answer doesn't say, which means: as asked.
  var scopes: [String]?

  /// Lifetimes are numbers. Some servers write them as text, and a client gains nothing by refusing those.
  static func lifetime(_ value: Value?) -> Double? {
    guard let seconds = value?.number ?? value?.text.flatMap({ Double($0) }), seconds.isFinite
    else {
      return nil
    }
    return max(seconds, 0)
  }
}
