extension FactTable {
  /// Facts of single features.
  static let moreRoots: [Root] = [
    root(
      "exchange", .text, "The result of a token exchange (RFC 8693).",
      .fixed([
        (
          "issued_token_type", .exchange(.issuedType), .text, "The token type of the issued token."
        ),
        (
          "client_id", .exchange(.client), .text,
          "The client's ID at the authorization server for which the token is: that of `client_ids` in the cast, or its own."
        ),
        ("audience", .exchange(.audience), .list, "The values of the parameter audience."),
      ])),
    root(
      "account_id", .text,
      "The ID of the account of the person who is signed in: that of `fedcm.account`, the same for all clients.",
      .alone(.account)),
    root(
      "workload", .text, "A value of the workload whose ID token is issued.",
      .open { .workload($0) }),
    root(
      "step_up", .text, "The sign-in that a resource needs (RFC 9470), in the refusal of a token.",
      .fixed([
        (
          "acr_values", .stepUp(.levels), .list,
          "The levels of authentication, if the resource needs one."
        ),
        (
          "max_age", .stepUp(.oldest), .number,
          "The largest number of seconds since the sign-in, if the resource has a limit."
        ),
      ])),
  ]
}
