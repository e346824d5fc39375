import Basics
import Engine
import ProviderModel

/// People, clients and standing answers as the control API shows them: no password, no secret.
extension CastOperations {
  static func view(_ person: Person) -> JSONValue {
    var object = person.claims
    if !person.at.isEmpty { object["at"] = JSONValue(.object(person.at)) }
    object["outcome"] = person.fate.map { JSONValue(.string($0.rawValue)) }
    return JSONValue(.object(object))
  }

  static func view(_ client: Client) -> JSONValue {
    func list(_ texts: [String]) -> JSONValue {
      JSONValue(.array(texts.map { JSONValue(.string($0)) }))
    }
    var object = JSONObject()
    object["provider"] = JSONValue(.string(client.provider))
    object["client_id"] = JSONValue(.string(client.id))
    object["kind"] = JSONValue(.string(client.kind.rawValue))
    object["name"] = JSONValue(.string(client.name))
    object["has_secret"] = JSONValue(.bool(client.secret != nil))
    object["redirect_uris"] = list(client.redirectURIs)
    object["scopes"] = client.scopes.map(list)
    object["response_types"] = client.responseTypes.map(list)
    object["grant_types"] = client.grantTypes.map(list)
    object["token_endpoint_auth_method"] = client.authentication.map { JSONValue(.string($0)) }
    object["id_token_signed_response_alg"] = client.idTokenAlgorithm.map { JSONValue(.string($0)) }
    object["post_logout_redirect_uris"] = client.logoutURIs.map(list)
    object["audiences"] = client.audiences.map(list)
    object["access_token_format"] = client.accessTokenFormat.map { JSONValue(.string($0.rawValue)) }
    object["sign_in"] = client.signIn.map { JSONValue(.string($0)) }
    object["consent"] = client.consent.map { JSONValue(.string($0.rawValue)) }
    return JSONValue(.object(object))
  }

  static func view(_ standing: StandingAnswer) -> JSONValue {
    var object = JSONObject()
    object["sign_in"] = standing.person.map { JSONValue(.string($0)) }
    switch standing.consent {
    case .granted: object["consent"] = "granted"
    case .denied: object["consent"] = "denied"
    case .scopes(let scopes):
      object["consent"] = "granted"
      object["scopes"] = JSONValue(.array(scopes.map { JSONValue(.string($0)) }))
    case nil: break
    }
    return JSONValue(.object(object))
  }
}
