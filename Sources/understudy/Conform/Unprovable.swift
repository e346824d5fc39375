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
      check: "rp-userinfo-bearer-body",
      why: "it is for clients that send their token as bearer-header asks them not to"),
  ]

  static func why(_ check: String) -> String? { rows.first { $0.check == check }?.why }
}
