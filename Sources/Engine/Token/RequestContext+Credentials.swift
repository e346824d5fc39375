import Basics
import JOSE
import ProviderModel

extension Provider {
  /// The name under which the ledger knows a code or token that a client sends; `nil` for text that can't be ours.
  func name(
    of kind: CredentialKind, _ text: String, signedBy keys: Keyring
  ) -> CredentialName? {
    let whole = CredentialName(provider: id, kind: kind, text: text)
    guard let rule = self.rule(for: kind), rule.mayBeJWT else { return whole }
    if let signed = signedName(of: kind, text, keys) { return signed }
    // Text that is no JWT of ours may be an opaque token, if there are both. Clients must not present the ledger's `#hash` keys.
    return !hasText(kind) || text.utf8.first == UInt8(ascii: "#") ? nil : whole
  }

  /// A JWT counts if its signature holds. Its claims are looked up, not read.
  private func signedName(
    of kind: CredentialKind, _ text: String, _ keys: Keyring
  ) -> CredentialName? {
    guard text.utf8.contains(UInt8(ascii: ".")), let token = try? JWS.parse(text),
      keys.verifies(token, separate: separateKeys)
    else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return CredentialName(
      provider: id, kind: kind, text: RequestContext.digest(of: Array(parts[1].utf8)))
  }
}

extension RequestContext {
  func name(_ kind: CredentialKind, _ text: String) -> CredentialName? {
    provider.name(of: kind, text, signedBy: site.options.keys)
  }

  /// What stands for a JWT in the ledger: a hash of its payload, which is known before it is signed.
  static func digest(of payload: [UInt8]) -> String {
    "#" + Base64URL.encode(Digest.sha256(payload))
  }

  /// The status of a code or token that a client presents.
  func worth(_ kind: CredentialKind, _ text: String, for client: String? = nil) -> CredentialStatus
  {
    guard let name = name(kind, text) else { return .unknown }
    return state.ledger.worth(of: name, at: now, for: client, in: cast)
  }

  /// When a credential ends, as a fact of a refusal; 0 for never.
  func shownEnd(of credential: Credential) -> String {
    credential.neverEnds ? "0" : String(shown(credential.ends))
  }

  /// When a credential was made and when it ends, as facts of a refusal.
  func times(_ credential: Credential) -> [(name: String, value: String)] {
    [
      ("issued_at", String(shown(credential.issued))), ("expires_at", shownEnd(of: credential)),
      ("now", String(instants.sandbox)),
    ]
  }
}
