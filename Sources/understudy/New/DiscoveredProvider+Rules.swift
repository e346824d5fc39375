import Basics
import JOSE
import ProviderModel

/// What a discovery document says about requests and tokens, as members of a provider.
extension DiscoveredProvider {
  /// The members in the order of a provider file.
  mutating func rules() -> JSONObject {
    var rules = JSONObject()
    let algorithms = signing
    let named = take("id_token_signing_alg_values_supported") ?? []
    let foreign = named.filter { !algorithms.contains($0) && $0 != "HS256" }
    if !foreign.isEmpty {
      note("algorithms without a counterpart: " + foreign.joined(separator: ", "))
    }
    if !algorithms.isEmpty {
      rules["signing"] = JSONValue(.object(JSONObject(algorithms.map { .init($0, [:]) })))
    }
    if let methods = take("code_challenge_methods_supported") {
      let plain = methods.contains("plain")
      rules["code_challenge"] = ["required": "never", "plain": .init(.bool(plain))]
    }
    rules["scope"] = scope()
    let modes = take("response_modes_supported") ?? ["query", "fragment"]
    let known = Set((standard["response_modes"]?.objectValue ?? JSONObject()).names)
    let taken = modes.filter {
      known.contains($0) && ($0.contains("jwt") ? !algorithms.isEmpty : true)
    }
    if !taken.isEmpty {
      rules["response_modes"] = JSONValue(.object(JSONObject(taken.map { .init($0, true) })))
    }
    noteForeign("response modes", modes, taken)
    if endpoints["authorize"] != nil { rules["answers"] = answers(isSigned: !algorithms.isEmpty) }
    if issuer != "{{base.first}}" { rules["templates"] = ["issuer": .init(.string(issuer))] }
    if endpoints["token"] != nil { rules["token"] = token() }
    if endpoints["register"] != nil {
      rules["registration"] = [
        "client_id": "[A-Za-z0-9]{22}", "client_secret": "[A-Za-z0-9_-]{43}",
        "registration_access_token": "[A-Za-z0-9_-]{43}",
      ]
    }
    return rules
  }

  private mutating func noteForeign(_ what: String, _ all: [String], _ taken: [String]) {
    let foreign = all.filter { !taken.contains($0) }
    if !foreign.isEmpty {
      note("\(what) without a counterpart: " + foreign.joined(separator: ", "))
    }
  }

  private mutating func scope() -> JSONValue? {
    guard let scopes = take("scopes_supported"), !scopes.isEmpty else { return nil }
    let texts = standard["scope"]?["known"]?.objectValue ?? JSONObject()
    let known = scopes.map { scope in
      JSONObject.Member(scope, texts[scope] ?? JSONValue(.string("use \(scope)")))
    }
    var rule: JSONObject = ["known": JSONValue(.object(JSONObject(known)))]
    var claims = JSONObject()
    let supported = take("claims_supported").map(Set.init)
    var placed: Set<String> = [
      "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr",
    ]
    placed.formUnion(["azp", "at_hash", "c_hash", "sid", "jti"])
    for entry in standard["scope"]?["claims"]?.objectValue ?? JSONObject() {
      let names = (entry.value.arrayValue ?? []).compactMap(\.stringValue)
        .filter { supported?.contains($0) ?? true }
      placed.formUnion(names)
      guard scopes.contains(entry.name), !names.isEmpty else { continue }
      claims[entry.name] = Self.list(names)
    }
    if !claims.isEmpty { rule["claims"] = JSONValue(.object(claims)) }
    let others = (supported ?? []).subtracting(placed).sorted()
    if !others.isEmpty {
      note(
        "claims that no scope gives: " + others.joined(separator: ", ")
          + "; see scope.claims and people")
    }
    return JSONValue(.object(rule))
  }

  /// The responses of `standard` for the response types of the document.
  private mutating func answers(isSigned: Bool) -> JSONValue? {
    let wanted = take("response_types_supported") ?? ["code"]
    let tellsIssuer = document["authorization_response_iss_parameter_supported"]?.boolValue ?? false
    used(["authorization_response_iss_parameter_supported"])
    var answers = JSONObject()
    var taken: [String] = []
    for answer in standard["answers"]?.objectValue ?? JSONObject() {
      let words = Self.words(answer.name)
      guard let type = wanted.first(where: { Self.words($0) == words }),
        isSigned || !words.contains("id_token"), var members = answer.value.objectValue
      else { continue }
      taken.append(type)
      if var parameters = members["parameters"]?.objectValue {
        parameters["iss"] = tellsIssuer ? "{{> issuer}}" : nil
        members["parameters"] = JSONValue(.object(parameters))
      }
      answers[answer.name] = JSONValue(.object(members))
    }
    noteForeign("response types", wanted, taken)
    return answers.isEmpty ? nil : JSONValue(.object(answers))
  }

  private static func words(_ type: String) -> [String] {
    type.split(separator: " ").map(String.init).sorted()
  }

  // MARK: The token endpoint

  private mutating func token() -> JSONValue {
    var token = JSONObject()
    let methods = take("token_endpoint_auth_methods_supported") ?? ["client_secret_basic"]
    var authentication = JSONObject()
    let simple = [
      "client_secret_basic": "basic", "client_secret_post": "post", "none": "none",
      "tls_client_auth": "tls_client_auth",
      "self_signed_tls_client_auth": "self_signed_tls_client_auth",
    ]
    for method in methods { if let name = simple[method] { authentication[name] = true } }
    let signed = ["private_key_jwt", "client_secret_jwt"].filter(methods.contains)
    if !signed.isEmpty {
      var assertions = JSONObject(signed.map { .init($0, true) })
      assertions["audience"] = ["{{> issuer}}", "{{links.token}}"]
      authentication["assertions"] = JSONValue(.object(assertions))
    }
    noteForeign("client authentication methods", methods, Array(simple.keys) + signed)
    if !authentication.isEmpty { token["client_auth"] = JSONValue(.object(authentication)) }
    if let same = texts("revocation_endpoint_auth_methods_supported"), Set(same) == Set(methods) {
      used(["revocation_endpoint_auth_methods_supported"])
    }
    token["grants"] = grants()
    return JSONValue(.object(token))
  }

  private mutating func grants() -> JSONValue {
    var offered = take("grant_types_supported") ?? ["authorization_code"]
    let hasRefresh = texts("scopes_supported")?.contains("offline_access") ?? false
    if hasRefresh, !offered.contains("refresh_token") { offered.append("refresh_token") }
    let device = "urn:ietf:params:oauth:grant-type:device_code"
    if endpoints["device_authorization"] != nil, !offered.contains(device) {
      offered.append(device)
    }
    var simple = ["authorization_code", "refresh_token", "client_credentials", "password"]
    if endpoints["device_authorization"] != nil { simple.append(device) }
    let taken = simple.filter(offered.contains)
    // Implicit is no grant of the token endpoint: it is a response type.
    noteForeign("grants", offered, taken + ["implicit"])
    return JSONValue(.object(JSONObject(taken.map { .init($0, [:]) })))
  }
}

extension JSONValue {
  /// This value with a text replaced in every string.
  func replacing(_ old: String, with new: String) -> JSONValue {
    if let text = stringValue { return JSONValue(.string(text.replacing(old, with: new))) }
    if let array = arrayValue {
      return JSONValue(.array(array.map { $0.replacing(old, with: new) }))
    }
    guard let object = objectValue else { return self }
    return JSONValue(
      .object(JSONObject(object.map { .init($0.name, $0.value.replacing(old, with: new)) })))
  }
}
