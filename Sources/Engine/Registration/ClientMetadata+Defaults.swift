import Basics
import ProviderModel

/// The defaults of the client's authentication requests (OpenID Connect Registration §2).
extension ClientMetadata {
  mutating func readDefaults() throws(Flaw) {
    guard provider.rule(for: .id) != nil else { return }
    client.requiresAuthTime = try flag("require_auth_time")
    if reads("max_age") { client.defaultMaxAge = try seconds("default_max_age") }
    let member = "default_acr_values"
    guard reads("acr_values"), let levels = try texts(member) else { return }
    if let odd = levels.first(where: { $0.contains(" ") }) {
      throw Flaw(
        member: member, what: "holds \(odd.shortened), which has a space",
        remedy: "send one value in each string")
    }
    client.defaultLevels = levels
    members[member] = Self.list(levels)
  }

  private func reads(_ parameter: String) -> Bool {
    provider.parameters.contains { $0.name == parameter }
  }

  /// A member that is a number of seconds; `nil` if it is absent.
  private mutating func seconds(_ member: String) throws(Flaw) -> Int? {
    guard let value = sent[member], !value.isNull else { return nil }
    guard let seconds = value.integerValue, (0...CredentialRule.mostSeconds).contains(seconds)
    else {
      throw Flaw(
        member: member, what: "is \(value.text().shortened)",
        remedy: "send a whole number of seconds, 0 or more")
    }
    members[member] = value
    return seconds
  }
}
