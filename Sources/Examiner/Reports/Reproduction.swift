import Basics
import ProviderModel

/// Lines for a shell that set a check's stage in a running `understudy serve`, and show what a client meets there.
package struct Reproduction: Sendable {
  let check: Check
  let profile: Profile
  let provider: Provider
  private let variables: [String?]
  /// The server's origin: where `serve` listens unless it is told otherwise.
  let origin: String

  /// - Parameters:
  ///   - profile: as it is run at the provider (`Profile.at`).
  ///   - variables: values for the variables in the provider's addresses, at their places.
  package init(
    of check: Check, in profile: Profile, at provider: Provider, _ variables: [String?] = [],
    origin: String = "http://127.0.0.1:8400"
  ) {
    self.check = check
    self.profile = profile
    self.provider = provider
    self.variables = variables
    self.origin = origin
  }

  /// Of RFC 7636, appendix B: everybody knows it.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  /// A line that is longer would not be copied.
  private static let mostBody = 6_000

  private var sandbox: String { SandboxBody.label(of: check) }
  private var base: String { "\(origin)/_sandbox/\(sandbox)" }

  private var client: JSONValue {
    check.client?.merged(into: profile.client) ?? profile.client
  }
  private var clientID: String { client["client_id"]?.stringValue ?? "" }
  private var redirectURI: String {
    client["redirect_uris"]?.arrayValue?.first?.stringValue ?? "http://127.0.0.1/callback"
  }

  /// A line of a shell each; the first makes the sandbox.
  package var lines: [String] {
    var lines = [creation]
    for place in places { lines += show(place) }
    return lines + AgentWords.sentences(of: check.agent).map { "# \($0)" }
  }

  private var creation: String {
    let values = [
      "issuer": "\(base)/\(provider.id)", "origin": origin, "base": base,
      "elsewhere": "\(base)/elsewhere",
      "elsewhere_without_scheme": CheckSandbox.withoutScheme(base) + "/elsewhere",
      "client_id": clientID, "redirect_uri": redirectURI,
      "client_secret": client["secret"]?.stringValue ?? "", "provider": provider.id,
      "scope": scope, "port": "8080", "person": "alice", "mcp": server ?? "",
      "other_issuer": "\(base)/\(provider.id)".replacing("127.0.0.1", with: "localhost"),
    ]
    var placeholders = Placeholders(values)
    var body = self.body(placeholders)
    if body.text().utf8.count > Self.mostBody {
      placeholders.mostFilled = 64
      body = self.body(placeholders)
    }
    return "curl -sS \(origin)/_understudy/sandboxes -H 'Content-Type: application/json' -d "
      + ShellWord.quoted(body.text())
  }

  private func body(_ placeholders: Placeholders) -> JSONValue {
    var body = SandboxBody.of(
      check, id: sandbox, client: placeholders.expanded(client), provider: provider.id, placeholders
    )
    guard var object = body.objectValue else { return body }
    // Nobody sits at the pages: the answer to the authorization request is what is looked at.
    if object["answer"] == nil {
      object["answer"] =
        check.agent.decision == .deny
        ? ["sign_in": "alice", "consent": "denied"] : ["sign_in": "alice"]
    }
    body.content = .object(object)
    return body
  }

  private enum Place: Hashable {
    case authorize, push, token
    /// Where a device gets its codes, and then polls.
    case device
    /// Where a token that the client was told is exchanged.
    case exchange
    /// The protected MCP server, with a call of a tool or without a token.
    case mcp(isCall: Bool)
    /// Where a client registers itself.
    case register
    /// An endpoint that wants a token, or a document that wants nothing.
    case other(String)
  }

  /// Where the stage does something; in the order in which a client comes there.
  private var places: [Place] {
    var places: [Place] = []
    for rule in check.stage["rules"]?.arrayValue ?? [] {
      let name = rule["match"]?["endpoint"]?.stringValue
      let endpoint =
        provider.endpoints.first { $0.name == name }
        ?? provider.endpoints.first { $0.kind.rawValue == name }
      let place: Place =
        switch endpoint?.kind {
        case .token: .token
        case .mcp: .mcp(isCall: rule["match"]?["when"]?.text().contains("mcp.tool") == true)
        case .pushedAuthorization: .push
        case .register?, .registration?: .register
        case .resource?, .document?, .introspect?, .revoke?: .other(endpoint?.name ?? "")
        default: .authorize
        }
      if !places.contains(place) { places.append(place) }
    }
    if profile.registers {
      return places.filter { $0 != .authorize && $0 != .token && $0 != .register } + [.register]
    }
    let first: Place
    switch check.flow {
    case .redirect: return places.isEmpty ? [.authorize] : places
    case .mcp: return places.isEmpty ? [.mcp(isCall: false)] : places
    case .device: first = .device
    case .exchange: first = .exchange
    }
    return places.filter { $0 != .authorize && $0 != .token } + [first]
  }

  private var scope: String { check.scope ?? profile.scope }
  private var responseType: String { check.responseType ?? profile.responseType }

  private func url(_ endpoint: Endpoint?) -> String? {
    Directory(of: provider, at: base, variables).entries
      .first { $0.endpoint === endpoint }?.url
  }

  /// The parameters of an authorization request, encoded.
  private var request: [String] {
    let parameters =
      [
        ("response_type", responseType), ("client_id", clientID), ("redirect_uri", redirectURI),
        ("scope", scope), ("state", "the-state-you-sent"), ("nonce", "the-nonce-you-sent"),
      ]
      + (responseType.contains("code")
        ? [("code_challenge", Self.challenge), ("code_challenge_method", "S256")] : [])
    return parameters.map { "\($0.0)=\(QueryStyle.rfc3986.encode($0.1))" }
  }

  private var authorize: String {
    let address = url(provider.endpoints.first { $0.kind == .authorize }) ?? base
    // Some providers have parameters of their own in the address.
    let sign = address.contains("?") ? "&" : "?"
    return ShellWord.quoted("\(address)\(sign)\(request.joined(separator: "&"))")
  }

  private var credentials: String {
    let id = "-d client_id=\(ShellWord.plain(QueryStyle.rfc3986.encode(clientID)))"
    let secret = client["secret"]?.stringValue.map {
      " -d client_secret=\(ShellWord.plain(QueryStyle.rfc3986.encode($0)))"
    }
    return id + (secret ?? "")
  }

  private var device: [String] {
    guard
      let start = url(provider.endpoints.first { $0.kind == .deviceAuthorization }),
      let token = url(provider.endpoints.first { $0.kind == .token })
    else { return [] }
    return [
      "curl -s \(ShellWord.plain(start)) \(credentials) "
        + "-d scope=\(ShellWord.plain(QueryStyle.rfc3986.encode(scope))) | tee device.json",
      "code=$(sed 's/.*\"device_code\": *\"\\([^\"]*\\)\".*/\\1/' device.json)",
      "curl -si \(ShellWord.plain(token)) -d grant_type=\(DeviceJudges.grant) "
        + "-d \"device_code=$code\" \(credentials)",
    ]
  }

  private var exchange: [String] {
    guard let token = url(provider.endpoints.first { $0.kind == .token }),
      let subject = profile.subject
    else { return [] }
    return [
      minted(subject.order(at: provider.id, of: "alice")),
      "curl -si \(ShellWord.plain(token)) -d grant_type=\(ExchangeJudges.grant) "
        + "-d subject_token_type=\(Profile.Subject.type) -d \"subject_token=$token\" \(credentials)",
    ]
  }

  /// Puts an access token into the variable `token`.
  private func minted(_ order: JSONValue) -> String {
    "token=$(curl -sS \(origin)/_understudy/sandboxes/\(sandbox)/tokens -H 'Content-Type: application/json' -d "
      + "\(ShellWord.quoted(order.text())) | sed 's/.*\"access_token\": *\"\\([^\"]*\\)\".*/\\1/')"
  }

  private var register: [String] {
    guard let address = url(provider.endpoints.first { $0.kind == .register }) else { return [] }
    let metadata: JSONValue = [
      "client_name": "A client", "redirect_uris": [JSONValue(.string(redirectURI))],
      "token_endpoint_auth_method": "none", "application_type": "native",
      "scope": JSONValue(.string(scope)),
    ]
    let token = client["initial_access_token"]?.stringValue.map {
      " -H \(ShellWord.quoted("Authorization: Bearer \($0)"))"
    }
    return [
      "curl -si \(ShellWord.plain(address)) -H 'Content-Type: application/json'\(token ?? "") "
        + "-d \(ShellWord.quoted(metadata.text()))"
    ]
  }

  private func show(_ place: Place) -> [String] {
    switch place {
    case .register: return register
    case .authorize: return ["curl -si \(authorize)"]
    case .device: return device
    case .exchange: return exchange
    case .mcp(let isCall): return isCall ? call : challenge
    case .push:
      guard let push = url(provider.endpoints.first { $0.kind == .pushedAuthorization }) else {
        return []
      }
      return [
        "curl -si \(ShellWord.plain(push)) -d \(ShellWord.quoted(request.joined(separator: "&")))"
      ]
    case .token:
      guard let token = url(provider.endpoints.first { $0.kind == .token }) else { return [] }
      return [
        "code=$(curl -s -o /dev/null -w '%{redirect_url}' \(authorize) | sed 's/.*[?&#]code=\\([^&]*\\).*/\\1/')",
        "curl -si \(ShellWord.plain(token)) -d grant_type=authorization_code -d \"code=$code\" "
          + "-d redirect_uri=\(ShellWord.plain(QueryStyle.rfc3986.encode(redirectURI))) "
          + "\(credentials) -d code_verifier=\(Self.verifier)",
      ]
    case .other(let name):
      guard let endpoint = provider.endpoints.first(where: { $0.name == name }),
        let address = url(endpoint)
      else { return [] }
      guard endpoint.kind == .resource else { return ["curl -si \(ShellWord.plain(address))"] }
      return [
        token([:]), "curl -si \(ShellWord.plain(address)) -H \"Authorization: Bearer $token\"",
      ]
    }
  }

  /// A token of the client.
  /// - Parameter more: what the token has to be good for.
  private func token(_ more: JSONValue) -> String {
    let wish: JSONValue = [
      "provider": JSONValue(.string(provider.id)), "client": JSONValue(.string(clientID)),
      "person": "alice",
    ]
    return minted(more.merged(into: wish))
  }
}

/// At a protected MCP server.
extension Reproduction {
  private var server: String? { url(provider.endpoints.first { $0.kind == .mcp }) }

  private var challenge: [String] {
    server.map { ["curl -si -X POST \(ShellWord.plain($0))"] } ?? []
  }

  /// In the revision that needs no handshake.
  private var call: [String] {
    guard let server else { return [] }
    let body =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#
    let fields = [
      "Content-Type: application/json", "Accept: application/json, text/event-stream",
      "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: whoami",
    ]
    return [
      token(["scopes": ["mcp:read"], "audiences": [JSONValue(.string(server))]]),
      "curl -si \(ShellWord.plain(server)) -H \"Authorization: Bearer $token\" "
        + fields.map { "-H '\($0)' " }.joined() + "-d '\(body)'",
    ]
  }
}
