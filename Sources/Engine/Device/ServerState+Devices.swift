import ProviderModel

/// The request of a device as the control API shows it.
package struct DeviceView: Sendable {
  package let provider: String
  package let client: String
  package let userCode: String
  /// The scopes that were approved, or that are asked for.
  package let scopes: [String]
  /// The person who has decided.
  package let person: String?
  package let status: DeviceStatus
  /// Seconds between two polls.
  package let interval: Int
  /// Seconds since 1970, by the sandbox's clock.
  package let polled: Int?
  package let issued: Int
  package let ends: Int?
}

/// Requests of devices from the side of the server: listed and decided.
extension ServerState {
  /// All requests that are known, the oldest first.
  package func devices(at now: Instants) -> [DeviceView] {
    state.devices.entries.map { view($0, at: now) }
  }

  /// The request with this user code.
  package func device(_ userCode: String, at now: Instants) -> DeviceView? {
    request(userCode).map { view($0, at: now) }
  }

  /// Approves a pending request as a person.
  /// - Parameter scopes: The only scopes to which the person consents; `nil` for all that are asked for.
  /// - Returns: Whether there is a pending request with this user code.
  package mutating func approveDevice(
    _ userCode: String, as person: String, scopes: [String]?, at now: Instants
  ) -> Bool {
    guard let device = request(userCode)?.grant else { return false }
    let instant = now.sandbox + state.aged
    return ownState().approve(
      device, by: person,
      scopes: scopes.map { device.scopes.filter($0.contains) } ?? device.scopes,
      since: instant, at: instant, in: cast)
  }

  /// Denies a pending request.
  /// - Returns: Whether there is a pending request with this user code.
  package mutating func denyDevice(
    _ userCode: String, as person: String?, at now: Instants
  ) -> Bool {
    guard let device = request(userCode)?.grant else { return false }
    return ownState().deny(
      device, by: person, for: .userDenied, at: now.sandbox + state.aged, in: cast)
  }

  private func request(_ userCode: String) -> DeviceRequest? {
    UserCode.key(userCode).flatMap { state.devices[$0] }
  }

  private func view(_ request: DeviceRequest, at now: Instants) -> DeviceView {
    let (aged, grant) = (state.aged, request.grant)
    var (scopes, person) = (grant.scopes, String?.none)
    switch request.decision {
    case .pending: break
    case .approved(let approved): (scopes, person) = (approved.scopes, approved.person)
    case .denied(let by, let condition): person = condition == .userDenied ? by : nil
    }
    let code = state.ledger.credential(request.deviceCode)
    return DeviceView(
      provider: grant.provider, client: grant.client, userCode: request.userCode, scopes: scopes,
      person: person, status: state.status(of: request, at: now.sandbox + aged, in: cast),
      interval: request.interval, polled: request.polled.map { $0 - aged },
      issued: grant.issued - aged,
      ends: code.flatMap { $0.neverEnds ? nil : $0.ends - aged })
  }
}
