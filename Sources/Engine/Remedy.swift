/// How a refusal can be mended. The host of the engine knows what its users can do, and words it in `Advice`.
package enum Remedy: Sendable, Equatable, Codable, ExpressibleByStringInterpolation {
  case say(String)
  /// The client is not in any cast, at the authorization endpoint or where programs call.
  case addClient(provider: String, id: String, isCalling: Bool)
  /// The request needs a certificate of the client.
  /// - Parameter isPlain: whether the request came by plain HTTP.
  case showCertificate(isPlain: Bool, or: String?)

  package init(stringLiteral value: String) { self = .say(value) }
  package init(stringInterpolation: DefaultStringInterpolation) {
    self = .say(String(stringInterpolation: stringInterpolation))
  }

  /// - Parameter sandbox: where it was refused; `nil` for the one without a prefix.
  func words(_ advice: Advice, in sandbox: String?) -> String {
    switch self {
    case .say(let text): text
    case .addClient(let provider, let id, let isCalling):
      advice.addClient(
        .init(provider: provider, id: id, sandbox: sandbox, isCalling: isCalling))
    case .showCertificate(let isPlain, let alternative):
      advice.showCertificate(isPlain) + (alternative.map { "; or \($0)" } ?? "")
    }
  }
}
