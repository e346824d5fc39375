/// The facts of the token that a request brings, and of its limit.
extension FactTable {
  static let token = root(
    "token", .text, "The token in the request; at a refresh, the refresh token.",
    .fixed(
      tokenMembers + [
        ("scope", .token(.scope), .list, "The scopes of the token."),
        ("client_id", .token(.client), .text, "The client that it was issued to."),
        (
          "username", .token(.username), .text,
          "The person; empty for a client that acts for itself."
        ),
        ("issued", .token(.issued), .number, "The time of issue, in seconds since 1970."),
        ("ends", .token(.ends), .number, "The expiry, in seconds since 1970; 0 for none."),
        (
          "left", .token(.left), .number,
          "The seconds until the expiry; absent if the token has none."
        ),
        ("value", .token(.value), .text, "The token as it was sent."),
        ("hash", .token(.hash), .text, "The SHA-256 of the token, in hexadecimal."),
        ("jti", .token(.jti), .text, "The claim `jti`, if the token is a JWT that has one."),
        ("audience", .token(.audience), .list, "The audience, if the token has one."),
        (
          "authorization_details", .token(.details), .list,
          "The authorization details of the token (RFC 9396)."
        ),
        (
          "jkt", .token(.jkt), .text,
          "The thumbprint of the key that the token is bound to (RFC 9449 §6), if it is bound to one."
        ),
        (
          "x5t", .token(.x5t), .text,
          "The thumbprint `x5t#S256` of the certificate that the token is bound to (RFC 8705 §3.1), if it is bound to one."
        ),
      ]))

  static let rate = root(
    "rate", .number, "The rate limit that counts the call.",
    .fixed([
      ("most", .rate(.most), .number, "The number of calls in a window."),
      ("left", .rate(.left), .number, "The number of calls that are left."),
      ("used", .rate(.used), .number, "The number of calls so far, with this one."),
      ("reset", .rate(.reset), .number, "The end of the window, in seconds since 1970."),
    ]))

  static let rates = root(
    "rates", .list,
    "All limits that count the call, in the order of `rate` at the endpoint: `{{rates.used|join:,}}`. Where a rule counts, its limit alone.",
    .fixed([
      ("most", .rates(.most), .list, "The numbers of calls in their windows."),
      ("left", .rates(.left), .list, "The numbers of calls that are left."),
      ("used", .rates(.used), .list, "The numbers of calls so far, with this one."),
      ("reset", .rates(.reset), .list, "The ends of the windows, in seconds since 1970."),
    ]))
}
