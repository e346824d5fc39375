import Basics
import ProviderModel

/// Tokens that are bound to a key of the client.
extension ClientMetadata {
  /// RFC 9449 §5.2.
  mutating func readBinding() throws(Flaw) {
    let member = "dpop_bound_access_tokens"
    guard provider.dpop != nil, let value = sent[member], !value.isNull else { return }
    guard let isBound = value.boolValue else {
      throw Flaw(member: member, what: "is \(value.kindName)", remedy: "send true or false")
    }
    client.hasBoundTokens = isBound
    members[member] = value
  }
}
