/// A name in a fixture for something that it declares elsewhere.
struct Reference {
  enum Kind: String { case link, page, shape, endpoint }
  var kind: Kind
  var name: String
  var pointer: String
}

extension ProviderReader {
  /// The place of what is named; `nil` where it is not there, which `checkReferences` tells.
  mutating func reference(_ kind: Reference.Kind, _ name: String?, _ pointer: String) -> Int? {
    guard let name else { return nil }
    references.append(Reference(kind: kind, name: name, pointer: pointer))
    return switch kind {
    case .link: vocabulary.links.firstIndex(of: name)
    case .shape: vocabulary.shapes.firstIndex(of: name)
    case .endpoint: vocabulary.endpoints.firstIndex(of: name)
    case .page: nil
    }
  }

  /// Reports names that the fixture does not declare.
  func checkReferences() {
    for reference in references {
      let names =
        switch reference.kind {
        case .link: vocabulary.links
        case .shape: vocabulary.shapes
        case .endpoint: vocabulary.endpoints
        case .page: Array(body.pages.keys)
        }
      guard !names.contains(reference.name) else { continue }
      findings.error(
        tree.value(at: reference.pointer), reference.pointer,
        "there is no \(reference.kind.rawValue) \"\(reference.name)\""
          + Suggestion.hint(for: reference.name, among: names), cause: "/\(reference.kind)s")
    }
    for (name, rule) in body.token.grants {
      for issuance in rule.issues where body.credentials[issuance.kind] == nil {
        let pointer = "/token/grants/\(name)/issues/\(issuance.kind.rawValue)"
        findings.error(
          tree.value(at: pointer), pointer,
          "there is no credential \"\(issuance.kind.rawValue)\""
            + Suggestion.hint(
              for: issuance.kind.rawValue, among: body.credentials.keys.map(\.rawValue)))
      }
    }
  }
}
