import Basics
import ProviderModel

/// Texts for people.
extension ClientMetadata {
  /// Members for people, each with variants for languages: `client_name#fr` (RFC 7591 §2.2).
  private static let localized = ["client_name", "client_uri", "logo_uri", "tos_uri", "policy_uri"]

  mutating func readDescription() throws(Flaw) {
    for name in sent.names {
      let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let base = parts.first.map(String.init) ?? name
      guard Self.localized.contains(base) else { continue }
      if parts.count == 2, !Self.isLanguage(parts[1]) {
        throw Flaw(
          member: name, what: "has no language tag behind #",
          remedy: "use a tag such as fr (BCP 47)")
      }
      guard let text = try text(name) else { continue }
      if base != "client_name", !WebPage.isAddress(text) {
        throw Flaw(
          member: name, what: "is \(text), which is not a web address",
          remedy: "use an http or https address")
      }
      members[name] = JSONValue(.string(text))
    }
    client.name = members["client_name"]?.stringValue
    client.policyURI = members["policy_uri"]?.stringValue
    client.termsURI = members["tos_uri"]?.stringValue
    if let contacts = try texts("contacts") { members["contacts"] = Self.list(contacts) }
    for name in ["software_id", "software_version", SoftwareStatement.member] {
      if let text = try text(name, most: 16 << 10) { members[name] = JSONValue(.string(text)) }
    }
  }

  private static func isLanguage(_ tag: Substring) -> Bool {
    (1...35).contains(tag.utf8.count)
      && tag.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
