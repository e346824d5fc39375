import Basics
import HTTPTypes
import ProviderModel
import Server
import UserAgent

/// A sandbox that was made for one run of one check, and what is known in it.
package final class CheckSandbox {
  let check: Check
  let server: ExaminerServer
  let provider: String
  /// Of this run alone, also where sandboxes of several runs have one id.
  let name: String
  /// The sandbox's id.
  let id: String
  let base: String
  /// Where the provider is in this run: the server's own address, or that of a door.
  let origin: String
  let door: ExaminerListener?
  /// Where some endpoints are in this run, apart from the others.
  private let sideDoor: ExaminerListener?
  /// By the names that the fixture gives them.
  let kinds: [String: String]
  private(set) var client: ClientFacts
  let scope: String
  let placeholders: Placeholders
  /// Where the client reports, below the server's origin.
  let reportPath: String
  private let isShared: Bool
  /// The key that the client is told, where its public half is registered in this run.
  var key: ClientKey? {
    givenKey.flatMap { client.record["jwks"]?.text() == $0.registration["jwks"]?.text() ? $0 : nil }
  }
  private let givenKey: ClientKey?
  /// The same stage with another issuer, for the last run of a client that moves there.
  let successor: CheckSandbox?

  package struct Plan {
    var provider: String
    var client: ClientFacts
    var scope: String
    /// The one sandbox that every check is played in, one after another; `nil` for a new one each time.
    var shared: String?
    /// The port that a web application is to listen at.
    var port: UInt16?
    /// The port of a web application that listens already.
    var sitePort: UInt16?
    /// Where the application signs its user out.
    var logout: String?
    /// Who signs in.
    var person = "alice"
    /// The key that the client is told.
    var key: ClientKey?

    package init(
      provider: String, client: ClientFacts, scope: String, shared: String? = nil,
      port: UInt16? = nil,
      logout: String? = nil
    ) {
      (self.provider, self.client, self.scope) = (provider, client, scope)
      (self.shared, self.port, self.logout) = (shared, port, logout)
    }
  }

  init(_ check: Check, _ plan: Plan, at server: ExaminerServer, number: Int) throws {
    self.check = check
    self.server = server
    provider = plan.provider
    scope = plan.scope
    client = plan.client
    isShared = plan.shared != nil
    givenKey = plan.key
    name = "\(SandboxBody.label(of: check))-\(number)"
    id = plan.shared ?? name
    let path = id == "default" ? "" : "/_sandbox/\(id)"
    let isApart = check.tls?.endpoints.isEmpty == false
    door = try check.tls.map { try ExaminerListener(isApart ? $0.elsewhere : $0, to: server) }
    sideDoor = try isApart ? check.tls.map { try ExaminerListener($0, to: server) } : nil
    origin = door?.origin ?? server.origin
    base = origin + path
    let shown = try server.shown(provider)
    let issuer = base + (shown.metadata?.issuer ?? server.path(of: provider))
    var values = [
      "issuer": issuer, "origin": origin,
      "issuer_without_scheme": Self.withoutScheme(issuer),
      "issuer_other_port": WebAddress(issuer).map(Self.atAnotherPort) ?? issuer,
      "base": base,
      "elsewhere": server.elsewhere + path + "/elsewhere",
      "elsewhere_without_scheme": Self.withoutScheme(server.elsewhere) + path + "/elsewhere",
      "plain": server.host.linkURL + path + "/elsewhere",
      "other_port": (server.host.httpsURL ?? server.host.linkURL) + path + "/elsewhere",
      "other_issuer": server.elsewhere + path
        + (shown.metadata?.issuer ?? server.path(of: provider)),
      "client_id": plan.client.id, "client_secret": plan.client.secret ?? "", "scope": plan.scope,
      "redirect_uri": plan.client.redirectURIs.first ?? "", "test_id": check.id,
      "provider": provider, "person": plan.person,
    ]
    for name in ["authorize", "device_authorization", "token", "userinfo", "resource", "mcp"] {
      if let path = shown.path(name) { values[name] = base + path }
    }
    if let path = shown.metadata?.keys { values["jwks"] = base + path }
    if let sideDoor {
      for name in check.tls?.endpoints ?? [] {
        guard let own = values[name.rawValue] else { continue }
        values[name.rawValue] = sideDoor.origin + own.dropFirst(origin.count)
      }
    }
    if let path = shown.metadata?.path { values["discovery"] = base + path }
    values["initial_access_token"] = plan.client.record["initial_access_token"]?.stringValue
    if let port = plan.port { values["port"] = String(port) }
    if let logout = plan.logout { values["logout"] = Placeholders(values).expanded(logout) }
    let early = Placeholders(values)
    client = ClientFacts(early.expanded(plan.client.record)).listening(
      at: plan.port ?? plan.sitePort)
    client.takesWhatComes = plan.client.takesWhatComes
    values["redirect_uri"] = client.redirectURIs.first ?? ""
    if isShared {
      try Self.rearrange(id, check, client, provider, Placeholders(values), server)
    } else {
      let body = SandboxBody.of(
        check, id: id, client: client.record, provider: provider, Placeholders(values))
      _ = try server.command(.post, "/sandboxes", body)
    }
    if let subject = check.subject {
      let order = subject.order(at: provider, of: plan.person)
      values["subject_token"] =
        try server.command(.post, "/sandboxes/\(id)/tokens", order)["access_token"]?.stringValue
      values["subject_token_type"] = Profile.Subject.type
    }
    kinds = Dictionary(
      shown.endpoints.map { ($0.name, $0.kind) }, uniquingKeysWith: { one, _ in one })
    // A stage may switch it off, and a client that is told its address uses it.
    if let path = shown.path("pushed_authorization"), try Self.takesPushes(id, provider, server) {
      values["pushed_authorization"] = base + path
    }
    var random = SystemRandomNumberGenerator()
    reportPath = server.front.reports.path(id, using: &random)
    values["report"] = server.reportOrigin + reportPath
    placeholders = Placeholders(values)
    var staying = check
    staying.agent.moves = false
    var elsewhere = plan
    elsewhere.shared = nil
    successor =
      try check.agent.moves
      ? CheckSandbox(staying, elsewhere, at: server, number: server.nextNumber()) : nil
  }

  private static func atAnotherPort(_ issuer: WebAddress) -> String {
    var other = issuer
    other.authority = "\(issuer.host):\(issuer.port == .max ? 1 : issuer.port + 1)"
    return other.description
  }

  static func withoutScheme(_ url: String) -> String {
    url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
  }

  /// Whether the provider has an endpoint for pushed requests in this sandbox.
  private static func takesPushes(
    _ id: String, _ provider: String, _ server: ExaminerServer
  ) throws -> Bool {
    let tree = try server.command(.get, "/sandboxes/\(id)/providers/\(provider)")
    return tree["endpoints"]?.arrayValue?.contains {
      $0["kind"]?.stringValue == EndpointKind.pushedAuthorization.rawValue
    } == true
  }

  /// Makes the one sandbox that all checks share what a new one of this check's would be.
  private static func rearrange(
    _ id: String, _ check: Check, _ client: ClientFacts, _ provider: String,
    _ placeholders: Placeholders, _ server: ExaminerServer
  ) throws {
    let stage = placeholders.expanded(check.stage)
    let place = "/sandboxes/\(id)"
    _ = try server.command(.post, "\(place)/reset")
    _ = try server.command(.delete, "\(place)/journal")
    server.front.reports.clear(id)
    if !client.registersItself {
      _ = try server.command(
        .put, "\(place)/clients/\(provider)/\(QueryStyle.rfc3986.encode(client.id))", client.body)
    }
    _ = try server.command(.put, "\(place)/rules", stage["rules"] ?? [])
    if let answer = stage["answer"] { _ = try server.command(.put, "\(place)/answer", answer) }
    let switches = SandboxBody.switches(of: stage, at: provider)
    guard !switches.isEmpty else { return }
    _ = try server.command(
      .put, "\(place)/providers/\(provider)/quirks", JSONValue(.object(switches)))
  }

  /// Takes up a client as it shows itself in an authorization request: its id, its redirect URI, its scopes.
  func meet(clientID: String?, redirectURI: String?, scope: String?) {
    guard client.takesWhatComes, !client.registersItself, let clientID, !hasRegistered(clientID)
    else { return }
    // Scopes of its own, where the provider lets clients have some; elsewhere they would be all that it may ask for.
    let rule = server.host.staging.providers.provider(provider)?.scope
    let scopes = rule?.registered == true ? rule?.split(scope ?? "") ?? [] : []
    var known = client
    var isNew = false
    if clientID != known.id {
      known.put("client_id", JSONValue(.string(clientID)))
      isNew = true
    }
    // Where the check is about the redirect URI that a client was told, another one is its mistake.
    if !check.needs.contains("redirect"), let redirectURI, !redirectURI.isEmpty,
      !known.redirectURIs.contains(redirectURI)
    {
      known.put(
        "redirect_uris",
        JSONValue(.array((known.redirectURIs + [redirectURI]).map { JSONValue(.string($0)) })))
      isNew = true
    }
    guard isNew || !scopes.isEmpty else { return }
    var wide = known
    wide.put("scopes", JSONValue(.array(scopes.map { JSONValue(.string($0)) })))
    if scopes.isEmpty ? register(known) : (register(wide) || register(known)) { client = known }
  }

  private func register(_ facts: ClientFacts) -> Bool {
    let path = "/sandboxes/\(id)/clients/\(provider)/\(QueryStyle.rfc3986.encode(facts.id))"
    return (try? server.command(.put, path, facts.body)) != nil
  }

  /// The registration that the client is told. A check may register it otherwise.
  var toldClient: ClientFacts { check.told.map(client.merged) ?? client }

  /// Whether it registered itself (RFC 7591): then the provider knows all that it may do.
  private func hasRegistered(_ clientID: String) -> Bool {
    sandboxHost?.contents.withLock { contents in
      contents.sandbox.cast.client(clientID, at: provider) == nil
        && contents.sandbox.client(clientID, at: provider) != nil
    } ?? false
  }

  /// Time goes by at the provider, in seconds, and nowhere else.
  func pass(_ seconds: Int) throws {
    _ = try server.command(
      .post, "/sandboxes/\(id)/clock", ["advance": JSONValue(.number(String(seconds)))])
  }

  /// From now on the provider does nothing odd any more.
  func calm() {
    _ = try? server.command(.put, "/sandboxes/\(id)/rules", [])
    if check.told != nil, register(toldClient) { client = toldClient }
    for door in [door, sideDoor] { door?.showProperCertificate() }
    successor?.calm()
  }

  /// How many connections came so far as to see what is wrong.
  var handshakes: Int { (sideDoor ?? door)?.handshakes ?? 0 }

  /// Whether an address is the provider's in this run.
  func isHome(_ address: WebAddress) -> Bool {
    [door, sideDoor].contains { $0?.origin == address.origin } || server.isHome(address)
      || server.leads(address)
  }

  func end() {
    for door in [door, sideDoor] { door?.stop() }
    successor?.end()
    if !isShared { _ = try? server.command(.delete, "/sandboxes/\(id)") }
    server.front.reports.close(id)
  }
}

extension HTTPField.Name {
  static let understudyRule = HTTPField.Name("Understudy-Rule") ?? .server
}
