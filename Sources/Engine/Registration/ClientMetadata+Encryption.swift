import JOSE
import ProviderModel

/// What the server encrypts for the client (OpenID Connect Registration §2, JARM §3).
extension ClientMetadata {
  mutating func readEncryption() throws(Flaw) {
    guard let rule = provider.encryption else { return }
    for part in Client.Encrypted.allCases where isOffered(part) {
      let algorithm: JWE.KeyAlgorithm? = try word(part.algorithmMember, among: rule.keyAlgorithms)
      let content: JWE.ContentAlgorithm? = try word(
        part.contentMember, among: rule.contentAlgorithms)
      guard let algorithm else {
        guard content == nil else {
          throw Flaw(
            member: part.contentMember, what: "appears without \(part.algorithmMember)",
            remedy: "send both, or leave it out")
        }
        continue
      }
      try checkKey(for: algorithm, part)
      // The client is told what it is registered with, also by default (RFC 7591 §3.2.1).
      if content == nil {
        members[part.contentMember] = .init(.string(JWE.ContentAlgorithm.usual.rawValue))
      }
      client.encryptions[part] = Client.Encryption(algorithm: algorithm, content: content)
    }
  }

  private func isOffered(_ part: Client.Encrypted) -> Bool {
    switch part {
    case .idToken: provider.rule(for: .id) != nil
    case .userInfo: provider.signsUserInfo
    case .response: provider.rule(for: .response) != nil
    }
  }

  private mutating func word<Word: RawRepresentable<String> & Equatable>(
    _ member: String, among known: [Word]
  ) throws(Flaw) -> Word? {
    guard let text = try text(member) else { return nil }
    guard let word = known.first(where: { $0.rawValue == text }) else {
      throw Flaw(
        member: member, what: "is \(text.shortened), which \(provider.id) does not know",
        remedy: "use one of: \(known.map(\.rawValue).joined(separator: ", "))")
    }
    members[member] = .init(.string(text))
    return word
  }

  /// Keys at an address are looked at when they are fetched.
  private func checkKey(for algorithm: JWE.KeyAlgorithm, _ part: Client.Encrypted) throws(Flaw) {
    if client.keysURI != nil { return }
    if let keys = client.keys, !EncryptionKey.keys(ofSet: keys, for: algorithm).isEmpty { return }
    throw Flaw(
      member: part.algorithmMember,
      what: "is \(algorithm.rawValue), and the client has no key for it",
      remedy:
        "add \(algorithm.keyTypes.map(\.title).joined(separator: " or ")) with \"use\": \"enc\" to jwks, or send jwks_uri"
    )
  }
}
