extension Endpoint {
  /// Properties of endpoints for programs.
  static let programs: [Field] = service.map { field in
    field.only("endpoints that programs call (kinds: \(kinds))") { $0.kind.isService }
  }
  private static let kinds = EndpointKind.allCases.filter(\.isService).map(\.rawValue)
    .joined(separator: ", ")

  private static let checking = EndpointKind.allCases.filter(\.runsChecks).map(\.rawValue)
    .joined(separator: ", ")

  private static let service: [Field] = [
    .part(
      "answer", .shape, \.service.answer,
      "The shape of the response. A token endpoint has one for each grant instead.",
      or: "the shape of its name, or that of its kind", example: "\"userinfo\""
    ).only("endpoints that programs call, of other kinds than token") {
      $0.kind.isService && $0.kind != .token
    },
    .text(
      "errors", \.service.errors, "The table of `errors` that shapes refusals.",
      or: "by kind: `token`, `resource`, `registration` or `pushed_authorization`",
      example: "\"tasks\""),
    .flag(
      "cors", \.service.crossOrigin, "Whether pages of other origins may read the response."),
    .flag(
      "client_certificate", \.service.asksCertificate,
      "Whether the server requests a client certificate over TLS (RFC 8446 §4.3.2). A client without one is still served."
    ),
    .init(
      Property(
        "read",
        .map(
          .either([.flag, .choice(["form", "json"]), .map(.text, keys: "parameters")]),
          keys: "places",
          known: Service.Source.allCases.map(\.rawValue) + [Service.untypedName]),
        "The places of parameters, in order of precedence. `untyped` reads a body without a Content-Type: as a form if the endpoint reads forms, else as JSON; `\"form\"` and `\"json\"` say which. `xml` has an object: the local name of the element that holds each parameter.",
        example: "{ \"form\": true, \"xml\": { \"Text\": \"text\" } }")
    ) { endpoint, reader, _ in
      for entry in reader.entries("read", of: "place") { endpoint.service.read(entry) }
      endpoint.service.settleUntyped(reader.value["read"]?["untyped"]?.boolValue == true)
      if let untyped = endpoint.service.untyped, !endpoint.service.reads.contains(untyped) {
        reader.findings.error(
          reader.value["read"]?["untyped"], reader.at("read") + "/untyped",
          "the endpoint reads no \(untyped.rawValue); add \"\(untyped.rawValue)\": true")
      }
      return true
    },
    .flag(
      "signed", \.service.isSigned,
      "Whether a client with `userinfo_signed_response_alg` gets the response as a signed JWT, and one with `userinfo_encrypted_response_alg` as an encrypted one (OpenID Connect Core §5.3.2), at an endpoint of the kind `resource`."
    ).only("endpoints of the kind resource") { $0.kind == .resource },
    .object(
      "token", \.service.token,
      "The places of an access token, and what the token must allow.", or: ""
    ).example(
      #"{ "header": ["Bearer"], "query": ["access_token"], "scopes": ["profile"] }"#
    )
    .of(.resource, .mcp, .revoke, .introspect),
    .choice(
      "client", \.service.client,
      "Whether a client has to authenticate. With `optional`, a client that the request names has to; with `named`, its ID is enough; with `none`, the token alone counts, and an Authorization header that holds no token is ignored; with `token`, the caller sends an access token of its own as `Authorization: Bearer`, at endpoints of the kinds revoke and introspect. At a resource, the token has to be one of this client.",
      or: "`required`, and `none` at a resource"
    ).only("endpoints of the kinds revoke, introspect and resource") {
      $0.kind.isAboutToken || $0.kind == .resource
    },
    .text(
      "grant", \.service.grant, type: .name(of: "grant"),
      "The grant of every request to this address; `grant_type` is not read.",
      or: "the one of `grant_type`", example: "\"authorization_code\""
    ).only("endpoints of the kind token") { $0.kind == .token },
    .choice(
      "revokes", \.service.revokes,
      "What a revocation, or a call of a resource, ends: the token alone; its `grant`, with all that was issued; all that the `client` has from the person, whose consent is forgotten, too; or also the person's `session`.",
      or:
        "nothing at a resource; else a refresh token ends its grant, and an access token itself (RFC 7009 §2.1)"
    ).only("endpoints of the kinds revoke and resource") {
      $0.kind == .revoke || $0.kind == .resource
    },
    .checks(\.service.checks, "The provider's own checks of a call, after its token.").example(
      #"{ "needs-version": { "when": { "not": { "has": "query.v" } }, "fail": "version_missing" } }"#
    )
    .only("endpoints that check calls (kinds: \(checking))") { $0.kind.runsChecks },
    .init(
      Property(
        "collection", .declared(Service.CollectionUse.self),
        "The use of a list of items that the sandbox keeps.")
    ) { endpoint, reader, vocabulary in
      guard var inner = reader.object("collection") else { return false }
      endpoint.service.collection = Service.CollectionUse.declaration.readWhole(&inner, vocabulary)
      return true
    }.example(
      #"{ "name": "tasks", "of": "{{person.sub}}", "do": "list" }"#
    ).of(.resource),
    .object("signature", \.service.signature, "The signature of a call.").example(
      #"{ "parameter": "sig", "head": ["{{req.path}}"], "coding": "hex" }"#
    )
    .only("endpoints of the kind resource") { $0.kind == .resource },
    .init(
      Property(
        "rate", .either([.declared(RateLimit.self), .list(.declared(RateLimit.self))]),
        "The number of calls that one token may make, or several such limits, such as one for a minute and one for a day. The facts of `rate` are about the limit that has the fewest calls left.",
        example: #"[{ "most": 100, "seconds": 900 }, { "most": 1000, "seconds": 86400 }]"#)
    ) { endpoint, reader, vocabulary in
      endpoint.service.rates = reader.rates("rate", vocabulary)
      return !endpoint.service.rates.isEmpty
    }
    .only("endpoints of the kinds resource and mcp") { $0.kind == .resource || $0.kind == .mcp },
    .object(
      "mcp", \.service.mcp, "The MCP server, at an endpoint of the kind `mcp`."
    ).example(
      #"{ "title": "Notes", "scopes": ["notes:read"], "tools": { "whoami": { "result": { "user": "{{token.username}}" } } } }"#
    ).of(.mcp),
    .part(
      "describes", .endpoint, \.service.describes,
      "The protected resource that a document describes (RFC 9728): an endpoint of the kind `mcp` or `resource`.",
      example: "\"mcp\""
    ).of(.document),
    .template(
      "metadata", \.service.metadata,
      "The address of the document that describes this resource, for `resource.metadata` (RFC 9728 §5.1).",
      example: "\"{{links.resource-metadata|inserted}}\""
    ).of(.resource, .mcp),
  ]
}

extension ObjectDeclaration<Endpoint, Vocabulary>.Field {
  /// Only endpoints of these kinds act on the property.
  func of(_ kinds: EndpointKind...) -> Self {
    let names = kinds.map(\.rawValue)
    let list =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
      : names.joined()
    return only("endpoints of the kind\(names.count > 1 ? "s" : "") \(list)") {
      kinds.contains($0.kind)
    }
  }
}
