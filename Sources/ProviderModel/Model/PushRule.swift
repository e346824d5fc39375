/// How clients push authorization requests (RFC 9126): the parts of a fixture that belong together.
package struct PushRule: Sendable {
  /// The format of request URIs, and their lifetime.
  package let credential: CredentialRule
  /// The start of every request URI that a push leads to.
  package let prefix: String
  /// Whether every client has to push its requests.
  package let isRequired: Bool

  /// - Returns: `nil` where the provider has no endpoint for pushed requests, or its parts are not complete.
  init?(_ body: ProviderBody) {
    guard let endpoint = body.endpoints.first(where: { $0.kind == .pushedAuthorization }),
      let credential = body.credentials[CredentialKind.requestURI.rawValue],
      let prefix = Self.prefix(of: credential)
    else { return nil }
    self.credential = credential
    self.prefix = prefix
    isRequired = endpoint.isRequired
  }

  /// The literal text with which a format begins; `nil` if it begins with a placeholder.
  static func prefix(of credential: CredentialRule) -> String? {
    guard case .text(.text(let template)) = credential.form,
      case .text(let text)? = template.segments.first,
      !text.isEmpty
    else { return nil }
    return text
  }
}
