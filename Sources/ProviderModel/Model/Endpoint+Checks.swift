import Basics

/// Checks that involve several members of an endpoint.
extension Endpoint {
  func check(_ reader: FixtureReader, _ vocabulary: Vocabulary) {
    reader.checkParameters("front_channel")
    for (parameter, _) in sets where !vocabulary.authorizeParameters.contains(parameter) {
      let place = JSONPointer.appending(parameter, to: reader.at("sets"))
      reader.findings.error(
        reader.value["sets"]?[parameter], place,
        "there is no parameter \"\(parameter)\""
          + Suggestion.hint(for: parameter, among: vocabulary.authorizeParameters))
    }
    if let table, !vocabulary.tables.contains(table) {
      reader.findings.error(
        reader.value["table"], reader.at("table"),
        "there is no table \"\(table)\"" + Suggestion.hint(for: table, among: vocabulary.tables))
    }
    for (name, text) in [
      ("ticket", ticket), ("next", next), ("selector", selector),
    ] {
      guard let text, text.isEmpty || text.contains("{{") else { continue }
      reader.findings.error(
        reader.value[name], reader.at(name), "expected the name of a parameter, found \"\(text)\"")
    }
    if reader.value["kind"]?.stringValue == "page", reader.value["page"] == nil {
      reader.findings.error(
        reader.value, reader.pointer, "expected a member \"page\", found none: it is what is shown")
    }
    guard kind.isService else { return }
    if service.errors.isEmpty { service.errors = kind.errorTable }
    let unread: (names: [String], messages: String)? =
      switch kind {
      case .mcp: (["read", "collection", "signature"], "JSON-RPC messages")
      case .register: (["read"], "a client's metadata as JSON (RFC 7591 §3.1)")
      default: nil
      }
    for name in unread?.names ?? [] where reader.value[name] != nil {
      reader.findings.error(
        reader.value[name], reader.at(name),
        "\"\(name)\" has no effect at an endpoint of the kind \(kind.rawValue), which reads \(unread?.messages ?? "")"
      )
    }
    let bound = routes.flatMap(\.variables)
    if let variable = service.mcp?.variable, !bound.contains(variable) {
      reader.findings.error(
        reader.value["mcp"]?["variable"], reader.at("mcp") + "/variable",
        "no address of the endpoint has the variable \"\(variable)\""
          + Suggestion.hint(for: variable, among: bound))
    }
    for (name, isNeeded) in [("answer", kind != .token), ("mcp", kind == .mcp)]
    where isNeeded && reader.value[name] == nil {
      reader.findings.error(
        reader.value, reader.pointer, "expected a member \"\(name)\", found none")
    }
  }

  private static let knownMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  static func checkMethods(_ methods: [String], _ reader: FixtureReader) {
    func refuse(_ sentence: String) {
      reader.findings.error(reader.value["methods"], reader.at("methods"), sentence)
    }
    if methods.isEmpty { refuse("expected at least one method, found none") }
    for (index, method) in methods.enumerated() {
      if !knownMethods.contains(method) {
        refuse("unknown method \"\(method)\"" + Suggestion.hint(for: method, among: knownMethods))
      } else if methods[..<index].contains(method) {
        refuse("the method \(method) appears twice")
      }
    }
  }
}
