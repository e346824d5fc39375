import Basics
import Engine
import ProviderModel

/// ID tokens of workloads: CI jobs and service accounts.
enum WorkloadOperations {
  static let all: [Operation] = [
    Operation(
      id: "listWorkloads", method: .get, path: "/sandboxes/{sandbox}/workloads",
      summary: "The kinds of workload whose ID tokens can be issued.",
      results: [
        .init(status: 200, summary: "The list.", schema: Operation.list(of: "Workload"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let providers = sandboxHost.contents.withLock { $0.sandbox.site.providers }
        let views = providers.ids.flatMap { id in
          (providers.provider(id)?.workloads ?? []).map {
            WorkloadView(provider: id, name: $0.name, rule: $0.rule)
          }
        }
        return .json(200, JSONValue(.array(views.map(WorkloadView.declaration.write))))
      }),
    Operation(
      id: "mintWorkloadToken", method: .post, path: "/sandboxes/{sandbox}/workloads",
      records: .tokens,
      summary:
        "Issues the ID token of a CI job or of a service account, with the claims of the real ones, signed by this server.",
      body: Operation.reference("NewWorkloadToken"),
      results: [
        .init(status: 201, summary: "Issued.", schema: Operation.reference("WorkloadToken"))
      ],
      run: { call throws(Problem) in .json(201, try mint(&call)) }),
  ]

  private static func mint(_ call: inout Call) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let providers = sandboxHost.contents.withLock { $0.sandbox.site.providers }
    let wish = try call.read(NewWorkloadToken.self) { wish, reader in
      check(wish, providers, reader)
    }
    guard let provider = providers.provider(wish.provider),
      let rule = provider.workloads.first(where: { $0.name == wish.workload })?.rule
    else { throw Problem(404, "There is no such workload.", wish.workload) }
    var order = ServerState.WorkloadOrder(provider: provider, rule: rule)
    order.values = (wish.values?.objectValue ?? JSONObject()).compactMap { member in
      member.value.stringValue.map { (name: member.name, value: $0) }
    }
    (order.issuer, order.subject, order.lifetime) = (wish.issuer, wish.subject, wish.lifetime)
    order.claims = wish.claims?.objectValue ?? JSONObject()
    if let audiences = wish.audiences {
      let texts = audiences.map { JSONValue(.string($0)) }
      order.audience = audiences.count == 1 ? texts.first : JSONValue(.array(texts))
    }
    guard let token = sandboxHost.workloadToken(order, for: call.request, at: call.now),
      let text = token.signed()
    else {
      throw Problem(
        422, "This provider can't issue workload tokens.", "\(provider.id) has no key for RS256.")
    }
    return MintedWorkloadToken.declaration.write(
      MintedWorkloadToken(text: text, claims: token.claims))
  }

  private static func check(
    _ wish: NewWorkloadToken, _ providers: ProviderCatalog, _ reader: FixtureReader
  ) {
    let findings = reader.findings
    let ids = providers.ids
    if reader.value["provider"] != nil, !ids.contains(wish.provider) {
      findings.error(
        nil, "/provider",
        "there is no provider \"\(wish.provider)\""
          + Suggestion.hint(for: wish.provider, among: ids))
    } else if reader.value["workload"] != nil {
      let known = providers.provider(wish.provider)?.workloads.map(\.name) ?? []
      if !known.contains(wish.workload) {
        findings.error(
          nil, "/workload",
          "\(wish.provider) has no workload \"\(wish.workload)\""
            + Suggestion.list(for: wish.workload, among: known))
      }
    }
    for member in wish.values?.objectValue ?? JSONObject() where member.value.stringValue == nil {
      findings.error(
        nil, JSONPointer.appending(member.name, to: "/values"),
        "expected a text, found \(member.value.shown)")
    }
    for (name, value) in [("values", wish.values), ("claims", wish.claims)] {
      guard let value, value.objectValue == nil else { continue }
      findings.error(nil, "/\(name)", "expected an object, found \(value.shown)")
    }
    if let lifetime = wish.lifetime, !(1...WorkloadRule.longest).contains(lifetime) {
      findings.error(
        nil, "/lifetime", "expected 1 second to a year, found \(lifetime) seconds")
    }
  }
}
