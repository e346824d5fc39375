import Basics
import Engine
import ProviderModel

extension StandingAnswer: RequestBody {
  package init() { self.init(person: nil) }

  static let declaration = BodyDeclaration<Self>(
    [
      .input("sign_in", \.person, "The username of the person who signs in without a page."),
      .init(
        name: "consent", schema: Schemas.choice(["granted", "denied"]),
        meaning: "The person's answer. Default: granted.",
        read: { answer, reader in
          switch reader.string("consent") {
          case "granted": answer.consent = .granted
          case "denied": answer.consent = .denied
          case nil: break
          case .some(let text):
            reader.findings.error(
              nil, reader.at("consent"), "expected granted or denied, found \"\(text)\"")
          }
        },
        write: { answer in
          switch answer.consent {
          case .granted, .scopes: "granted"
          case .denied: "denied"
          case nil: nil
          }
        }),
      .init(
        name: "scopes", schema: Schemas.texts,
        meaning:
          "The only scopes to which the person consents. Not allowed if consent is denied.",
        read: { answer, reader in
          guard let scopes = reader.list("scopes") else { return }
          guard answer.consent == .denied else {
            answer.consent = .scopes(scopes)
            return
          }
          reader.findings.error(
            nil, reader.at("scopes"),
            "who denies agrees to no scopes; leave out consent or scopes")
        },
        write: { answer in
          guard case .scopes(let scopes)? = answer.consent else { return nil }
          return scopes.json
        }),
    ],
    keywords: [
      "not": ["required": ["consent", "scopes"], "properties": ["consent": ["const": "denied"]]]
    ])

  /// Reads an answer and compares it with a sandbox.
  init(
    reading value: JSONValue, _ pointer: String, for sandbox: ServerState
  ) throws(Problem) {
    let findings = Diagnostics()
    var reader = FixtureReader(value, pointer, findings)
    self.init()
    Self.declaration.read(&reader, into: &self)
    if let person, sandbox.cast.person(person) == nil {
      findings.error(
        nil, reader.at("sign_in"),
        "there is no person \"\(person)\""
          + Suggestion.hint(for: person, among: sandbox.cast.people.map(\.username)))
    }
    if case .scopes(let scopes)? = consent {
      for (index, scope) in scopes.enumerated() where !sandbox.mayKnow(scope: scope) {
        let known = sandbox.site.providers.all.flatMap { sandbox.cast.scopes(at: $0) }
        findings.error(
          nil, "\(reader.at("scopes"))/\(index)",
          "no provider here knows a scope \"\(scope)\""
            + Suggestion.hint(for: scope, among: Array(Set(known))))
      }
    }
    guard findings.list.isEmpty else { throw Problem(findings.list) }
  }
}

extension ServerState {
  /// Whether any provider could be asked for a scope, by any client. The first that knows it is enough: the others need
  /// not be read for it.
  fileprivate func mayKnow(scope: String) -> Bool {
    cast.clients.contains { $0.scopes?.contains(scope) == true || $0.id == scope }
      || site.options.acceptsAnyClient
      || site.providers.ids.contains { id in
        site.providers.provider(id).map { cast.knows(scope: scope, at: $0, of: nil) } ?? false
      }
  }
}
