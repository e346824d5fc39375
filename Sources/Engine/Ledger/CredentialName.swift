import Basics
import ProviderModel

/// What a code or token is known by: whose it is, what for, and its text or, of a JWT, the hash of its payload.
package struct CredentialName: Sendable, Codable {
  let provider: String
  let kind: CredentialKind
  let text: String
}
