import Basics

/// The registration of a client, as an answer shows it (RFC 7591 §3.2.1).
package struct RegistrationFacts: Sendable {
  package let metadata: JSONObject
  package let issued: Int
  package let secret: String?
  package let token: String

  package init(metadata: JSONObject, issued: Int, secret: String?, token: String) {
    self.metadata = metadata
    self.issued = issued
    self.secret = secret
    self.token = token
  }
}
