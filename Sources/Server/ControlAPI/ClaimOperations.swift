import Basics
import Engine
import ProviderModel

/// Where claims about people go.
enum ClaimOperations {
  static let all: [Operation] = [
    Operation(
      id: "listClaims", method: .get, path: "/sandboxes/{sandbox}/claims",
      summary: "Where claims go, as far as somebody has said so. All others go to userinfo.",
      results: [.init(status: 200, summary: "By name.", schema: Operation.reference("Claims"))],
      run: { call throws(Problem) in
        let claims = try call.sandboxHost().contents.withLock { $0.sandbox.cast.claims }
        return .json(
          200, JSONValue(.object(JSONObject(claims.list.map { .init($0.name, view($0.rule)) }))))
      }),
    Operation(
      id: "putClaim", method: .put, path: "/sandboxes/{sandbox}/claims/{claim}",
      summary: "Says where a claim goes from now on.", body: Operation.reference("Claim"),
      results: [.init(status: 200, summary: "It.", schema: Operation.reference("Claim"))],
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
      summary: "Where one claim goes.",
      results: [.init(status: 200, summary: "It.", schema: Operation.reference("Claim"))],
      run: { call throws(Problem) in .json(200, view(try find(call))) }),
    Operation(
      id: "deleteClaim", method: .delete, path: "/sandboxes/{sandbox}/claims/{claim}",
      summary: "The claim goes where it would have gone unsaid.",
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
        404, "Nobody has said where this claim goes.", "No rule is about the claim \"\(name)\".")
    }
    return rule
  }

  private static func view(_ rule: ClaimRule) -> JSONValue {
    var object = JSONObject()
    object["in"] = JSONValue(.array(rule.places.names.map { JSONValue(.string($0)) }))
    object["scope"] = rule.scope.map { JSONValue(.string($0)) }
    return JSONValue(.object(object))
  }
}
