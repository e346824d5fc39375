import Basics
import Engine
import ProviderModel

/// All that the landing page has to know to try a provider: where its endpoints are, what their parameters are called, and
/// who the try-out client is. A script reads it, so nothing in it is a template or a rule of the engine.
struct TryPlan {
  let provider: Provider
  let cast: Cast
  /// The origin, with the sandbox's prefix.
  let base: String
  let landing: String

  private var client: Client { provider.tryOutClient }
  private var variables: [String?] { cast.firstVariables(of: provider) }

  /// Nil where the provider can't be tried, as it has no authorization endpoint that could be told.
  var json: JSONValue? {
    guard let start = TryLink.start(cast, provider) else { return nil }
    var plan = JSONObject()
    plan["provider"] = text(provider.id)
    plan["title"] = text(provider.title)
    plan["home"] = text(base + "/")
    plan["client_id"] = text(client.id)
    if let secret = client.secret { plan["client_secret"] = text(secret) }
    plan["redirect_uri"] = text(landing)
    plan["authorize"] = ["url": text(base + start), "names": names(provider.parameters)]
    if let prompt = promptForAccount { plan["prompt"] = text(prompt) }
    plan["scope"] = text(provider.scopesTried.joined(separator: " "))
    plan["types"] = texts(provider.answers.keys.sorted())
    plan["modes"] = texts(provider.modes.filter { !ResponseMode.isSigned($0) })
    if let mode = provider.modeTried { plan["mode"] = text(mode) }
    if let endpoint = provider.endpoint(.token), let token = described(endpoint) {
      var token = token
      token["names"] = names(provider.token.parameters)
      token["authentication"] = text(authentication)
      token["grants"] = texts(provider.token.grants.map(\.name))
      plan["token"] = JSONValue(.object(token))
    }
    let resources = provider.endpoints.filter { $0.kind == .resource }.compactMap(resource)
    plan["resources"] = JSONValue(.array(resources))
    for kind in [EndpointKind.introspect, .revoke] {
      guard let endpoint = provider.endpoint(kind), var call = described(endpoint) else { continue }
      let (form, query) = (endpoint.service.token.form, endpoint.service.token.query)
      let places = form.isEmpty ? query : form
      guard let name = ["token", "access_token"].first(where: places.contains) ?? places.first
      else { continue }
      call["parameter"] = text(name)
      call["place"] = text(form.isEmpty ? "query" : "form")
      call["authentication"] = text(authentication)
      plan[kind.rawValue] = JSONValue(.object(call))
    }
    if let keys = provider.keysEndpoint.flatMap(described) {
      plan["keys"] = JSONValue(.object(keys))
    }
    return JSONValue(.object(plan))
  }

  /// The prompt by which a second try shows who is signed in, where the provider has one.
  private var promptForAccount: String? {
    let prompt = "select_account"
    guard case .constant(false)? = provider.flow.first(.login)?.accounts else {
      return provider.parameters.contains { $0.name == "prompt" } ? prompt : nil
    }
    return nil
  }

  /// How the page proves that it is the client: by what a browser can send.
  private var authentication: String {
    let known = provider.token.authentication
    let sent: [TokenService.Authentication] = [.post, .basic, .none]
    return sent.first(where: known.contains)?.rawValue
      ?? known.first?.rawValue ?? TokenService.Authentication.none.rawValue
  }

  private func described(_ endpoint: Endpoint) -> JSONObject? {
    guard let path = provider.path(to: endpoint, variables) else { return nil }
    var call = JSONObject()
    call["name"] = text(endpoint.name)
    call["url"] = text(base + path)
    let preferred = endpoint.kind.isRead ? ["GET", "POST"] : ["POST", "PUT", "GET"]
    call["method"] = text(
      preferred.first(where: endpoint.answers) ?? endpoint.methods.first ?? "GET")
    call["place"] = text(isForm(endpoint) ? "form" : "query")
    return call
  }

  private func isForm(_ endpoint: Endpoint) -> Bool { endpoint.service.reads.contains(.form) }

  /// What answers a GET with an access token, and is not called about anything that a try does not know.
  private func resource(_ endpoint: Endpoint) -> JSONValue? {
    let places = endpoint.service.token
    // A try signs in at the lowest level.
    guard places.levels == nil, places.oldest == nil, endpoint.answers("GET"),
      var call = described(endpoint)
    else { return nil }
    if let scheme = places.schemes.first {
      call["scheme"] = text(scheme)
    } else if let name = places.fields.first {
      call["header"] = text(name)
    } else if let name = places.query.first {
      call["parameter"] = text(name)
    } else {
      return nil
    }
    call["place"] = "query"
    call["scopes"] = texts(places.scopes.compactMap(\.literal))
    call["parameters"] = JSONValue(
      .array(
        provider.parametersTried(at: endpoint).map { texts([$0.name, $0.value]) }))
    return JSONValue(.object(call))
  }

  private func names(_ rules: [(name: String, rule: ParameterRule)]) -> JSONValue {
    JSONValue(.object(JSONObject(rules.map { .init($0.name, text($0.rule.wire)) })))
  }

  private func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
  private func texts(_ texts: [String]) -> JSONValue { JSONValue(.array(texts.map(text))) }
}

extension EndpointKind {
  fileprivate var isRead: Bool { self == .resource || self == .document }
}
