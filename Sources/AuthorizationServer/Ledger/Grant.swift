import ProviderModel

/// What a person, or a client for itself, has granted. It lives as long as a credential that stands for it.
final class Grant: Sendable {
  /// Counted from 1 in each sandbox.
  let number: Int
  let provider: String
  let client: String
  /// `nil` where the client acts for itself.
  let person: String?
  /// The grant type, the response type for what the front channel gave, or `minted`.
  let type: String
  let scopes: [String]
  let redirectURI: String
  /// Whether the authorization request named its redirect URI (RFC 6749 §4.1.3).
  let sentRedirectURI: Bool
  /// The canonical parameters of the authorization request.
  let arguments: Arguments
  let bound: [(name: String, value: String)]
  let authTime: Int
  let issued: Int

  /// Made by command: no authorization request has named a redirect URI.
  static let minted = "minted"
  var isMinted: Bool { type == Self.minted }

  init(
    number: Int, provider: String, client: String, person: String?, type: String,
    scopes: [String], redirectURI: String = "", sentRedirectURI: Bool = false,
    arguments: Arguments = .none, bound: [(name: String, value: String)] = [], authTime: Int,
    issued: Int
  ) {
    self.number = number
    self.provider = provider
    self.client = client
    self.person = person
    self.type = type
    self.scopes = scopes
    self.redirectURI = redirectURI
    self.sentRedirectURI = sentRedirectURI
    self.arguments = arguments
    self.bound = bound
    self.authTime = authTime
    self.issued = issued
  }
}
