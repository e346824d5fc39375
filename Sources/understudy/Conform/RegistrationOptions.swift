import ArgumentParser
import Basics
import Examiner
import ProviderModel

/// RFC 7591 §2, `token_endpoint_auth_method`: those that the server of an examination takes.
enum AuthMethod: String, CaseIterable, ExpressibleByArgument {
  case basic = "client_secret_basic"
  case post = "client_secret_post"
  case privateKey = "private_key_jwt"
  case none
}

/// As what the client is registered, where it can't take what it is given.
struct RegistrationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play this provider instead of the profile's; its checks are added.", valueName: "id"),
    completion: .providers)
  var provider: String?
  @Option(
    help: ArgumentHelp("Your own provider file for --provider. Repeatable.", valueName: "file"))
  var fixture: [String] = []
  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp("The client's own ID, if it has one.", valueName: "id"))
  var clientID: String?
  @Option(
    name: .customLong("client-secret"),
    help: ArgumentHelp(
      "The client's secret, which makes it a confidential client.", valueName: "secret"))
  var clientSecret: String?
  @Option(
    name: .customLong("auth-method"),
    help: ArgumentHelp(
      "The registered way to authenticate at the token endpoint: client_secret_basic, client_secret_post, private_key_jwt or none. Without this option, any way is accepted.",
      valueName: "method"))
  var authMethod: AuthMethod?
  @Option(
    help: ArgumentHelp(
      "The JWK set with the client's public keys, if it has its own keys.", valueName: "file"))
  var jwks: String?
  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp(
      "The client's redirect URI; all others are then refused. Without this option, the tool registers what the client sends. Repeatable.",
      valueName: "uri"))
  var redirectURI: [String] = []
  @Option(help: ArgumentHelp("The scope that the client must request.", valueName: "scope"))
  var scope: String?

  func apply(to plan: inout Examination.Plan) throws {
    let isTold = clientID != nil || clientSecret != nil || authMethod != nil || !redirectURI.isEmpty
    guard !plan.profile.registers || !isTold else {
      throw Failure(
        text:
          "conform: a client of the profile \(plan.profile.id) registers itself, so it can't have --client-id, --client-secret, --auth-method or --redirect-uri"
      )
    }
    var object = plan.record.objectValue ?? JSONObject()
    if let clientID { object["client_id"] = JSONValue(.string(clientID)) }
    if let clientSecret {
      object["secret"] = JSONValue(.string(clientSecret))
      object["kind"] = "confidential"
    }
    if let jwks { object["jwks"] = try Self.keys(in: jwks) }
    if let authMethod {
      if authMethod == .privateKey {
        guard object["jwks"] != nil else {
          throw Failure(
            text: "conform: --auth-method private_key_jwt: expected --jwks with the client's keys")
        }
        object["kind"] = "confidential"
      }
      object["token_endpoint_auth_method"] = JSONValue(.string(authMethod.rawValue))
    }
    for uri in redirectURI {
      guard let flaw = RedirectURI.flaw(ofRegistered: uri.replacing("{port}", with: "1")) else {
        continue
      }
      throw Failure(text: "--redirect-uri \(uri): \(flaw)")
    }
    if !redirectURI.isEmpty {
      object["redirect_uris"] = JSONValue(.array(redirectURI.map { JSONValue(.string($0)) }))
      plan.takesWhatComes = false
    }
    plan.record = JSONValue(.object(object))
    if let scope { plan.scope = scope }
  }

  private static func keys(in path: String) throws -> JSONValue {
    let bytes = try Files.read(path)
    guard let set = try? JSONReader().read(bytes, file: path).root, set["keys"]?.arrayValue != nil
    else {
      throw Failure(text: "conform: --jwks \(path): expected a JWK set, an object with \"keys\"")
    }
    return set
  }

  func set(_ options: inout ServerOptions) {
    options.fixtures.providerFiles = fixture
  }
}
