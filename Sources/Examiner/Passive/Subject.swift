/// What is known of the client under examination, beside what it sends. What is `nil` or empty nobody has said.
package struct Subject: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable { case `public`, confidential }
  /// What was looked at beside the requests to the provider.
  package enum Watched: Sendable {
    /// What the program writes.
    case output
    /// Another origin, to which the client may be lured.
    case elsewhere
  }

  package var clientID: String?
  package var kind: Kind?
  package var secret: String?
  package var redirectURIs: [String]
  /// RFC 7591 §2, `token_endpoint_auth_method`, where the client is registered with one.
  package var authMethod: String?
  /// Those that it is registered for.
  package var responseTypes: [String]?
  /// The one that it was told to use, where a check needs another than its own.
  package var toldResponseType: String?
  /// Whether it says of itself that it speaks OpenID Connect.
  package var wantsOpenID: Bool?
  package var watched: Set<Watched>

  package init(
    clientID: String? = nil, kind: Kind? = nil, secret: String? = nil, redirectURIs: [String] = [],
    authMethod: String? = nil, responseTypes: [String]? = nil, wantsOpenID: Bool? = nil,
    watched: Set<Watched> = []
  ) {
    self.clientID = clientID
    self.kind = kind
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.authMethod = authMethod
    self.responseTypes = responseTypes
    self.wantsOpenID = wantsOpenID
    self.watched = watched
  }
}
