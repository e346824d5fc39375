import Basics

extension Client {
  /// Where a client is told that a session has ended.
  static let logout: [Client.Declaration.Field] = [
    .text(
      "backchannel_logout_uri", \.backChannelLogoutURI,
      "The address to which a logout token is sent when a session ends (OpenID Connect Back-Channel Logout §2.2): on the loopback, or at a host of `serve --fetch-host`.",
      or: "none", example: "\"http://127.0.0.1:7999/backchannel-logout\""),
    .keeping(
      optional: \.needsSessionInBack,
      Property(
        "backchannel_logout_session_required", .flag,
        "Whether its logout tokens must have `sid`. They always do.", or: "false")
    ) { reader, _ in reader.bool("backchannel_logout_session_required") },
    .text(
      "frontchannel_logout_uri", \.frontChannelLogoutURI,
      "The address that a logout opens in a frame (OpenID Connect Front-Channel Logout §2).",
      or: "none", example: "\"http://127.0.0.1:7999/frontchannel-logout\""),
    .keeping(
      optional: \.needsSessionInFront,
      Property(
        "frontchannel_logout_session_required", .flag,
        "Whether that address must get `iss` and `sid`. It always does.", or: "false")
    ) { reader, _ in reader.bool("frontchannel_logout_session_required") },
  ]
}
