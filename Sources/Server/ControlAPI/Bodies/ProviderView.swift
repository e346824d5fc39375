import Basics
import Engine
import ProviderModel

/// A provider of a sandbox as a response shows it.
struct ProviderView {
  let provider: Provider
  let cast: Cast
  /// The start of the sandbox's addresses for the caller.
  let base: String
  let house: MockServer

  static let declaration = BodyDeclaration<Self>([
    .output("id", "The name in addresses.") { $0.provider.id },
    .output("title", "The display name.") { $0.provider.title },
    .output("as_of", "The date of the behavior.") { $0.provider.asOf },
    .output("endpoints", as: Schemas.list(of: endpoint.schema), "The endpoints.") { view in
      let directory = Directory(
        of: view.provider, at: view.base, view.cast.firstVariables(of: view.provider))
      return JSONValue(.array(directory.entries.map { endpoint.write(($0, view.provider)) }))
    },
    .output("try_out", as: tryOut.schema, "How to try the provider without an app.") {
      $0.house.site.options.landing == nil ? nil : tryOut.write($0)
    },
    .output(
      "quirks", as: Schemas.list(of: quirk.schema), "The quirks: deviations from the RFCs."
    ) { view in
      let start = view.house.sandboxes.start.site.providers.provider(view.provider.id)
      let usual = start?.quirks ?? []
      return JSONValue(
        .array(
          view.provider.quirks.map { each in
            quirk.write((each, usual.first { $0.id == each.id }?.on ?? each.on))
          }))
    },
  ])

  private static let tryOut = BodyDeclaration<Self>([
    .output("client_id", "The built-in client, which is not part of the cast.") {
      $0.provider.tryOutClient.id
    },
    .output("url", "The address to open; it ends on a page of the server.") {
      LandingPage.start($0.provider.id, base: $0.base)
    },
  ])

  private static let endpoint = BodyDeclaration<(entry: Directory.Entry, provider: Provider)>([
    .output("name", "The name for a rule's `match.endpoint`.") { $0.entry.endpoint.name },
    .output(
      "kind", "The kind; in a rule's `match.endpoint` it names all endpoints of this kind."
    ) { $0.entry.endpoint.kind.rawValue },
    .output("methods", "The methods that it accepts.") { $0.entry.endpoint.methods },
    .output(
      "url",
      "The address on this server, with values of the cast for its variables; absent if the cast lacks one."
    ) { $0.entry.url },
    .output(
      "addresses", as: Schemas.list(of: address.schema), "The addresses at the real provider."
    ) { JSONValue(.array($0.entry.addresses.map(address.write))) },
    .output("conditions", "The conditions that a rule's `then.condition` may name here.") {
      $0.provider.conditions(at: $0.entry.endpoint).map(\.name).sorted()
    },
    .output(
      "refusals", as: Schemas.list(of: refusal.schema), "The same conditions, with their meanings."
    ) { JSONValue(.array($0.provider.refusals(at: $0.entry.endpoint).map(refusal.write))) },
  ])

  private static let address = BodyDeclaration<(host: String, path: String)>([
    .output("host", "One of the provider's own hosts.") { $0.host },
    .output("path", "The path with the required query; {name} is a variable.") { $0.path },
  ])

  private static let refusal = BodyDeclaration<PossibleRefusal>([
    .output("condition", "The name for a rule's `then.condition`.") { $0.condition.name },
    .output("summary", "The cause.") { $0.summary },
    .output("facts", "Facts of the refusal: NAME for `err.NAME` in the provider's texts.") {
      $0.facts
    },
    .output("clause", "The specification that requires the refusal.") { $0.clause },
    .output(
      "evidence", as: Schemas.object(of: .evidence),
      "The evidence for the response; without it, the sources of the fixture apply."
    ) { $0.evidence.map { JSONValue(.object($0.file)) } },
  ])

  private static let quirk = BodyDeclaration<(quirk: Quirk, isUsual: Bool)>([
    .output("id", "The name, in PROVIDER.QUIRK.") { $0.quirk.id },
    .output("summary", "The difference from the RFCs.") { $0.quirk.summary },
    .output("on", "Whether it is on in this sandbox.") { $0.quirk.on },
    .output("default", "Whether it was on at the server's start.") { $0.isUsual },
    .output("evidence", as: Schemas.object(of: .evidence), "The evidence for the quirk.") {
      JSONValue(.object($0.quirk.evidence.file))
    },
    .output("rivals", "The group of quirks of which only one can be on.") { $0.quirk.rivals },
  ])
}
