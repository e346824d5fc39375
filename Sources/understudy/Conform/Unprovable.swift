/// Checks that no mutant is made for, with why: nobody has seen them fail.
enum Unprovable {
  struct Row: Sendable {
    let check: String
    let why: String
  }

  static let rows = [
    Row(
      check: "impl-redirect-chain",
      why: "the browser goes the hops, and the client has none of its own that it could hold up"),
    Row(
      check: "impl-session-cookie",
      why: "the browser keeps the cookies, and the client has none of its own that it could lose"),
    Row(
      check: "rp-userinfo-bearer-body",
      why: "it is for clients that send their token as bearer-header asks them not to"),
  ]

  /// The situations of one provider are those of other checks, met in its dialect.
  static let dialects = "run with --provider, and not proved by mutants"

  static func why(_ check: String) -> String? { rows.first { $0.check == check }?.why }
}
