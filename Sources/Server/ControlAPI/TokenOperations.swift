import Basics
import Engine
import ProviderModel

/// Codes and tokens: listed, made without a sign-in, ended.
enum TokenOperations {
  static let all: [Operation] = [
    Operation(
      id: "listTokens", method: .get, path: "/sandboxes/{sandbox}/tokens",
      summary: "The issued codes and tokens, without their texts.",
      query: ["provider", "client", "person", "kind", "status"].map { name in
        .init(
          name: name, schema: words(of: name).map(Schemas.choice) ?? ["type": "string"],
          summary: "Only those with this \(name).")
      },
      results: [
        .init(
          status: 200, summary: "The list, sorted by number.", schema: Operation.list(of: "Token"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let instants = call.instants(sandboxHost)
        let query = call.query
        // A copy costs nothing, and nobody waits while its tokens are listed.
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        let all = sandbox.tokens(at: instants)
        try check(query, sandbox, all)
        let tokens = all.filter { token in
          query.list.allSatisfy { parameter in
            switch parameter.name {
            case "provider": token.provider == parameter.value
            case "client": token.client == parameter.value
            case "person": token.person == parameter.value
            case "kind": token.kind.rawValue == parameter.value
            default: token.status.rawValue == parameter.value
            }
          }
        }
        return .json(200, JSONValue(.array(tokens.map(TokenView.declaration.write))))
      }),
    Operation(
      id: "mintTokens", method: .post, path: "/sandboxes/{sandbox}/tokens", records: .tokens,
      summary: "Issues tokens for a person, a client and scopes, without a sign-in.",
      body: Operation.reference("NewTokens"),
      results: [
        .init(status: 201, summary: "Created.", schema: Operation.reference("MintedTokens"))
      ],
      run: { call throws(Problem) in .json(201, try mint(&call)) }),
    Operation(
      id: "revokeToken", method: .post, path: "/sandboxes/{sandbox}/tokens/{token}/revoke",
      records: .tokens, summary: "Revokes a token.",
      results: [.init(status: 204, summary: "Revoked.")],
      run: { call throws(Problem) in
        try end(call) { $0.revokeToken($1, at: $2) }
        return .nothing
      }),
    Operation(
      id: "expireToken", method: .post, path: "/sandboxes/{sandbox}/tokens/{token}/expire",
      records: .tokens, summary: "Expires a token: it ended a second ago.",
      results: [.init(status: 204, summary: "Expired.")],
      run: { call throws(Problem) in
        try end(call) { $0.expireToken($1, at: $2) }
        return .nothing
      }),
  ]

  /// The values that a filter may have, where they are few. ID tokens are not kept.
  private static func words(of filter: String) -> [String]? {
    switch filter {
    case "kind": CredentialKind.kept.map(\.rawValue)
    case "status": TokenView.Status.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// Other words for a status.
  private static let otherWords: [String: String] = [
    "active": TokenView.Status.live.rawValue, "valid": TokenView.Status.live.rawValue,
    "redeemed": TokenView.Status.spent.rawValue, "used": TokenView.Status.spent.rawValue,
  ]

  private static func check(
    _ query: Parameters, _ sandbox: ServerState, _ tokens: [TokenView]
  ) throws(Problem) {
    let values = FilterValues(sandbox: sandbox) { name in
      Set(tokens.compactMap { name == "person" ? $0.person : name == "client" ? $0.client : nil })
    }
    for (name, value) in query.list.map({ ($0.name, $0.value) }) {
      if let words = words(of: name) {
        try values.choice(name, value, among: words, others: otherWords)
      } else if name == "client" {
        try values.expect(name, value, among: sandbox.clients.map(\.id))
      } else {
        try values.check([(name, value)])
      }
    }
  }

  private static func end(
    _ call: Call, _ act: (inout ServerState, Int, Instants) -> Bool
  ) throws(Problem) {
    let sandboxHost = try call.sandboxHost()
    let text = call.variable("token")
    let instants = call.instants(sandboxHost)
    let found = Int(text).map { id in
      sandboxHost.contents.withLock { act(&$0.sandbox, id, instants) }
    }
    guard found == true else {
      throw Problem(
        404, "There is no such token.",
        "No token has the id \"\(text)\", which is the number of a token; GET …/tokens lists them.")
    }
  }

  /// What a request that names no scope would get; all there are where a request has to name some.
  private static func scopes(of client: Client, at provider: Provider) -> [String] {
    if let own = client.scopes { return own }
    guard provider.scope.required else { return provider.scope.fallback }
    return provider.scope.known.map(\.name) + (provider.scope.clientID ? [client.id] : [])
  }

  private static func mint(_ call: inout Call) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let sandbox = sandboxHost.contents.withLock { $0.sandbox }
    let wish = try call.read(NewTokens.self) { wish, reader in
      let findings = reader.findings
      func check(_ name: String, _ isThere: Bool, _ sentence: String) {
        if !isThere, reader.value[name] != nil { findings.error(nil, "/\(name)", sentence) }
      }
      let ids = sandbox.site.providers.ids
      check(
        "provider", ids.contains(wish.provider),
        "there is no provider \"\(wish.provider)\""
          + Suggestion.hint(for: wish.provider, among: ids))
      check(
        "client",
        !ids.contains(wish.provider) || sandbox.client(wish.client, at: wish.provider) != nil,
        "there is no client \"\(wish.client)\" at \(wish.provider)"
          + (ClientDocumentAddress(wish.client) == nil
            ? Suggestion.hint(
              for: wish.client,
              among: sandbox.cast.clients.filter { $0.provider == wish.provider }.map(\.id))
            : "; no document is fetched here, so add a client with this client_id"))
      check(
        "person", wish.person.map { sandbox.cast.person($0) != nil } ?? true,
        "there is no person \"\(wish.person ?? "")\""
          + Suggestion.hint(for: wish.person ?? "", among: sandbox.cast.people.map(\.username)))
      for (index, scope) in (wish.scopes ?? []).enumerated() where !ScopeToken.isWellFormed(scope) {
        findings.error(nil, "/scopes/\(index)", ScopeToken.expected(scope))
      }
      if let provider = sandbox.site.providers.provider(wish.provider) {
        let client = sandbox.client(wish.client, at: wish.provider)
        let own = client?.scopes ?? []
        for (index, scope) in (wish.scopes ?? []).enumerated()
        where ScopeToken.isWellFormed(scope) && !own.contains(scope)
          && !sandbox.cast.knows(scope: scope, at: provider, of: client)
        {
          findings.error(
            nil, "/scopes/\(index)",
            "\(provider.id) knows no scope \"\(scope)\""
              + Suggestion.list(for: scope, among: sandbox.cast.scopes(at: provider) + own))
        }
      }
      for (index, audience) in (wish.audiences ?? []).enumerated() {
        guard let flaw = ResourceURI.flaw(of: audience) else { continue }
        findings.error(nil, "/audiences/\(index)", "\"\(audience)\" \(flaw) (RFC 8707 §2)")
      }
      check(
        "audiences",
        sandbox.site.providers.provider(wish.provider).map { $0.resourceSlot != nil } ?? true,
        "\(wish.provider) knows no audiences: it reads no parameter resource (RFC 8707)")
      if let provider = sandbox.site.providers.provider(wish.provider) {
        wish.checkBinding(
          at: provider, sandbox.client(wish.client, at: wish.provider), findings)
      }
      let known =
        sandbox.site.providers.provider(wish.provider)?.credentials.keys
        .filter { CredentialKind.issued.contains($0) && $0 != .idJAG }.map(\.rawValue).sorted()
        ?? []
      for (index, name) in (wish.issues ?? []).enumerated() where !known.contains(name) {
        findings.error(
          nil, "/issues/\(index)",
          "\(wish.provider) issues no \"\(name)\"" + Suggestion.hint(for: name, among: known))
      }
    }
    guard let provider = sandbox.site.providers.provider(wish.provider),
      let client = sandbox.client(wish.client, at: wish.provider)
    else { throw Problem(404, "There is no such client.", wish.client) }
    guard wish.person != nil || wish.issues?.contains("id") != true else {
      throw Problem([Diagnostic(at: nil, "/person", "an ID token is about a person: name one")])
    }
    let scopes = wish.scopes ?? Self.scopes(of: client, at: provider)
    let order = ServerState.MintOrder(
      provider: provider, client: client, person: wish.person, scopes: scopes,
      audiences: wish.audiences,
      issues: wish.issues?.map { CredentialKind(rawValue: $0) },
      binding: wish.binding)
    guard let made = sandboxHost.mint(order, for: call.request, at: call.now) else {
      throw Problem(
        422, "This provider can't issue tokens.", "\(provider.id) has no token endpoint.")
    }
    guard !made.decision.isRefused else {
      let log = made.decision.log
      let sentence = [log.why, log.remedy].compactMap(\.self).joined(separator: "; ")
      throw Problem([
        Diagnostic(at: nil, "/client", sentence + ", or leave \"id\" out of \"issues\"")
      ])
    }
    return MintedTokens.declaration.write(
      MintedTokens(credentials: made.decision.credentials(), tokens: made.tokens))
  }
}
