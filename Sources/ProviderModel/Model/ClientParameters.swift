/// The names on the wire of the parameters by which clients authenticate. Every request of a client needs them.
package struct ClientParameters: Sendable {
  package let id: String
  package let secret: String
  package let assertion: String
  package let assertionType: String

  init(_ service: TokenService) {
    id = service.parameters.wire("client_id")
    secret = service.parameters.wire("client_secret")
    assertion = service.parameters.wire("client_assertion")
    assertionType = service.parameters.wire("client_assertion_type")
  }
}

extension [(name: String, rule: ParameterRule)] {
  /// The name of a parameter on the wire.
  func wire(_ name: String) -> String { first { $0.name == name }?.rule.wire ?? name }

  /// The names on the wire that differ from the canonical ones.
  var renamed: [String: String] {
    let all = map { (name: $0.name, wire: $0.rule.wire) }
    return Dictionary(all.filter { $0.name != $0.wire }.map { ($0.name, $0.wire) }) { first, _ in
      first
    }
  }
}
