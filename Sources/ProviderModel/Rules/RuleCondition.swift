import Basics

/// The `when` of a rule: a predicate of the fixture language, compiled for each provider that
/// has all facts that it names. At other providers it never holds.
package struct RuleCondition: Sendable {
  /// The roots of the facts that it may name: those that are known before the server decides on a request.
  package static let roots = [
    "now", "provider", "base", "query", "form", "body", "req", "auth", "vars", "hosts", "bound",
    "found", "client", "person", "people", "grant", "session", "browser", "item",
    "resource", "mcp",
  ]

  private let source: JSONValue
  /// The only provider that it applies to; `nil` for all.
  private let provider: String?
  private let predicates: [String: Predicate]
  /// Whether it depends on the person who signs in.
  package let isAboutPerson: Bool

  /// - Parameters:
  ///   - pointer: Its place in the file.
  ///   - provider: The only provider that it applies to; `nil` for all.
  ///   - findings: Receives the mistakes of the first provider if no provider has all facts.
  init(
    _ source: JSONValue, _ pointer: String, at provider: String?, of providers: any ProviderLookup,
    _ cast: Cast, _ findings: Diagnostics
  ) {
    self.source = source
    self.provider = provider
    var predicates: [String: Predicate] = [:]
    var first: [Diagnostic]?
    for id in provider.map({ [$0] }) ?? providers.ids {
      guard let provider = providers.provider(id) else { continue }
      let own = Diagnostics()
      let predicate = Vocabulary(forRulesOf: provider, cast).predicate(source, pointer, own)
      if own.list.isEmpty {
        predicates[id] = predicate
      } else {
        first = first ?? own.list
      }
    }
    if predicates.isEmpty { first?.forEach(findings.add) }
    self.predicates = predicates
    isAboutPerson = predicates.values.contains { $0.facts.contains(where: \.isAboutPerson) }
  }

  /// Whether it holds for these facts.
  package func holds(_ facts: Facts) -> Bool {
    predicates[facts.provider.id].map { facts.holds($0) } ?? false
  }

  /// The same condition for other providers: a fact is a place in a provider's tables, and quirks move places.
  package func compiled(for providers: any ProviderLookup, _ cast: Cast) -> RuleCondition {
    RuleCondition(source, "", at: provider, of: providers, cast, Diagnostics())
  }
}

extension Fact {
  fileprivate var isAboutPerson: Bool {
    switch self {
    case .person, .session: true
    default: false
    }
  }
}
