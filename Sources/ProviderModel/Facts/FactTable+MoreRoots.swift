extension FactTable {
  /// What the person was asked for this grant.
  static let consentMembers: [(name: String, fact: Fact, kind: Kind, meaning: String)] = [
    (
      "asked", .consent(.asked), .flag,
      "Whether the person was asked for consent to this grant: by a page, or where a standing answer (`--sign-in`) takes its place."
    ),
    (
      "first", .consent(.first), .flag,
      "Whether it is the first grant of this person to this client, also before it is granted. After a revocation of the grant or of the client, the next one is the first again."
    ),
  ]

  static let tokenMembers: [(name: String, fact: Fact, kind: Kind, meaning: String)] = [
    ("active", .token(.active), .flag, "Whether the token is valid."),
    (
      "status", .token(.status), .text,
      "active, expired, revoked, spent, other_client or unknown: why a token is not valid."
    ),
    ("kind", .token(.kind), .text, "access or refresh."),
    ("name", .token(.name), .text, "The name of the credential in `credentials`."),
  ]

  static let registration = root(
    "registration", .record, "The registration of a client (RFC 7591 §3.2.1).",
    .fixed([
      (
        "metadata", .registration(.metadata), .record,
        "The registered metadata, without its ID and secret."
      ),
      (
        "issued", .registration(.issued), .number,
        "The time of the registration, in seconds since 1970."
      ),
      ("client_secret", .registration(.secret), .text, "The client's secret, if it has one."),
      (
        "access_token", .registration(.token), .text,
        "The token that reads, updates and deletes the registration (RFC 7592)."
      ),
    ]))

  private static let granted = root(
    "granted", .list, "The grants of the person to the client so far.",
    .fixed([
      (
        "scope", .consent(.scope), .list,
        "The scopes that the person has granted the client so far, with those of this grant once it is granted."
      )
    ]))

  /// Facts of single features.
  static let moreRoots: [Root] = [
    granted,
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
