import Synchronization

/// One authorization request, and all that its answer is held against.
struct Flow: Sendable {
  var state = Chance.text()
  var nonce = Chance.text()
  var verifier = Chance.text()
  var redirectURI: String
  var scopes: [String]
  var responseType: String
  var issuer: String
  /// Where the user wants to go afterwards.
  var next = "/"
  /// Who is likely to sign in.
  var hint: String?

  /// Those of all flows, for a mutant.
  static let nonces = Mutex<Set<String>>([])

  var responseTypes: Set<String> { Set(responseType.split(separator: " ").map(String.init)) }
  /// Whether anything comes by the browser that is no code.
  var hasFrontTokens: Bool { responseTypes != ["code"] }
}
