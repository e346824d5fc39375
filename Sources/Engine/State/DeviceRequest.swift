import ProviderModel

/// The request of a device that a person has to decide on (RFC 8628 §3.1).
struct DeviceRequest: Sendable, Codable {
  enum Decision: Sendable, Codable {
    case pending
    /// The grant that the device code is good for.
    case approved(Grant)
    /// The username is `nil` if nobody had signed in. The condition is `user_denied` if the person refused.
    case denied(by: String?, for: Condition)
  }

  /// The client and what it asks for; no person yet.
  let grant: Grant
  /// As the device shows it.
  let userCode: String
  let deviceCode: CredentialName
  /// Seconds between two polls.
  var interval: Int
  /// When the device polled last; `nil` before its first poll.
  var polled: Int?
  var decision = Decision.pending

  init(_ grant: Grant, userCode: String, deviceCode: CredentialName, interval: Int) {
    self.grant = grant
    self.userCode = userCode
    self.deviceCode = deviceCode
    self.interval = interval
  }

  /// The interval after a poll that came too soon: five seconds longer (RFC 8628 §3.5).
  static func slower(_ interval: Int) -> Int { min(interval + 5, GrantRule.longestInterval) }

  /// Notes a poll.
  /// - Returns: The seconds since the last poll, if the interval was not over. It is longer from now on.
  mutating func poll(at now: Int) -> Int? {
    defer { polled = now }
    guard let polled, now - polled < interval else { return nil }
    interval = Self.slower(interval)
    return max(now - polled, 0)
  }

  /// The grant after a person has approved it. Its number stays, so what ends one ends the other.
  func approved(
    by person: String, scopes: [String], since authTime: Int, at now: Int,
    _ consent: Grant.Consent = Grant.Consent()
  ) -> Grant {
    var arguments = grant.arguments
    arguments["scope"] = .texts(scopes)
    return Grant(
      number: grant.number, provider: grant.provider, client: grant.client, person: person,
      type: grant.type, scopes: scopes, arguments: arguments, bound: grant.bound,
      authTime: authTime, issued: now, consent: consent)
  }

  /// About how much memory its texts take.
  var bytes: Int { 2 * userCode.utf8.count + deviceCode.text.utf8.count + grant.arguments.bytes }
}
