/// Halves of hashes for an id token (OpenID Connect Core §3.3.2.11).
package struct HashFacts: Sendable {
  package var access = ""
  package var code = ""
  package var state = ""
  package init() {}
}
