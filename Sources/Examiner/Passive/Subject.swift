/// What is known of the client under examination, beside what it sends. What is `nil` or empty nobody has said.
public struct Subject: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable { case `public`, confidential }
  /// What was looked at beside the requests to the provider.
  public enum Watched: Sendable {
    /// What the program writes.
    case output
    /// Another origin, to which the client may be lured.
    case elsewhere
  }

  public var clientID: String?
  public var kind: Kind?
  public var secret: String?
  public var redirectURIs: [String]
  /// RFC 7591 §2, `token_endpoint_auth_method`, where the client is registered with one.
  public var authMethod: String?
  /// Those that it is registered for.
  public var responseTypes: [String]?
  /// The one that it was told to use, where a check needs another than its own.
  public var toldResponseType: String?
  /// Whether it says of itself that it speaks OpenID Connect.
  public var wantsOpenID: Bool?
  public var watched: Set<Watched>

  public init(
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
