import Basics
import ProviderModel

/// Texts for people, and keys.
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
      if base != "client_name", !Self.isPage(text) {
        throw Flaw(
          member: name, what: "is \(text), which is not a web address",
          remedy: "use an http or https address")
      }
      members[name] = JSONValue(.string(text))
    }
    client.name = members["client_name"]?.stringValue
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

  private static func isPage(_ uri: String) -> Bool {
    RedirectURI.flaw(of: uri) == nil && RedirectURI.isWeb(uri)
      && URIReference(uri).host != nil
  }

  /// Members of private and of symmetric keys (RFC 7518 §6).
  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private func checkPublic(_ keys: [JSONValue]) throws(Flaw) {
    func flaw(_ what: String) -> Flaw {
      Flaw(
        member: "jwks", what: "holds a key \(what), which is a secret",
        remedy: "send public keys only (RFC 7591 §2)", isSecret: true)
    }
    for key in keys {
      if key["kty"]?.stringValue == "oct" { throw flaw("of the type oct") }
      if let member = Self.privateMembers.first(where: { key[$0] != nil }) {
        throw flaw("with the member \(member)")
      }
    }
  }

  /// Keys by value or by address, never both (RFC 7591 §2).
  mutating func readKeys() throws(Flaw) {
    let address = try text("jwks_uri")
    if let keys = sent["jwks"], !keys.isNull {
      guard address == nil else {
        throw Flaw(
          member: "jwks", what: "stands beside jwks_uri", remedy: "send one of the two")
      }
      guard let list = keys["keys"]?.arrayValue, list.count <= Self.mostValues,
        list.allSatisfy({ $0["kty"]?.stringValue != nil })
      else {
        throw Flaw(
          member: "jwks", what: "is not a JWK set",
          remedy: "send {\"keys\": […]} with JWKs (RFC 7517 §5)")
      }
      try checkPublic(list)
      members["jwks"] = keys
    }
    guard let address else { return }
    guard Self.isPage(address) else {
      throw Flaw(
        member: "jwks_uri", what: "is \(address), which is not a web address",
        remedy: "use an https address")
    }
    members["jwks_uri"] = JSONValue(.string(address))
  }
}
