import Basics

/// What programs call: everything behind a token.
extension ProviderReader {
  mutating func readService(_ endpoint: inout EndpointRule, _ reader: inout FixtureReader) {
    var service = Service()
    service.errors = reader.string("errors") ?? endpoint.kind.errorTable
    let answer = reader.string("answer")
    service.answer = reference(.shape, answer, reader.at("answer"))
    if answer == nil, [.resource, .document, .introspect, .revoke].contains(endpoint.kind) {
      findings.error(reader.value, reader.pointer, "expected a member \"answer\", found none")
    }
    service.crossOrigin = reader.bool("cors") ?? false
    service.asksCertificate = reader.bool("client_certificate") ?? false
    service.reads = reader.map("read").compactMap { name, value, pointer in
      if name == Self.untyped {
        service.readsUntyped = value.boolValue == true
        return nil
      }
      guard let place = Service.Source(rawValue: name) else {
        let known = Service.Source.allCases.map(\.rawValue) + [Self.untyped]
        findings.error(
          value, pointer, "unknown place \"\(name)\"" + Suggestion.hint(for: name, among: known))
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
        vocabulary.template($1, "\(reader.pointer)/token/scopes/\($0)", findings)
      }
      service.token.audience = token.template("audience", vocabulary)
      token.finish()
    }
    if let checks = reader.member("checks") {
      service.checks = readChecks(
        checks, reader.at("checks"), service.errors, Condition.known(at: endpoint.kind))
    }
    if var use = reader.object("collection") { service.collection = readCollection(&use) }
    if var signature = reader.object("signature") { service.signature = readSignature(&signature) }
    if var rate = reader.object("rate") {
      service.rate = .init(
        most: rate.integer("most") ?? 1,
        seconds: rate.integer("seconds") ?? 1)
      rate.finish()
    }
    endpoint.service = service
  }

  /// Beside the places that are read: what a body without a Content-Type is.
  private static let untyped = "untyped"

  private func readCollection(_ reader: inout FixtureReader) -> Service.CollectionUse? {
    let name = reader.string("name", required: true)
    let owner = reader.template("of", vocabulary, required: true)
    let deed = reader.choice("do", as: Service.CollectionUse.Deed.self, required: true)
    let item = reader.shape("item", vocabulary)
    let id = reader.template("id", vocabulary)
    let most = reader.integer("most") ?? 100
    reader.finish()
    guard let name, let owner, let deed else { return nil }
    return .init(
      name: name, owner: owner, deed: deed, item: item ?? .empty, id: id, most: most)
  }

  func readSignature(_ reader: inout FixtureReader) -> RequestSignature {
    let head = (reader.member("head")?.arrayValue ?? []).enumerated().compactMap {
      vocabulary.template($1, "\(reader.pointer)/head/\($0)", findings)
    }
    let signature = RequestSignature(
      scheme: reader.string("scheme"),
      fields: reader.map("fields", of: "field").compactMap { name, value, _ in
        value.stringValue.map { (name, $0) }
      },
      parameter: reader.string("parameter"), head: head,
      coded: reader.bool("coded") ?? false, separator: reader.string("separator") ?? "\n",
      closed: reader.bool("closed") ?? false,
      coding: reader.choice("coding", as: RequestSignature.Coding.self) ?? .base64,
      skew: reader.integer("skew"), required: reader.bool("required") ?? true)
    reader.finish()
    return signature
  }

  mutating func readChecks(
    _ value: JSONValue, _ pointer: String, _ table: String, _ known: [Condition: [String]]
  ) -> [Check] {
    (value.objectValue ?? JSONObject()).map { member in
      let at = JSONPointer.appending(member.name, to: pointer)
      var check = FixtureReader(member.value, .check, at, findings)
      let each = check.template("each", vocabulary)
      if let each, each.single == nil {
        findings.error(
          check.value["each"], check.at("each"), "expected one placeholder that names a list")
      }
      let rule = Check(
        name: member.name, each: each?.single,
        when: check.predicate("when", vocabulary) ?? .constant(true),
        fail: Condition(check.string("fail", required: true) ?? ""),
        why: check.template("why", vocabulary),
        remedy: check.template("remedy", vocabulary), clause: check.string("clause"))
      check.finish()
      if known[rule.fail] == nil { own(rule.fail, table, at: "\(at)/fail") }
      return rule
    }
  }
}
