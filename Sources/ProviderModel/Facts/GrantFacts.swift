import Basics

/// A grant while credentials are made of it, and while they are shown again.
///
/// A class: each placeholder that names it would copy all of a structure.
package final class GrantFacts: Sendable {
  package let id: Int
  package let type: String
  package let scopes: [String]
  /// The audience of the access token (RFC 8707 §2).
  package let resources: [String]
  /// The authorization details (RFC 9396): a list.
  package let details: JSONValue?
  package let issued: Int
  package let authTime: Int
  /// Of the authorization request.
  package let arguments: CanonicalParameters
  package let bound: [(name: String, value: String)]
  /// The claim `act` of its tokens (RFC 8693 §4.1).
  package let actor: JSONValue?
  /// The ID of the session in which it was granted.
  package let session: String?
  /// The level and the methods of authentication.
  package let acr: String?
  package let methods: [String]

  package init(
    id: Int, type: String, scopes: [String], resources: [String] = [], details: JSONValue? = nil,
    issued: Int, authTime: Int,
    arguments: CanonicalParameters,
    bound: [(name: String, value: String)], actor: JSONValue? = nil,
    session: String? = nil, acr: String? = nil, methods: [String] = []
  ) {
    self.id = id
    self.type = type
    self.scopes = scopes
    self.resources = resources
    self.details = details
    self.issued = issued
    self.authTime = authTime
    self.arguments = arguments
    self.bound = bound
    self.actor = actor
    self.session = session
    self.acr = acr
    self.methods = methods
  }
}
