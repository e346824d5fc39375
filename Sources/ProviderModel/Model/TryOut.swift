import Basics

/// How a provider is tried by those who have no app yet: what a client of our own looks like here, and asks for.
struct TryOut: Sendable {
  /// What client ids look like; without it, any text will do.
  var clientID: Pattern?
  /// What a try asks for; `nil` where the provider does not say.
  var scopes: [String]?
  /// What a call needs beside its token, by the endpoint's name.
  var calls: [(endpoint: String, parameters: [(name: String, value: String)])] = []

  /// Everybody may know it: its client can be sent back to this server alone.
  private static let secret = "understudy-try-out-secret"

  /// The client that is registered wherever this server has its landing page, for that page alone.
  ///
  /// Drawn from the pattern and nothing else, so it is the same at every start.
  func client(of provider: String, _ token: TokenService) -> Client {
    var random = SeededGenerator(seed: 0x7279)
    let proves = token.authentication.contains { $0 != .none }
    return Client(
      provider: provider, id: clientID?.draw(using: &random) ?? "understudy-try-out",
      kind: proves ? .confidential : .public, name: "Understudy's landing page",
      secret: proves ? Self.secret : nil, redirectURIs: [])
  }
}

extension Provider {
  /// What a try asks for: what the provider's fixture says, else whatever may be asked for.
  package var scopesTried: [String] {
    let known = scope.known.map(\.name)
    let usual = scope.fallback.isEmpty ? known : scope.fallback
    // What a fixture inherits may name scopes that it has not.
    let named = tryOut.scopes?.filter(known.contains) ?? []
    let asked = named.isEmpty ? usual : named
    return scope.clientID ? asked + [tryOutClient.id] : asked
  }

  /// What a call to an endpoint needs beside its token.
  package func parametersTried(at endpoint: Endpoint) -> [(name: String, value: String)] {
    tryOut.calls.first { $0.endpoint == endpoint.name }?.parameters ?? []
  }
}
