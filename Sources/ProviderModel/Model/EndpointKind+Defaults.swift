import Basics

extension EndpointKind {
  /// The kinds of the stages of a flow.
  static let stages = [login, consent, choose, hop].map(\.rawValue)

  /// The members that an endpoint has if its fixture leaves them out.
  var defaults: JSONObject {
    switch self {
    case .login, .choose: ["methods": ["POST"], "ticket": "ticket"]
    case .consent:
      [
        "methods": ["POST"], "ticket": "ticket",
        "denied": ["eq": ["{{form.decision}}", "deny"]],
      ]
    case .grant, .deny: ["ticket": "ticket"]
    case .device: ["methods": ["GET", "POST"], "ticket": "ticket"]
    case .logout: ["methods": ["GET", "POST"]]
    case .token: ["methods": ["POST"], "read": ["form": true]]
    case .revoke: Self.aboutToken("revoked")
    case .introspect: Self.aboutToken("introspection")
    case .deviceAuthorization: Self.posted("device_authorization")
    case .pushedAuthorization: Self.posted("pushed")
    case .register: ["methods": ["POST"], "answer": "registered"]
    case .registration: ["methods": ["GET", "PUT", "DELETE"], "answer": "registration"]
    case .resource: ["token": ["header": ["Bearer"]]]
    case .mcp: ["methods": ["POST", "DELETE"], "token": ["header": ["Bearer"]]]
    case .fedCMAssertion, .fedCMDisconnect: ["methods": ["POST"], "read": ["form": true]]
    case .fedCMClientMetadata: ["read": ["query": true]]
    case .authorize, .hop, .page, .document, .fedCMConfig, .fedCMAccounts: [:]
    }
  }

  private static func posted(_ answer: String) -> JSONObject {
    ["methods": ["POST"], "read": ["form": true], "answer": JSONValue(.string(answer))]
  }

  /// A token that is a parameter (RFC 7009 §2.1, RFC 7662 §2.1).
  private static func aboutToken(_ answer: String) -> JSONObject {
    var members = posted(answer)
    members["token"] = ["form": ["token"]]
    return members
  }
}
