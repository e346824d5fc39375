import Basics

/// How to try a provider without an app: with a built-in client.
struct TryOut: Sendable {
  /// The format of client IDs; `nil` for any text.
  var clientID: Pattern?
  /// The scopes to request; `nil` for the usual ones.
  var scopes: [String]?
  /// The response mode to request; `nil` for that of the response type.
  var mode: String?
  /// The parameters of a call in addition to its token, by the endpoint's name.
  var calls: [(endpoint: String, parameters: [(name: String, value: String)])] = []

  /// The secret is public: the client can be redirected only to this server.
  private static let secret = "understudy-try-out-secret"

  /// The client that is registered wherever this server has its landing page, for that page alone.
  ///
  /// Its ID depends only on the pattern, so it is the same at every start.
  func client(of provider: String, _ token: TokenService) -> Client {
    var random = SeededGenerator(seed: 0x7279)
    let proves = token.authentication.contains { $0 != .none }
    return Client(
      provider: provider, id: clientID?.draw(using: &random) ?? "understudy-try-out",
      kind: proves ? .confidential : .public, name: "Understudy's landing page",
      secret: proves ? Self.secret : nil, redirectURIs: [])
  }
}

extension TryOut: ProviderPart {
  /// Unknown endpoints and scopes are allowed: a fixture inherits this object from another.
  static let declaration: Declaration = .init(
    "try-out", "How to try the provider by hand, with a built-in client.",
    [
      .pattern(
        "client_id", \.clientID, "The format of the built-in client's ID.", or: "any text",
        example: "\"[1-9][0-9]{6}\""),
      .texts(
        "scope", \.scopes, "The scopes that the client requests, if the provider knows them.",
        example: "[\"openid\", \"email\"]"),
      .text(
        "response_mode", \.mode, type: .choice(ResponseMode.transports),
        "The response mode that a try requests, if the provider knows it. Default: that of the response type.",
        example: "\"form_post\""),
      .init(
        Property(
          "calls", .map(.map(.text, keys: "parameters"), keys: "endpoints"),
          "The endpoints to call with the token, with their parameters. Missing endpoints are skipped.",
          example: "{ \"users.get\": { \"v\": \"5.131\" } }")
      ) { tryOut, reader, _ in
        tryOut.readCalls(&reader)
        return true
      },
    ])

  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    ResponseMode.check(reader, "response_mode")
  }

  private mutating func readCalls(_ reader: inout FixtureReader) {
    for (endpoint, value, pointer) in reader.map("calls") {
      guard let object = value.objectValue else {
        reader.findings.error(
          value, pointer, "expected parameters and their values, found \(value.found)")
        continue
      }
      var parameters: [(name: String, value: String)] = []
      for member in object {
        if let text = member.value.stringValue {
          parameters.append((member.name, text))
        } else {
          reader.findings.error(
            member.value, JSONPointer.appending(member.name, to: pointer),
            "expected a string, found \(member.value.found)")
        }
      }
      calls.append((endpoint, parameters))
    }
  }
}

extension Provider {
  /// The scopes to request: those of the fixture, or else all that a client may request.
  package var scopesTried: [String] {
    let known = scope.known.map(\.name)
    let usual = scope.fallback.isEmpty ? known : scope.fallback
    // An inherited list may name scopes that this provider does not have.
    let named = tryOut.scopes?.filter { known.contains(scope.name(of: $0)) } ?? []
    let asked = named.isEmpty ? usual : named
    return scope.clientID ? asked + [tryOutClient.id] : asked
  }

  /// The response mode to request; `nil` for that of the response type.
  package var modeTried: String? { tryOut.mode.flatMap { modes.contains($0) ? $0 : nil } }

  /// The parameters of a call to an endpoint in addition to its token.
  package func parametersTried(at endpoint: Endpoint) -> [(name: String, value: String)] {
    tryOut.calls.first { $0.endpoint == endpoint.name }?.parameters ?? []
  }
}
