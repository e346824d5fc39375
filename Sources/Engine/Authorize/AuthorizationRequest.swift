import ProviderModel

/// An authorization request that passed every check: code that holds one may redirect.
///
/// Immutable: a page on the way creates another request, and a ticket keeps the one that it was made for.
final class AuthorizationRequest: Sendable {
  /// Where its answer goes.
  enum Receiver: Sendable {
    case client(RedirectTarget)
    /// The device polls for it. The grant tells the device from a later one with the same user code.
    case device(Grant)
  }

  let client: String
  let receiver: Receiver
  let responseType: String
  let mode: String
  let scopes: [String]
  /// The canonical parameters.
  let arguments: CanonicalParameters
  /// As it came: pages later on the way may lead back to it.
  let sent: RequestFacts
  /// The person signed in while this request waited: satisfies a forced login.
  let freshLogin: Bool
  /// The person has chosen a record for it.
  let hasChosen: Bool

  init(
    client: String, receiver: Receiver, responseType: String, mode: String, scopes: [String],
    arguments: CanonicalParameters, sent: RequestFacts, freshLogin: Bool = false,
    hasChosen: Bool = false
  ) {
    self.client = client
    self.receiver = receiver
    self.responseType = responseType
    self.mode = mode
    self.scopes = scopes
    self.arguments = arguments
    self.sent = sent
    self.freshLogin = freshLogin
    self.hasChosen = hasChosen
  }

  /// `nil` for the request of a device: nothing can be redirected to it.
  var target: RedirectTarget? { if case .client(let target) = receiver { target } else { nil } }
  /// The grant that a device asks for.
  var device: Grant? { if case .device(let grant) = receiver { grant } else { nil } }

  /// The request with these scopes and no others.
  func keeping(_ scopes: [String]) -> AuthorizationRequest {
    var arguments = arguments
    arguments["scope"] = .texts(scopes)
    return AuthorizationRequest(
      client: client, receiver: receiver, responseType: responseType, mode: mode, scopes: scopes,
      arguments: arguments, sent: sent, freshLogin: freshLogin, hasChosen: hasChosen)
  }

  func with(_ arguments: CanonicalParameters) -> AuthorizationRequest {
    AuthorizationRequest(
      client: client, receiver: receiver, responseType: responseType, mode: mode, scopes: scopes,
      arguments: arguments, sent: sent, freshLogin: freshLogin, hasChosen: hasChosen)
  }

  /// The request with the parameters of a record that the person has chosen.
  func choosing(_ arguments: CanonicalParameters) -> AuthorizationRequest {
    AuthorizationRequest(
      client: client, receiver: receiver, responseType: responseType, mode: mode, scopes: scopes,
      arguments: arguments, sent: sent, freshLogin: freshLogin, hasChosen: true)
  }

  /// The request once somebody has signed in for it.
  func afterLogin() -> AuthorizationRequest {
    AuthorizationRequest(
      client: client, receiver: receiver, responseType: responseType, mode: mode, scopes: scopes,
      arguments: arguments, sent: sent, freshLogin: true, hasChosen: hasChosen)
  }
}
