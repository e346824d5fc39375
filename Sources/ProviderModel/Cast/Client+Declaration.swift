import Basics

extension Client: CastPart {
  /// What a client can be registered with: HS256 is keyed with its secret.
  private static let algorithms = AssertionRule.keyAlgorithms + [AssertionRule.secretAlgorithm]

  static let declaration: Client.Declaration = .init(
    "client", "A client that is registered at a provider (RFC 6749 §2).",
    identity + certificates + encryptionFields + requestDefaults + subjectFields + use + logout)

  private static let identity: [Client.Declaration.Field] = [
    .text(
      "provider", \.provider, type: .name(of: "provider"),
      "The provider where the client is registered.", example: "\"standard\""
    ).required,
    .text("client_id", \.id, "The client's ID.", example: "\"web\"").required,
    .choice(
      "kind", \.kind,
      "The client type (RFC 6749 §2.1). `public` has no secret, `spa` is public and runs in a browser, `standalone` is public and installed on a device.",
      or:
        "`confidential` with a secret, keys or the subject of a certificate; otherwise, and with the `token_endpoint_auth_method` `none`, `public`"
    ),
    .init(
      Property("name", .text, "The display name.", or: "its ID", example: "\"Web app\""),
      from: \.name
    ) { client, reader, _ in
      let name = reader.string("name")
      client.name = name ?? client.id
      return name != nil
    },
    .textOrNull(
      "secret", \.secret, "The client secret.", or: "none",
      example: "\"understudy-secret-0123456789\""),
    .texts(
      "redirect_uris", \.redirectURIs, "The redirect URIs (RFC 7591 §2).",
      example: "[\"http://127.0.0.1:7999/cb\"]"),
    .text(
      "policy_uri", \.policyURI, "The address of its privacy policy (RFC 7591 §2).",
      example: "\"https://app.example.test/privacy\""),
    .text(
      "tos_uri", \.termsURI, "The address of its terms of service (RFC 7591 §2).",
      example: "\"https://app.example.test/terms\""),
    .texts(
      "scopes", \.scopes, "The scopes that the client may request.",
      or: "all that the provider knows", example: "[\"openid\"]"),
    .texts(
      "response_types", \.responseTypes,
      "The response types that the client may use (RFC 7591 §2).",
      or: "all that the provider knows", example: "[\"code\"]"),
    .texts(
      "grant_types", \.grantTypes, "The grants that the client may use (RFC 7591 §2).",
      or: "all that the provider knows", example: "[\"authorization_code\"]"),
    .word(
      "token_endpoint_auth_method", \.authentication,
      among: TokenService.Authentication.allCases.map(\.registeredName),
      "The method of client authentication (RFC 7591 §2). With `signature`, requests are signed with the secret; with `private_key_jwt` and `client_secret_jwt`, a JWT is; with `tls_client_auth` and `self_signed_tls_client_auth`, the client shows a certificate (RFC 8705 §2).",
      or: "any method that the provider knows"
    ) { $0 },
    .word(
      "token_endpoint_auth_signing_alg", \.assertionAlgorithm,
      among: Client.algorithms,
      "The algorithm of the JWTs by which it authenticates (RFC 7591 §2).",
      or: "any that fits its keys, or its secret"
    ) { $0 },
    .init(
      Property(
        "jwks", .any,
        "Its public keys, as a JWK set (RFC 7591 §2): RSA keys of 2048 bits or more, and P-256, P-384 and Ed25519 keys. `x5c` has the certificate of a key, for `self_signed_tls_client_auth`.",
        example:
          "{ \"keys\": [{ \"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\", \"y\": \"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\" }] }"
      ), from: \.keys
    ) { client, reader, _ in
      guard let keys = reader.member("jwks"), !keys.isNull else { return false }
      client.keys = keys
      return true
    },
    .text(
      "jwks_uri", \.keysURI,
      "The address of its public keys, instead of `jwks`: on the loopback, or at a host of `serve --fetch-host`.",
      example: "\"http://127.0.0.1:7999/jwks\""),
    .word(
      "id_token_signed_response_alg", \.idTokenAlgorithm, among: Client.algorithms,
      "The algorithm of its ID tokens (OpenID Connect Registration §2). HS256 uses the client secret.",
      or: "the provider's"
    ) { $0 },
    .word(
      "request_object_signing_alg", \.requestObjectAlgorithm,
      among: RequestObjectRule.signed.sorted() + [RequestObjectRule.unsigned],
      "The algorithm of its request objects (RFC 9101): `none` allows unsigned ones.",
      or: "any that fits its keys, or its secret"
    ) { $0 },
    .texts(
      "request_uris", \.requestURIs,
      "The addresses of its request objects (OpenID Connect Registration §2).",
      or: "any, where the provider needs no registration",
      example: "[\"https://app.example.test/request.jwt\"]"),
    .keeping(
      optional: \.requiresObjects,
      Property(
        "require_signed_request_object", .flag,
        "Whether it has to send its authorization requests as signed request objects (RFC 9101 §10.5).",
        or: "false")
    ) { reader, _ in reader.bool("require_signed_request_object") },
    .word(
      "authorization_signed_response_alg", \.responseAlgorithm,
      among: Client.algorithms,
      "The algorithm of its signed authorization responses (JARM §3). HS256 uses the client secret.",
      or: "the provider's"
    ) { $0 },
    .keeping(
      optional: \.requiresPushes,
      Property(
        "require_pushed_authorization_requests", .flag,
        "Whether it has to push its authorization requests (RFC 9126 §6).", or: "false")
    ) { reader, _ in reader.bool("require_pushed_authorization_requests") },
    .word(
      "userinfo_signed_response_alg", \.userInfoAlgorithm, among: Client.algorithms,
      "The algorithm of signed responses of userinfo (OpenID Connect Registration §2). HS256 uses the client secret.",
      or: "the response is JSON"
    ) { $0 },
  ]

  private static let use: [Client.Declaration.Field] = [
    .texts(
      "post_logout_redirect_uris", \.logoutURIs,
      "The addresses to which a logout may redirect (RP-Initiated Logout §3.1).",
      or: "`redirect_uris`", example: "[\"https://app.example.test/bye\"]"),
    .texts(
      "audiences", \.audiences, of: .matching("^[^#]+$"),
      "The audiences that its access tokens may have: absolute URIs (RFC 8707 §2); where the provider reads the parameter `audience`, also other names (RFC 8693 §2.1).",
      or: "all that it requests", example: "[\"https://api.example.test\"]"),
    .texts(
      "authorization_details_types", \.detailTypes,
      "The types of authorization details that it may request (RFC 9396 §10).",
      or: "all that the provider knows", example: "[\"payment_initiation\"]"),
    .init(
      Property(
        "client_ids", .map(.text, keys: "issuers"),
        "Its IDs at other authorization servers, for the assertions that it presents there.",
        or: "its own ID", example: "{ \"https://as.example.test\": \"app-1\" }"),
      write: { client in
        let ids = client.idsElsewhere.map {
          JSONObject.Member($0.name, JSONValue(.string($0.id)))
        }
        return ids.isEmpty ? nil : JSONValue(.object(JSONObject(ids)))
      },
      read: { client, reader, _ in
        for (issuer, id, pointer) in reader.map("client_ids") {
          if let text = id.stringValue {
            client.idsElsewhere.append((name: issuer, id: text))
          } else {
            reader.findings.error(id, pointer, "expected a client_id, found \(id.found)")
          }
        }
        return !client.idsElsewhere.isEmpty
      }),
    .choice(
      "access_token_format", \.accessTokenFormat,
      "The format of its access tokens, at a provider that has both: `jwt` for JSON Web Tokens (RFC 9068), `opaque` for random text.",
      or: "the provider's choice"),
    .init(
      Property(
        "dpop_bound_access_tokens", .flag,
        "Whether its token requests need a DPoP proof, so that it gets only DPoP-bound tokens (RFC 9449 §5.2).",
        or: "false"), from: \.bindsTokens
    ) { client, reader, _ in
      client.bindsTokens = reader.bool("dpop_bound_access_tokens")
      return client.bindsTokens != nil
    },
    .init(
      Property(
        "at", .map(.any, keys: "names of `clients` of the provider"),
        "The members that its provider declares for its clients, as `{{client.NAME}}`.",
        or: "the provider's values", example: "{ \"team\": \"TEAM123456\" }"),
      write: { $0.members.isEmpty ? nil : JSONValue(.object($0.members)) },
      read: { client, reader, _ in
        client.members = JSONObject(
          reader.map("at").map { JSONObject.Member($0.name, $0.value) })
        return !client.members.isEmpty
      }),
    .text(
      "sign_in", \.signIn, "The person who signs in for this client without a page.",
      example: "\"alice\""),
    .word(
      "consent", \.consent, among: Client.Consent.allCases.map(\.rawValue),
      "The answer to the question of consent, without a page."
    ) { Client.Consent(rawValue: $0) },
  ]

  func check(_ reader: FixtureReader, _ context: CastReader) {
    responseTypes = responseTypes?.map(Self.sorted)
    if reader.value["kind"] == nil, authentication == "none" || !canAuthenticate {
      kind = .public
    }
    guard !context.isTrusted else { return }
    context.checkSignIn(self, reader)
    context.checkTexts(reader)
    guard Self.declaration.hasRequiredTexts(reader.value) else { return }
    guard let home = context.providers.provider(provider) else {
      return context.reportMissing(provider, reader)
    }
    context.checkTokens(self, home, reader)
    context.checkMembers(self, home, reader)
    context.checkWildcards(home, reader)
    context.checkKeys(self, home, reader)
    context.checkCertificates(self, home, reader)
    context.checkEncryption(self, home, reader)
    context.checkSubject(self, home, reader)
    context.checkTypes(home, reader)
    context.checkScopes(self, home, reader)
    context.checkRequests(self, home, reader)
    context.checkDefaults(self, home, reader)
    context.checkLogout(self, home, reader)
    context.checkAuthentication(self, home, reader)
  }

  /// Words of a response type have no order (RFC 6749 §3.1.1).
  package static func sorted(_ type: String) -> String {
    type.split(separator: " ").sorted().joined(separator: " ")
  }
}
