import ProviderModel

/// What has become of a device request.
package enum DeviceStatus: String, Sendable, CaseIterable {
  case pending, approved, denied
  /// The device has its tokens.
  case redeemed
  case expired
  /// Its code was revoked, or the person was removed.
  case revoked
}

extension State {
  func status(of request: DeviceRequest, at now: Int, in cast: Cast) -> DeviceStatus {
    switch ledger.worth(of: request.deviceCode, at: now, in: cast) {
    case .spent: return .redeemed
    case .expired: return .expired
    case .unknown, .otherClient, .revoked: return .revoked
    case .live: break
    }
    switch request.decision {
    case .pending: return .pending
    case .denied: return .denied
    case .approved(let grant):
      return grant.person.map { cast.person($0) == nil } == true ? .revoked : .approved
    }
  }

  /// Approves a request that is still pending.
  /// - Returns: Whether the device is waiting for this grant.
  func approve(
    _ device: Grant, by person: String, scopes: [String], since authTime: Int,
    _ consent: Grant.Consent = Grant.Consent(), at now: Int, in cast: Cast
  ) -> Bool {
    guard let (key, request) = pending(device, at: now, in: cast) else { return false }
    let grant = request.approved(by: person, scopes: scopes, since: authTime, at: now, consent)
    devices.change(key) { $0.decision = .approved(grant) }
    return true
  }

  /// Denies a request that is still pending.
  /// - Returns: Whether the device is waiting for this grant.
  func deny(
    _ device: Grant, by person: String?, for condition: Condition, at now: Int, in cast: Cast
  ) -> Bool {
    guard let (key, _) = pending(device, at: now, in: cast) else { return false }
    devices.change(key) { $0.decision = .denied(by: person, for: condition) }
    return true
  }

  /// The request for a grant; `nil` if it made room for others, or if a later device has its user code.
  func device(for grant: Grant) -> (key: String, request: DeviceRequest)? {
    guard let key = grant.device, let request = devices[key], request.grant === grant else {
      return nil
    }
    return (key, request)
  }

  private func pending(
    _ device: Grant, at now: Int, in cast: Cast
  ) -> (key: String, request: DeviceRequest)? {
    self.device(for: device).flatMap {
      status(of: $0.request, at: now, in: cast) == .pending ? $0 : nil
    }
  }
}
