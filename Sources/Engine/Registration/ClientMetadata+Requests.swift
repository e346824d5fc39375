import Basics
import ProviderModel

/// How a client sends its authorization requests.
extension ClientMetadata {
  mutating func readRequests() throws(Flaw) {
    if provider.pushes != nil {
      client.requiresPushes = try flag("require_pushed_authorization_requests")
    }
    try readDetails()
    guard let rule = provider.requestObjects else { return }
    client.requiresObjects = try flag("require_signed_request_object")
    try readAddresses(rule)
    let member = "request_object_signing_alg"
    guard let algorithm = try text(member) else { return }
    let mustSign = client.requiresObjects == true
    let known = rule.algorithms.filter {
      (hasSecret || $0 != AssertionRule.secretAlgorithm)
        && !(mustSign && $0 == RequestObjectRule.unsigned)
    }
    guard known.contains(algorithm) else {
      throw Flaw(
        member: member, what: "is \(algorithm), which this client can't have",
        remedy: "use one of: \(known.joined(separator: ", "))")
    }
    client.requestObjectAlgorithm = algorithm
    members[member] = JSONValue(.string(algorithm))
  }

  /// RFC 9396 §10.
  private mutating func readDetails() throws(Flaw) {
    let member = "authorization_details_types"
    guard let rule = provider.authorizationDetails, let types = try texts(member) else { return }
    if let other = types.first(where: { rule.type($0) == nil }) {
      throw Flaw(
        member: member, what: "holds \(other), which \(provider.id) does not know",
        remedy: "use some of: \(rule.types.map(\.name).joined(separator: ", "))")
    }
    client.detailTypes = types
    members[member] = Self.list(types)
  }

  /// The addresses of request objects (OpenID Connect Registration §2).
  private mutating func readAddresses(_ rule: RequestObjectRule) throws(Flaw) {
    let member = "request_uris"
    guard rule.isFetched, let addresses = try texts(member) else { return }
    if let other = addresses.first(where: { !WebPage.isAddress($0) }) {
      throw Flaw(
        member: member, what: "holds \(other), which is not a web address",
        remedy: "use https addresses")
    }
    client.requestURIs = addresses
    members[member] = Self.list(addresses)
  }

  /// A member that is true or false; `nil` if it is absent.
  mutating func flag(_ member: String) throws(Flaw) -> Bool? {
    guard let value = sent[member], !value.isNull else { return nil }
    guard let flag = value.boolValue else {
      throw Flaw(member: member, what: "is \(value.kindName)", remedy: "send true or false")
    }
    members[member] = value
    return flag
  }
}
