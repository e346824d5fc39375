import Basics
import Engine
import ProviderModel

/// Where claims about people go.
enum ClaimOperations {
  static let all: [Operation] = [
    Operation(
      id: "listClaims", method: .get, path: "/sandboxes/{sandbox}/claims",
      summary: "The places of claims that have an entry. All other claims go to userinfo.",
      results: [
        .init(status: 200, summary: "The entries, by name.", schema: Operation.reference("Claims"))
      ],
      run: { call throws(Problem) in
        let claims = try call.sandboxHost().contents.withLock { $0.sandbox.cast.claims }
        return .json(
          200, JSONValue(.object(JSONObject(claims.list.map { .init($0.name, view($0.rule)) }))))
      }),
    Operation(
      id: "putClaim", method: .put, path: "/sandboxes/{sandbox}/claims/{claim}", records: .claims,
      summary: "Sets the places of a claim.", body: Operation.reference("Claim"),
      results: [
        .init(status: 200, summary: "The entry of the claim.", schema: Operation.reference("Claim"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        let name = call.variable("claim")
        let rule: ClaimRule
        do throws(FixtureError) {
          rule = try sandbox.cast.claimRule(
            reading: call.body, of: name, providers: sandbox.site.providers)
        } catch {
          throw Problem(error.findings)
        }
        sandboxHost.contents.withLock { $0.sandbox.cast.put(rule, forClaim: name) }
        return .json(200, view(rule))
      }),
    Operation(
      id: "getClaim", method: .get, path: "/sandboxes/{sandbox}/claims/{claim}",
      summary: "The places of one claim.",
      results: [
        .init(status: 200, summary: "The entry of the claim.", schema: Operation.reference("Claim"))
      ],
      run: { call throws(Problem) in .json(200, view(try find(call))) }),
    Operation(
      id: "deleteClaim", method: .delete, path: "/sandboxes/{sandbox}/claims/{claim}",
      records: .claims, summary: "Removes the entry of a claim, which goes to userinfo again.",
      results: [.init(status: 204, summary: "Removed.")],
      run: { call throws(Problem) in
        _ = try find(call)
        let name = call.variable("claim")
        try call.sandboxHost().contents.withLock { $0.sandbox.cast.remove(claim: name) }
        return .nothing
      }),
  ]

  private static func find(_ call: Call) throws(Problem) -> ClaimRule {
    let name = call.variable("claim")
    guard let rule = try call.sandboxHost().contents.withLock({ $0.sandbox.cast.claims[name] })
    else {
      throw Problem(
        404, "There is no rule for this claim.", "No rule places the claim \"\(name)\".")
    }
    return rule
  }

  private static func view(_ rule: ClaimRule) -> JSONValue { JSONValue(.object(rule.file)) }
}
