import JSON

/// What programs call: the token endpoint and everything behind a token.
extension ProviderReader {
  mutating func readService(_ endpoint: inout Endpoint, _ reader: inout FixtureReader) {
    var service = Service()
    service.errors = reader.string("errors") ?? Conditions.table(of: endpoint.kind)
    service.answer = reader.string("answer")
    if service.answer == nil, [.resource, .document, .introspect, .revoke].contains(endpoint.kind) {
      findings.error(
        reader.value, reader.pointer, "expected a member \"answer\", found none")
    }
    service.crossOrigin = reader.bool("cors") ?? false
    service.reads = reader.map("read").compactMap { name, value, pointer in
      guard let place = Service.Place(rawValue: name) else {
        findings.error(
          value, pointer,
          "unknown place \"\(name)\""
            + Suggestion.hint(for: name, among: Service.Place.allCases.map(\.rawValue)))
        return nil
      }
      if place == .xml {
        service.elements = (value.objectValue ?? JSONObject()).compactMap { member in
          member.value.stringValue.map { (member.name, $0) }
        }
        return place
      }
      return value.boolValue == true ? place : nil
    }
    if var token = reader.object("token") {
      service.token.schemes = token.strings("header") ?? []
      service.token.fieldsFollow = token.bool("fields_follow") ?? false
      service.token.query = token.strings("query") ?? []
      service.token.form = token.strings("form") ?? []
      service.token.scopes = (token.member("scopes")?.arrayValue ?? []).enumerated().compactMap {
        scope.template($1, "\(reader.pointer)/token/scopes/\($0)", findings)
      }
      service.token.audience = token.template("audience", scope)
      token.finish()
    }
    if let checks = reader.member("checks") {
      service.checks = readChecks(checks, reader.at("checks"), scope, service.errors)
    }
    if var use = reader.object("collection") { service.collection = readCollection(&use) }
    if var signature = reader.object("signature") { service.signature = readSignature(&signature) }
    if var rate = reader.object("rate") {
      service.rate = .init(
        most: rate.integer("most", in: Bounds.most) ?? 1,
        seconds: rate.integer("seconds", in: 1...Bounds.century) ?? 1)
      rate.finish()
    }
    endpoint.service = service
  }

  private func readCollection(_ reader: inout FixtureReader) -> Service.CollectionUse? {
    let name = reader.string("name", required: true)
    let owner = reader.template("of", scope, required: true)
    let deed = reader.choice("do", as: Service.CollectionUse.Deed.self, required: true)
    let item = reader.shape("item", scope)
    let id = reader.template("id", scope)
    let most = reader.integer("most", in: 1...1000) ?? 100
    reader.finish()
    guard let name, let owner, let deed else { return nil }
    return .init(
      name: name, owner: owner, deed: deed, item: item ?? .empty, id: id, most: most)
  }

  private func readSignature(_ reader: inout FixtureReader) -> RequestSignature {
    let head = (reader.member("head")?.arrayValue ?? []).enumerated().compactMap {
      scope.template($1, "\(reader.pointer)/head/\($0)", findings)
    }
    let signature = RequestSignature(
      scheme: reader.string("scheme"),
      fields: reader.map("fields").compactMap { name, value, _ in
        value.stringValue.map { (name, $0) }
      },
      parameter: reader.string("parameter"), head: head,
      coded: reader.bool("coded") ?? false, separator: reader.string("separator") ?? "\n",
      closed: reader.bool("closed") ?? false,
      coding: reader.choice("coding", as: RequestSignature.Coding.self) ?? .base64,
      skew: reader.integer("skew", in: Bounds.skew), required: reader.bool("required") ?? true)
    reader.finish()
    return signature
  }

  mutating func readToken(_ reader: inout FixtureReader) {
    guard var token = reader.object("token") else { return }
    provider.token.parameters = readParameters(&token, "token")
    provider.token.secretUnexpected = token.bool("secret_unexpected") ?? false
    if var methods = token.object("client_auth") {
      for method in TokenService.Authentication.allCases {
        if method == .signature {
          guard var rule = methods.object(method.rawValue) else { continue }
          provider.token.signature = readSignature(&rule)
          provider.token.authentication.append(method)
        } else if methods.bool(method.rawValue) == true {
          provider.token.authentication.append(method)
        }
      }
      methods.finish()
    }
    for (name, value, pointer) in token.map("grants") {
      var grant = FixtureReader(value, pointer, findings)
      if let rule = readGrant(&grant) { provider.token.grants.append((name, rule)) }
      grant.finish()
    }
    token.finish()
  }

  private mutating func readGrant(_ reader: inout FixtureReader) -> TokenService.Grant? {
    let kind = reader.choice("kind", as: TokenService.Grant.Kind.self, required: true)
    let gives = reader.map("gives").map { name, value, pointer in
      (name, scope.predicate(value, pointer, findings))
    }
    let same = reader.map("same").compactMap { name, value, _ in
      value.stringValue.map { (name, $0) }
    }
    for (_, condition) in same { own(condition, "token") }
    var checks: [Provider.Check] = []
    if let value = reader.member("checks") {
      checks = readChecks(value, reader.at("checks"), scope, "token")
    }
    typealias Grant = TokenService.Grant
    let grant = Grant(
      kind: kind ?? .code, answer: reader.string("answer", required: true) ?? "", gives: gives,
      reuse: reader.choice("reuse", as: Grant.Reuse.self) ?? .refuse,
      grace: reader.integer("grace", in: Bounds.seconds) ?? 10,
      rotates: reader.bool("rotates") ?? false,
      scoping: reader.choice("scope", as: Grant.Scoping.self) ?? .ignore,
      proof: reader.choice("proof", as: Grant.Proof.self) ?? .confidential,
      redirectRequired: reader.bool("redirect_required") ?? true, same: same, checks: checks)
    return kind == nil ? nil : grant
  }
}
