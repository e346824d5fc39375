/// The kind of an endpoint.
package enum EndpointKind: String, Sendable, Codable, CaseIterable {
  case authorize, login, consent, grant, deny, choose, hop, logout, page
  /// The page where a person types the user code of a device (RFC 8628 §3.3).
  case device
  /// Programs call these endpoints. They have a `service`.
  case token, revoke, introspect, resource, document
  case deviceAuthorization = "device_authorization"
  /// Clients push their authorization requests here (RFC 9126 §2).
  case pushedAuthorization = "pushed_authorization"
  /// Registration (RFC 7591), and the configuration of one client (RFC 7592).
  case register, registration
  /// A protected MCP server.
  case mcp
  /// What a browser calls of a FedCM identity provider. The well-known file is a `document`.
  case fedCMConfig = "fedcm_config"
  case fedCMAccounts = "fedcm_accounts"
  case fedCMClientMetadata = "fedcm_client_metadata"
  case fedCMAssertion = "fedcm_assertion"
  case fedCMDisconnect = "fedcm_disconnect"

  package var isService: Bool {
    switch self {
    case .token, .revoke, .introspect, .resource, .document, .deviceAuthorization,
      .pushedAuthorization,
      .register, .registration, .mcp:
      true
    default: isFedCM
    }
  }

  package var isFedCM: Bool {
    switch self {
    case .fedCMConfig, .fedCMAccounts, .fedCMClientMetadata, .fedCMAssertion, .fedCMDisconnect: true
    default: false
    }
  }

  /// Whether browsers call it by themselves, and no program does.
  package var isForBrowsers: Bool { !isService || isFedCM }

  /// Whether every answer is the same document.
  package var isDocument: Bool { self == .document || self == .fedCMConfig }

  /// The catalogues of an endpoint's conditions.
  var catalogues: [Condition.Catalogue] {
    switch self {
    case .token: [.token, .client]
    case .revoke: [.revoke, .client]
    case .introspect: [.client]
    case .resource: [.resource]
    case .document, .fedCMConfig: []
    case .register, .registration: [.registration]
    case .deviceAuthorization: [.deviceAuthorization, .client]
    case .pushedAuthorization: [.pushedAuthorization, .client]
    case .device: [.device, .authorize]
    case .mcp: [.mcp, .resource]
    case .fedCMAccounts: [.fedCM, .fedCMSession]
    case .fedCMClientMetadata: [.fedCM, .fedCMClient]
    case .fedCMAssertion, .fedCMDisconnect: [.fedCM, .fedCMClient, .fedCMSession, .fedCMAccount]
    default: [.authorize]
    }
  }

  /// Whether `token.parameters` names the parameters of requests.
  package var readsTokenParameters: Bool {
    self == .token || self == .deviceAuthorization || isAboutToken
  }

  /// Whether requests may hold authorization details (RFC 9396).
  var readsAuthorizationDetails: Bool {
    [.authorize, .pushedAuthorization, .deviceAuthorization, .token].contains(self)
  }

  /// Whether the request is about a token, which it has as a parameter.
  package var isAboutToken: Bool { self == .revoke || self == .introspect }

  /// Whether the fixture's own checks of an endpoint are run here.
  package var runsChecks: Bool {
    switch self {
    case .resource, .mcp, .revoke, .introspect, .deviceAuthorization, .pushedAuthorization: true
    default: false
    }
  }

  /// Whether clients authenticate here.
  package var authenticatesClients: Bool {
    switch self {
    case .token, .revoke, .introspect, .deviceAuthorization, .pushedAuthorization: true
    default: false
    }
  }

  /// Whether only providers with such an endpoint inherit the responses to its own conditions.
  var ownsConditions: Bool {
    isFedCM || [.device, .deviceAuthorization, .pushedAuthorization, .mcp].contains(self)
  }

  /// The catalogue whose clauses hold here.
  package var catalogue: Condition.Catalogue { catalogues.first ?? .resource }

  /// The default table of `errors` for an endpoint of this kind.
  package var errorTable: String {
    switch self {
    case .token, .revoke, .introspect, .deviceAuthorization: "token"
    case .resource, .document: "resource"
    case .register, .registration: "registration"
    case .pushedAuthorization: "pushed_authorization"
    case .mcp: "mcp"
    case .fedCMConfig, .fedCMAccounts, .fedCMClientMetadata, .fedCMAssertion, .fedCMDisconnect:
      "fedcm"
    default: "authorize"
    }
  }
}
