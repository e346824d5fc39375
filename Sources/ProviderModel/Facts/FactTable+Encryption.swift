extension FactTable {
  /// The values that metadata announces about encryption.
  static let encryption = root(
    "encryption", .list, "ID tokens and responses that are encrypted (RFC 7516).",
    .fixed([
      ("algs", .encryption(.algs), .list, "The values of `alg` that a client may register."),
      ("encs", .encryption(.encs), .list, "The values of `enc` that a client may register."),
    ]))
}
