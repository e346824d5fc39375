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
  /// - Returns: The grant for the device; `nil` if there is no such request.
  @discardableResult
  func approve(
    device key: String, by person: String, scopes: [String], since authTime: Int, at now: Int,
    in cast: Cast
  ) -> Grant? {
    guard let request = devices[key], status(of: request, at: now, in: cast) == .pending else {
      return nil
    }
    let grant = request.approved(by: person, scopes: scopes, since: authTime, at: now)
    devices.change(key) { $0.decision = .approved(grant) }
    return grant
  }

  /// Denies a request that is still pending.
  /// - Returns: Whether there is such a request.
  @discardableResult
  func deny(device key: String, by person: String?, at now: Int, in cast: Cast) -> Bool {
    guard let request = devices[key], status(of: request, at: now, in: cast) == .pending else {
      return false
    }
    devices.change(key) { $0.decision = .denied(by: person) }
    return true
  }
}
