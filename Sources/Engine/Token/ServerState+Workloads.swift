import Basics
import JOSE
import ProviderModel

extension ServerState {
  /// An order for the ID token of a workload: a CI job or a service account.
  package struct WorkloadOrder: Sendable {
    package let provider: Provider
    package let rule: WorkloadRule
    /// Instead of the fixture's values of the same names.
    package var values: [(name: String, value: String)] = []
    /// `nil` for the fixture's.
    package var issuer: String?
    package var subject: String?
    package var audience: JSONValue?
    package var lifetime: Int?
    /// Claims that are added or replaced; a null removes one.
    package var claims = JSONObject()

    package init(provider: Provider, rule: WorkloadRule) {
      self.provider = provider
      self.rule = rule
    }
  }

  /// The ID token of a workload. The ledger does not keep it: other issuers do not tell this server what they issue.
  /// - Returns: `nil` if the provider has no endpoint at all.
  package mutating func workloadToken(
    _ order: WorkloadOrder, for request: Request, under prefix: String, at now: Instants,
    using random: inout Entropy
  ) -> WorkloadToken? {
    let provider = order.provider
    let endpoint = provider.endpoint(.token) ?? provider.endpoints.first
    return context(
      at: endpoint, of: provider, for: request, under: prefix, ownState(), at: now, random)?
      .workloadToken(order)
  }
}

extension RequestContext {
  fileprivate func workloadToken(_ order: ServerState.WorkloadOrder) -> WorkloadToken? {
    let rule = order.rule
    facts.workload = rule.values + order.values
    let issued = instants.sandbox
    state.noteUnkept(at: issued)
    var claims = JSONObject()
    claims["iss"] = JSONValue(.string(order.issuer ?? facts.text(rule.issuer) ?? ""))
    claims["sub"] = JSONValue(.string(order.subject ?? facts.text(rule.subject) ?? ""))
    claims["aud"] = order.audience ?? facts.tree(rule.audience)
    claims["exp"] = JSONValue(integerLiteral: issued + (order.lifetime ?? rule.lifetime))
    claims["iat"] = JSONValue(integerLiteral: issued)
    for member in facts.tree(rule.claims)?.objectValue ?? JSONObject() {
      claims[member.name] = member.value
    }
    for member in order.claims {
      claims[member.name] = member.value.isNull ? nil : member.value
    }
    guard let key = keys.key(WorkloadToken.algorithm, for: nil, at: provider) else { return nil }
    return WorkloadToken(claims: claims, type: rule.type, key: key)
  }
}

/// The ID token of a workload, before it is signed.
package struct WorkloadToken: Sendable {
  /// All products of which workloads are known sign by it.
  static let algorithm = "RS256"

  package let claims: JSONObject
  let type: String?
  let key: TokenKey

  /// Signs the token. That takes a millisecond, so it happens outside of locks.
  package func signed() -> String? {
    var header = JSONObject()
    header["typ"] = type.map { JSONValue(.string($0)) }
    header["alg"] = JSONValue(.string(Self.algorithm))
    header["kid"] = key.kid.map { JSONValue(.string($0)) }
    return key.compact(
      JSONValue(.object(header)).encoded(), JSONValue(.object(claims)).encoded())
  }
}
