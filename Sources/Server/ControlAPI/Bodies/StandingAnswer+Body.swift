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
              nil, reader.at("consent"),
              "expected granted or denied, found \"\(text)\""
                + Suggestion.question(for: text, among: ["granted", "denied"]))
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
    var reader = FixtureReader(
      value, pointer, findings, such: " such as {\"sign_in\": \"alice\"}")
    self.init()
    Self.declaration.read(&reader, into: &self)
    if let person, sandbox.cast.person(person) == nil {
      findings.error(
        nil, reader.at("sign_in"),
        "there is no person \"\(person)\""
          + Suggestion.hint(for: person, among: sandbox.cast.people.map(\.username)))
    }
    if case .scopes(let scopes)? = consent {
      for (index, scope) in scopes.enumerated() {
        guard let hint = sandbox.hint(forUnknownScope: scope) else { continue }
        findings.error(
          nil, "\(reader.at("scopes"))/\(index)",
          "no provider here knows a scope \"\(scope)\"\(hint)")
      }
    }
    guard findings.list.isEmpty else { throw Problem(findings.list) }
  }
}

extension ServerState {
  /// What to say of a scope for which no provider could be asked, by any client; `nil` for others. The first that lists
  /// it is enough: the others need not be read for it.
  fileprivate func hint(forUnknownScope scope: String) -> String? {
    guard
      !site.options.acceptsAnyClient,
      !cast.clients.contains(where: { $0.scopes?.contains(scope) == true || $0.id == scope }),
      !site.providers.ids.contains(where: { id in
        site.providers.provider(id).map { cast.names(scope: scope, at: $0, of: nil) } ?? false
      })
    else { return nil }
    let all = site.providers.all
    let known = Set(all.flatMap { cast.scopes(at: $0) })
    // Some providers take scopes that they don't list: there, what resembles a listed one counts as a misspelling.
    guard
      Suggestion.nearest(to: scope, among: known) != nil
        || !all.contains(where: { cast.knows(scope: scope, at: $0, of: nil) })
    else { return nil }
    return Suggestion.hint(for: scope, among: Array(known))
  }
}
