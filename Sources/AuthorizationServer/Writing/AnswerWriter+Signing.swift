import JOSE
import JSON
import ProviderModel

extension AnswerWriter {
  /// Signs what was decided on: the access token first, as the id token holds its hash.
  func sign() {
    guard !decision.unsigned.isEmpty, let facts else { return }
    let others = decision.unsigned.filter { $0.kind != .id }
    for token in others + decision.unsigned.filter({ $0.kind == .id }) {
      let recorded = facts.provider.signing.first { $0.algorithm == token.algorithm }?.kid
      guard let key = keys.key(token.algorithm, recorded: recorded) else { continue }
      facts.key = (key.kid, token.algorithm)
      func half(_ text: String?) -> String { text.map { key.halfHash(of: $0) } ?? "" }
      facts.hashes.access = half(facts.credential(.access)?.value)
      facts.hashes.code = half(facts.credential(.code)?.value)
      if case .text(let state)? = facts.grant?.arguments["state"] {
        facts.hashes.state = half(state)
      }
      let claims =
        switch token.claims {
        case .fixed(let bytes): bytes
        case .later(let shape): facts.json(shape)
        }
      let header = facts.json(token.header)
      let forged = decision.rule?.effect.change?.tokens.first { $0.kind == token.kind }?.change
      let text =
        forged.map { ForgedToken(change: $0).compact(header, claims, key) }
        ?? key.compact(header, claims)
      guard let text, var credential = facts.credential(token.kind) else { continue }
      credential.value = text
      facts.set(credential)
    }
  }
}
