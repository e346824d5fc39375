/// How a refusal can be mended. What can be done from outside of the engine depends on who runs it: the words for that
/// are the runner's (`Advice`).
public enum Remedy: Sendable, Equatable, ExpressibleByStringInterpolation {
  case say(String)
  /// The client is not in any cast, at the authorization endpoint and where programs call.
  case addClient(provider: String, id: String)
  case addCallingClient

  public init(stringLiteral value: String) { self = .say(value) }
  public init(stringInterpolation: DefaultStringInterpolation) {
    self = .say(String(stringInterpolation: stringInterpolation))
  }

  func words(_ advice: Advice) -> String {
    switch self {
    case .say(let text): text
    case .addClient(let provider, let id): advice.addClient(provider, id)
    case .addCallingClient: advice.addCallingClient
    }
  }
}
