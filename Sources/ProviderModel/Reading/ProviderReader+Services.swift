import Basics

/// Reads the endpoints that programs call.
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
    service.token =
      reader.value("token", as: Service.TokenPlaces.self, vocabulary) ?? service.token
    if let checks = reader.member("checks") {
      service.checks = readChecks(
        checks, reader.at("checks"), service.errors, Condition.known(at: endpoint.kind))
    }
    if var use = reader.object("collection") { service.collection = readCollection(&use) }
    service.signature = reader.value("signature", as: RequestSignature.self, vocabulary)
    service.rate = reader.value("rate", as: RateLimit.self, vocabulary)
    endpoint.service = service
  }

  /// A pseudo-place: bodies without a Content-Type are forms.
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
