import Basics
import JOSE
import ProviderModel

extension RequestContext {
  /// By which name the ledger knows a code or token that a client sends; `nil` for what can't be ours.
  func name(_ kind: CredentialKind, _ text: String) -> CredentialName? {
    let whole = CredentialName(provider: provider.id, kind: kind, text: text)
    guard let rule = provider.credentials[kind], rule.mayBeJWT else { return whole }
    if let signed = signedName(kind, text) { return signed }
    // What is no JWT of ours may be the other kind, where there are two; but nobody comes with a hash in its stead.
    return rule.isJWT || text.utf8.first == UInt8(ascii: "#") ? nil : whole
  }

  /// A JWT is believed for its signature; what it says is looked up, not read.
  private func signedName(_ kind: CredentialKind, _ text: String) -> CredentialName? {
    guard text.utf8.contains(UInt8(ascii: ".")), let token = try? JWS.parse(text),
      site.options.keys.verifies(token)
    else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    return CredentialName(
      provider: provider.id, kind: kind, text: Self.digest(of: Array(parts[1].utf8)))
  }

  /// What stands for a JWT in the ledger: a hash of its payload, which is known before it is signed.
  static func digest(of payload: [UInt8]) -> String {
    "#" + Base64URL.encode(Digest.sha256(payload))
  }

  /// What a code or token is worth to whoever comes with it. One that is not known may be another sandbox's.
  func worth(_ kind: CredentialKind, _ text: String, for client: String? = nil) -> CredentialStatus
  {
    guard let name = name(kind, text) else { return .unknown }
    let worth = state.ledger.worth(of: name, at: now, for: client, in: cast)
    if case .unknown = worth { missed.append(name) }
    return worth
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
