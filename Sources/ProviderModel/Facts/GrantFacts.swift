/// A grant while credentials are made of it, and while they are shown again.
public struct GrantFacts: Sendable {
  public let id: Int
  public let type: String
  public let scopes: [String]
  /// Whom the access token is for (RFC 8707 §2).
  public let resources: [String]
  public let issued: Int
  public let authTime: Int
  /// Of the authorization request.
  public let arguments: Arguments
  public let bound: [(name: String, value: String)]

  public init(
    id: Int, type: String, scopes: [String], resources: [String] = [], issued: Int, authTime: Int,
    arguments: Arguments,
    bound: [(name: String, value: String)]
  ) {
    self.id = id
    self.type = type
    self.scopes = scopes
    self.resources = resources
    self.issued = issued
    self.authTime = authTime
    self.arguments = arguments
    self.bound = bound
  }
}
