import Basics

/// A part of a provider that other parts refer to by its name.
enum NamedPart: String {
  case link, page, shape, endpoint
}

extension Vocabulary {
  func names(of kind: NamedPart) -> [String] {
    switch kind {
    case .link: links
    case .page: pages
    case .shape: shapes
    case .endpoint: endpoints
    }
  }

  /// The place of a part among those of its kind. A name that the provider does not declare is reported.
  @discardableResult
  func checkPart(
    _ kind: NamedPart, _ name: String?, _ value: JSONValue?, _ pointer: String,
    _ findings: Diagnostics
  ) -> Int? {
    guard let name else { return nil }
    let names = names(of: kind)
    if let place = names.firstIndex(of: name) { return place }
    findings.error(
      value, pointer,
      "there is no \(kind.rawValue) \"\(name)\"" + Suggestion.hint(for: name, among: names),
      cause: "/\(kind.rawValue)s")
    return nil
  }
}

extension FixtureReader {
  /// The place of the part that a member names.
  mutating func part(_ name: String, _ kind: NamedPart, _ vocabulary: Vocabulary) -> Int? {
    vocabulary.checkPart(kind, string(name), value[name], at(name), findings)
  }
}
