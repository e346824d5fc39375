import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// Credentials that a recording uses without showing their origin: a server's recording begins after the sign-in, and a later
/// one begins with a token.
extension RecordingPlayer {
  /// Issues them, for a request that was successful with them.
  func supply(_ exchange: Recording.Exchange, _ kind: EndpointKind) {
    guard exchange.answer.status.code < 400 else { return }
    let request = exchange.request
    if kind == .token {
      supply(flow.parameter("code", of: request)) { code(for: exchange) }
      supply(flow.parameter("refresh_token", of: request)) { mint("refresh", exchange) }
    }
    if kind == .revoke || kind == .introspect {
      let isRefresh = flow.parameter("token_type_hint", of: request) == "refresh_token"
      supply(flow.parameter("token", of: request)) {
        mint(isRefresh ? "refresh" : "access", exchange)
      }
    }
    let words = (request.headers[.authorization] ?? "").split(separator: " ")
    if words.count == 2, words[0].lowercased() != "basic" {
      supply(String(words[1])) { mint("access", exchange) }
    }
  }

  private func supply(_ recorded: String?, _ issue: () -> String?) {
    guard let recorded, !isKnown(recorded), let own = issue() else { return }
    carry(recorded, as: own)
    supplied += 1
  }

  /// A code of a sign-in as the request needs it: with its redirect URI, the challenge of its verifier, and the scopes and the
  /// nonce of its response.
  private func code(for exchange: Recording.Exchange) -> String? {
    let request = exchange.request
    guard let client = client(of: request),
      let address = Directory(of: flow.provider).entries
        .first(where: { $0.endpoint.kind == .authorize })?.addresses.first,
      !(address.host + address.path).contains("{")
    else { return mint("code", exchange) }
    var asked: [(String, String)] = [("client_id", client), ("response_type", "code")]
    if let place = flow.parameter("redirect_uri", of: request) {
      asked.append(("redirect_uri", place))
    }
    let body = Structure(exchange.answer.body, exchange.answer.headers).tree
    let token = body?["id_token"]?.stringValue
    if let scope = body?["scope"]?.stringValue ?? (token == nil ? nil : "openid") {
      asked.append(("scope", scope))
    }
    if let nonce = token.flatMap({ try? JWS.parse($0) })?.payload["nonce"]?.stringValue {
      asked.append(("nonce", nonce))
    }
    if let verifier = flow.parameter("code_verifier", of: request) {
      asked.append(("code_challenge", Base64URL.encode(Digest.sha256(Array(verifier.utf8)))))
      asked.append(("code_challenge_method", "S256"))
    }
    let names = Dictionary(
      flow.provider.parameters.map { ($0.name, $0.rule.wire) }, uniquingKeysWith: { $1 })
    let query = QueryStyle().encode(asked.map { (name: names[$0.0] ?? $0.0, value: $0.1) })
    var start = exchange
    start.request = Request(
      scheme: request.scheme, authority: address.host,
      target: address.path + (address.path.contains("?") ? "&" : "?") + query)
    guard case .success(let end) = visit(start, denying: false) else { return nil }
    return ["query", "fragment", "form"].lazy.compactMap { end[$0]?["code"]?.stringValue }.first
  }

  private func mint(_ kind: String, _ exchange: Recording.Exchange) -> String? {
    guard let client = client(of: exchange.request) else { return nil }
    let order: JSONValue = [
      "provider": .init(.string(flow.provider.id)), "client": .init(.string(client)),
      "person": .init(.string(person.username)), "issues": [.init(.string(kind))],
    ]
    guard case .json(_, let made)? = perform(.post, "/sandboxes/default/tokens", order) else {
      return nil
    }
    return made[kind == "code" ? kind : "\(kind)_token"]?.stringValue
  }

  /// The client that sends a request; of a request that names none, the only one.
  private func client(of request: Request) -> String? {
    let words = (request.headers[.authorization] ?? "").split(separator: " ")
    let basic = words.count == 2 ? BasicCredentials(String(words[1]))?.id : nil
    return flow.parameter("client_id", of: request) ?? basic ?? clients.first
  }
}
