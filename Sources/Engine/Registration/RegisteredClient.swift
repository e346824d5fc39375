import Basics
import ProviderModel

/// A client that has registered itself (RFC 7591), with the token that changes its registration.
struct RegisteredClient: Sendable, Codable {
  let client: Client
  /// The members that were registered, without the client's ID and secret.
  let metadata: JSONObject
  /// The registration access token (RFC 7592 §1.2).
  let token: String
  /// The ledger's time of the registration.
  let issued: Int
  /// The size of the request that registered it.
  let bytes: Int

  /// The key of a client in the state.
  static func key(_ id: String, at provider: String) -> String { "\(provider)\n\(id)" }
}

/// The registered clients of a sandbox.
extension State {
  func registered(_ id: String, at provider: String) -> RegisteredClient? {
    guard !registrations.isEmpty else { return nil }
    let found = registrations[RegisteredClient.key(id, at: provider)]
    return found.flatMap { ExactText.same($0.client.id, id) ? $0 : nil }
  }

  /// All of them, by the time of their registration.
  var registeredClients: [Client] {
    registrations.values.sorted { ($0.issued, $0.client.id) < ($1.issued, $1.client.id) }
      .map(\.client)
  }

  func register(_ client: RegisteredClient) {
    registrations[RegisteredClient.key(client.client.id, at: client.client.provider)] = client
  }

  /// Removes a registration. All codes and tokens of the client are revoked (RFC 7592 §2.3).
  /// - Returns: false if it does not exist.
  func unregister(_ id: String, at provider: String, now: Int) -> Bool {
    guard registered(id, at: provider) != nil else { return false }
    registrations[RegisteredClient.key(id, at: provider)] = nil
    for grant in ledger.grants(of: id, at: provider) { revoke(grant, at: now) }
    return true
  }
}

/// The clients of a sandbox: those of its cast, and those that have registered themselves.
extension ServerState {
  package func client(_ id: String, at provider: String) -> Client? {
    cast.client(id, at: provider) ?? state.registered(id, at: provider)?.client
  }

  /// Clients of the cast come first, then registered ones by the time of their registration.
  package var clients: [Client] { cast.clients + state.registeredClients }

  package mutating func remove(client id: String, at provider: String, now: Instants) {
    cast.remove(client: id, at: provider)
    _ = ownState().unregister(id, at: provider, now: now.sandbox + state.aged)
  }
}
