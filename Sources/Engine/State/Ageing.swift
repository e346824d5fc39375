/// A step by which all that was issued so far was made older.
struct Ageing: Codable {
  /// The last instant, by the sandbox's clock, at which what was issued counts as issued before.
  let last: Int
  let seconds: Int
}

extension Ageing {
  /// More steps than these are put together, the oldest first.
  static let most = 64
}

extension RequestContext {
  /// The instant with which the times of a JWT of this server are compared that the ledger does not keep, such as an ID token.
  ///
  /// They are the sandbox's when it was issued; what has been made older since then is nearer to its end.
  func now(for jwt: PresentedJWT) -> Int { instants.sandbox + ageing(of: jwt) }

  /// How many seconds such a JWT has been made older.
  func ageing(of jwt: PresentedJWT) -> Int {
    state.aged(since: jwt.claims["iat"]?.seconds ?? 0)
  }
}
