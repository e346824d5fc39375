import Basics

/// What a rule asks of a request beyond its names: a predicate of the fixture language, compiled for each provider that
/// has all the facts that it names. At the others it never holds.
package struct RuleCondition: Sendable {
  /// The facts that it may name, by how they begin: what is known of a request before it is decided on.
  package static let roots = [
    "now", "provider", "base", "query", "form", "body", "req", "auth", "vars", "hosts", "bound",
    "found", "client", "person", "people", "grant", "session", "browser", "item",
  ]

  private let source: JSONValue
  /// The only provider that it is for; `nil` for each.
  private let provider: String?
  private let predicates: [String: Predicate]
  /// Whether it looks at who signs in.
  package let isAboutPerson: Bool

  /// - Parameters:
  ///   - pointer: where it stands in what is read.
  ///   - provider: the only one that it is for; `nil` for each.
  ///   - findings: gets what is wrong with it where no provider has its facts, as the first one sees it.
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

  /// Whether it holds where these facts are known.
  package func holds(_ facts: Facts) -> Bool {
    predicates[facts.provider.id].map { facts.holds($0) } ?? false
  }

  /// The same, where other providers play: a fact is a place in a provider's tables, and quirks move places.
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
