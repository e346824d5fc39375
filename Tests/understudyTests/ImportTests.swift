import Foundation
import Testing

@Suite("An import")
struct ImportTests {
  static let realm = """
    {
      "realm": "shop", "accessTokenLifespan": 900, "revokeRefreshToken": true,
      "users": [
        { "id": "5c961fa6-c93f-4d95-b620-3abf74730b10", "username": "carol", "emailVerified": true,
          "firstName": "Carol", "lastName": "Danvers", "email": "carol@example.test",
          "credentials": [{ "type": "password", "value": "cheshire" }],
          "realmRoles": ["manager"], "groups": ["/staff"],
          "attributes": { "department": ["sales"], "shoe": ["42"] } },
        { "username": "dora", "enabled": false,
          "credentials": [{ "type": "password", "secretData": "{}" }] },
        { "username": "service-account-batch", "serviceAccountClientId": "batch" }
      ],
      "clients": [
        { "clientId": "account", "redirectUris": ["/realms/shop/account/*"] },
        { "clientId": "web", "rootUrl": "http://localhost:3000", "secret": "web-secret-0123456789",
          "redirectUris": ["/*", "javascript:alert(1)"],
          "attributes": { "post.logout.redirect.uris": "+##http://localhost:3000/bye" },
          "protocolMappers": [
            { "protocolMapper": "oidc-usermodel-attribute-mapper",
              "config": { "user.attribute": "department", "claim.name": "department", "id.token.claim": "true" } },
            { "protocolMapper": "oidc-hardcoded-claim-mapper", "config": { "claim.name": "tier" } }
          ] },
        { "clientId": "spa", "publicClient": true, "redirectUris": ["*"] },
        { "clientId": "batch", "secret": "**********", "standardFlowEnabled": false,
          "serviceAccountsEnabled": true },
        { "clientId": "old", "protocol": "saml" }
      ],
      "clientScopes": [{ "name": "profile" }, { "name": "shop:read" }]
    }
    """

  static let configuration = """
    {
      "interactiveLogin": true, "loginPagePath": "login.html",
      "tokenProvider": { "systemTime": "2020-01-21T00:00:00Z" },
      "tokenCallbacks": [
        { "issuerId": "issuer1", "tokenExpiry": 120, "requestMappings": [
          { "requestParam": "code", "match": "code1", "claims": { "sub": "ida", "aud": ["api"], "groups": ["a"] } },
          { "requestParam": "scope", "match": "api.*",
            "claims": { "sub": "service", "aud": ["api"] }, "typeHeader": "at+jwt" },
          { "requestParam": "resource", "match": "(?<bad", "claims": { "x": "y" } },
          { "requestParam": "grant_type", "match": "client_credentials", "claims": { "sub": "${clientId}", "tier": 1 } }
        ] },
        { "issuerId": "Issuer_2", "requestMappings": [] }
      ]
    }
    """

  /// The command that an import prints, with the built tool.
  private static func signIn(_ output: String, in folder: String) throws -> Tool.Result {
    let line = try #require(output.split(separator: "\n").first { $0.contains(" understudy run ") })
    let command = String(line).replacing("understudy run", with: "$tool run")
      .replacing("-- understudy visit", with: "-- $tool visit")
    return try Tool.shell("cd '\(folder)' && " + command).finish()
  }

  @Test("makes a cast of a realm, and somebody signs in")
  func keycloak() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.realm, to: "realm.json")
    let folder = scratch.folder.path
    let made = try Tool(["import", "keycloak", "realm.json"], folder: folder).finish()
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.hasPrefix("Wrote shop.cast.json: 2 people, 3 clients.\n"))
    for note in [
      "/users/0/attributes/shoe: ", "/users/0/groups: ",
      "/users/1/credentials/0: the password is hashed",
      "/clients/1/redirectUris: redirect_uris is left out", "/clients/1/protocolMappers/1: ",
      "/clients/2/redirectUris/0: * is any address", "/clients/3/secret: ", "/clients/4: ",
      "/accessTokenLifespan: ", "/clientScopes/1: ",
    ] {
      #expect(made.errors.contains("realm.json: \(note)"), "\(note) in \(made.errors)")
    }
    #expect(made.errors.split(separator: "\n").count == 11, "\(made.errors)")
    let check = try Tool.run("check", scratch.path("shop.cast.json"))
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    let visit = try Self.signIn(made.output, in: folder)
    #expect(visit.output.hasPrefix("http://localhost:3000/cb?state=x&"), "\(visit.errors)")
    let again = try Tool(["import", "keycloak", "realm.json"], folder: folder).finish()
    #expect(again.status == 2)
    #expect(again.errors.contains("shop.cast.json: error: the file exists"), "\(again.errors)")
  }

  @Test("gives the people and the clients of a realm what they have there")
  func members() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.realm, to: "realm.json")
    _ = try Tool.run("import", "keycloak", file, "--to", scratch.path("made/here"))
    let served = try Served(["--cast", scratch.path("made/here/shop.cast.json")])
    let box = "/_understudy/sandboxes/default"
    let carol = try served.get("\(box)/people/carol").body
    #expect(carol.contains("\"department\":\"sales\"") && carol.contains("5c961fa6"), "\(carol)")
    let token = "/keycloak/realms/shop/protocol/openid-connect/token"
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    let given = "client_id=batch&client_secret=batch-secret-0123456789&grant_type="
    let service = try served.send("POST", token, form, body: given + "client_credentials")
    #expect(service.status == 200, "\(service.body)")
    let refused = try served.send(
      "POST", token, form,
      body: "client_id=web&client_secret=web-secret-0123456789&grant_type=client_credentials")
    #expect(refused.status != 200)
    _ = served.stop()
  }

  @Test("makes providers, people and rules of navikt's configuration")
  func navikt() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.configuration, to: "config.json")
    let folder = scratch.folder.path
    let made = try Tool(["import", "navikt", "config.json"], folder: folder).finish()
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains(": 2 providers, 2 people, 2 rules.\n"), "\(made.output)")
    for note in [
      "/tokenCallbacks/0/requestMappings/0/match: codes are random",
      "/tokenCallbacks/0/requestMappings/2: ", "/tokenCallbacks/0/requestMappings/3/claims/sub: ",
      "/tokenCallbacks/1/issuerId: ", "/tokenProvider/systemTime: ", "/loginPagePath: ",
    ] {
      #expect(made.errors.contains("config.json: \(note)"), "\(note) in \(made.errors)")
    }
    let check = try Tool(
      ["check", "issuer1.json", "issuer-2.json", "config.cast.json", "config.scenario.json"],
      folder: folder
    ).finish()
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    let visit = try Self.signIn(made.output, in: folder)
    #expect(visit.output.hasPrefix("http://127.0.0.1:7999/cb?code="), "\(visit.errors)")
  }

  @Test("has navikt's claims in the tokens of requests that match")
  func mappings() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.configuration, to: "config.json")
    _ = try Tool.run("import", "navikt", file, "--to", scratch.folder.path)
    let served = try Served([
      "--provider", scratch.path("issuer1.json"), "--cast", scratch.path("config.cast.json"),
      "--scenario", scratch.path("config.scenario.json"), "--accept-any-client",
    ])
    let answer = try served.send(
      "POST", "/issuer1/token", ["Content-Type": "application/x-www-form-urlencoded"],
      body: "grant_type=client_credentials&client_id=any&client_secret=any&scope=api.read")
    #expect(answer.status == 200 && answer.body.contains("\"expires_in\":120"), "\(answer.body)")
    let parts = answer.body.split(separator: "\"access_token\":\"").last?.split(separator: ".")
    var payload = String(try #require(parts?.dropFirst().first))
      .replacing("-", with: "+").replacing("_", with: "/")
    while payload.count % 4 != 0 { payload += "=" }
    let claims = String(decoding: try #require(Data(base64Encoded: payload)), as: UTF8.self)
    #expect(
      claims.contains("\"sub\":\"service\"") && claims.contains("\"aud\":[\"api\"]"), "\(claims)")
    _ = served.stop()
  }

  @Test("says which issuer a callback without one has")
  func unnamed() throws {
    let scratch = try Scratch()
    let file = try scratch.write(#"{"tokenCallbacks": [{"tokenExpiry": 60}]}"#, to: "file.json")
    let result = try Tool.run("import", "navikt", file, "--to", scratch.path("made"))
    let note = "/tokenCallbacks/0/issuerId: the issuer, which has no name, is the provider default"
    #expect(result.errors.contains(note), "\(result.errors)")
  }

  @Test("says what is wrong with a file of another kind")
  func mistakes() throws {
    let scratch = try Scratch()
    for (kind, text, expected) in [
      ("keycloak", "{\"a\": 1}", "expected the export of a realm"),
      (
        "keycloak", "[{\"realm\": \"a\"}, {\"realm\": \"b\"}]",
        "of the realms a, b; export one realm"
      ),
      (
        "keycloak", #"{"realm": "a", "clients": [{"clientId": "b", "publicClient": "yes"}]}"#,
        "error: /clients/0/publicClient: expected true or false, found the string \"yes\""
      ),
      ("navikt", "[]", "expected an object, found an array"),
      ("navikt", "{", "error:"),
    ] {
      let file = try scratch.write(text, to: "file.json")
      let result = try Tool.run("import", kind, file, "--to", scratch.folder.path)
      #expect(result.status == 2 && result.errors.contains(expected), "\(result.errors)")
    }
  }
}
