import ProviderModel

/// An authorization request that passed every check: code that holds one may redirect.
///
/// Immutable: a page on the way creates another request, and a ticket keeps the one that it was made for.
final class AuthorizationRequest: Sendable, Codable {
  /// Where its answer goes.
  enum Receiver: Sendable, Codable {
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
  /// The person was asked for consent to it.
  let isAsked: Bool
  /// The person has chosen a record for it.
  let hasChosen: Bool
  /// The stages of the kind hop through which the browser was led.
  let hops: [String]?

  init(
    client: String, receiver: Receiver, responseType: String, mode: String, scopes: [String],
    arguments: CanonicalParameters, sent: RequestFacts, freshLogin: Bool = false,
    isAsked: Bool = false, hasChosen: Bool = false, hops: [String]? = nil
  ) {
    self.client = client
    self.receiver = receiver
    self.responseType = responseType
    self.mode = mode
    self.scopes = scopes
    self.arguments = arguments
    self.sent = sent
    self.freshLogin = freshLogin
    self.isAsked = isAsked
    self.hasChosen = hasChosen
    self.hops = hops
  }

  /// `nil` for the request of a device: nothing can be redirected to it.
  var target: RedirectTarget? { if case .client(let target) = receiver { target } else { nil } }
  /// The grant that a device asks for.
  var device: Grant? { if case .device(let grant) = receiver { grant } else { nil } }

  private func copy(
    scopes: [String]? = nil, arguments: CanonicalParameters? = nil, freshLogin: Bool? = nil,
    isAsked: Bool? = nil, hasChosen: Bool? = nil, hops: [String]? = nil
  ) -> AuthorizationRequest {
    AuthorizationRequest(
      client: client, receiver: receiver, responseType: responseType, mode: mode,
      scopes: scopes ?? self.scopes, arguments: arguments ?? self.arguments, sent: sent,
      freshLogin: freshLogin ?? self.freshLogin, isAsked: isAsked ?? self.isAsked,
      hasChosen: hasChosen ?? self.hasChosen,
      hops: hops ?? self.hops)
  }

  /// The request with these scopes and no others.
  func keeping(_ scopes: [String]) -> AuthorizationRequest {
    var arguments = arguments
    arguments["scope"] = .texts(scopes)
    return copy(scopes: scopes, arguments: arguments)
  }

  func with(_ arguments: CanonicalParameters) -> AuthorizationRequest { copy(arguments: arguments) }

  /// The request with the parameters of a record that the person has chosen.
  func choosing(_ arguments: CanonicalParameters) -> AuthorizationRequest {
    copy(arguments: arguments, hasChosen: true)
  }

  /// The request once the browser was led through a stage of the kind hop.
  func passing(_ stage: String) -> AuthorizationRequest { copy(hops: (hops ?? []) + [stage]) }

  /// The request once somebody has signed in for it.
  func afterLogin() -> AuthorizationRequest { copy(freshLogin: true) }

  /// The request once the person was asked for consent to it.
  func afterConsent() -> AuthorizationRequest { copy(isAsked: true) }
}
