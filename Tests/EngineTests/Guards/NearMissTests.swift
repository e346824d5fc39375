import Basics
import JOSE
import ProviderModel
import Testing

/// What a refusal says of a value that is nearly the right one.
@Suite("A value that is nearly right")
struct NearMissTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let hash = Digest.sha256(Array(verifier.utf8))

  private func why(_ stage: StandardVisitor) -> String { stage.visitor.told.why ?? "" }

  @Test(
    "names the client that is meant",
    arguments: [
      ("wbe", "; did you mean \"web\"?"), ("Web", "; did you mean \"web\"?"),
      ("web ", "; there is white space around the ID of web"),
      ("100200300400500", "; it is registered at facebook"), ("some-other-app", ""),
    ])
  func client(_ id: String, _ end: String) throws {
    let stage = try StandardVisitor().authorize(["client_id": id])
    stage.expectPage(.clientUnknown)
    #expect(why(stage) == "no client \"\(id)\" is registered at standard" + end)
    try stage.redeem("code", ["client_id": id])
    #expect(why(stage) == "no client \"\(id)\" is registered at standard" + end)
  }

  @Test(
    "says how a secret differs, and does not quote it",
    arguments: [
      (StandardVisitor.secret + "\n", "; there is white space around it"),
      ("\"\(StandardVisitor.secret)\"", "; it is in quotation marks"),
      ("understudy%2Dsecret-0123456789", "; it is percent-encoded once too often"),
      (StandardVisitor.secret.uppercased(), "; it differs in upper and lower case"),
      (StandardVisitor.otherSecret, "; it is the secret of other"), ("guessed", ""), ("\"", ""),
    ])
  func secret(_ sent: String, _ end: String) throws {
    let stage = try StandardVisitor()
    try stage.redeem("code", ["client_secret": sent])
    try stage.expectRefusal(.secretWrong, 401, "invalid_client")
    #expect(why(stage) == "the secret is not that of the client web" + end)
  }

  @Test("says that a secret was not encoded for the Authorization header")
  func unencoded() throws {
    let client = """
      {"provider": "standard", "client_id": "plus", "secret": "0123456789+abcdef",
       "redirect_uris": ["\(StandardVisitor.callback)"]}
      """
    let stage = try StandardVisitor(clients: client)
    let header = Base64.encode(Array("plus:0123456789+abcdef".utf8))
    try stage.redeem(
      "code", ["client_id": nil, "client_secret": nil],
      headers: [("Authorization", "Basic \(header)")])
    #expect(
      why(stage)
        == "the secret is not that of the client plus; it was not form-encoded before Base64 (RFC 6749 §2.3.1)"
    )
  }

  @Test(
    "says how a challenge was made that the verifier does not lead to",
    arguments: [
      (verifier, "both are the same text, and the method is S256"),
      (Hexadecimal.encode(hash), "it is the verifier's SHA-256 in hexadecimal, not in base64url"),
      (
        Base64URL.encode(Array(Hexadecimal.encode(hash).utf8)),
        "it is the base64url of a hexadecimal SHA-256, not of its bytes"
      ),
      (
        Base64URL.encode(Digest.sha256(Base64URL.decode(verifier) ?? [])),
        "it is the SHA-256 of the bytes that the verifier encodes, not of the verifier's text"
      ),
    ])
  func challenge(_ challenge: String, _ words: String) throws {
    let stage = try StandardVisitor()
    let code = try stage.code(["code_challenge": challenge, "code_challenge_method": "S256"])
    try stage.redeem(code, ["code_verifier": Self.verifier])
    try stage.expectRefusal(.verifierWrong, 400, "invalid_grant")
    #expect(why(stage) == "code_verifier does not lead to the code_challenge: \(words)")
  }

  @Test("says that a challenge was hashed, but not which method it has")
  func unnamedMethod() throws {
    let stage = try StandardVisitor(with: ["pkce-plain"])
    let code = try stage.code(["code_challenge": Base64URL.encode(Self.hash)])
    try stage.redeem(code, ["code_verifier": Self.verifier])
    #expect(
      why(stage)
        == "code_verifier does not lead to the code_challenge: it is the verifier's SHA-256, and the method is plain"
    )
  }

  @Test("names the scope, the response type and the grant that are meant")
  func names() throws {
    let stage = try StandardVisitor()
    stage.authorize(["scope": "openid emial"])
    #expect(why(stage).hasSuffix("; did you mean \"email\"?"), "\(why(stage))")
    stage.authorize(["scope": "openid,email"])
    #expect(why(stage).hasSuffix("; scopes are not separated by \",\" here"), "\(why(stage))")
    stage.authorize(["response_type": "Code"])
    #expect(why(stage) == "standard does not answer response_type=Code; did you mean \"code\"?")
    stage.authorize(["prompt": "Login"])
    #expect(why(stage) == "prompt=Login is not known here; did you mean \"login\"?")
    stage.authorize(["max_age": "soon"])
    #expect(stage.visitor.told.remedy == "send a whole number")
    try stage.redeem("code", ["grant_type": "authorisation_code"])
    #expect(why(stage).hasSuffix("; did you mean \"authorization_code\"?"), "\(why(stage))")
  }

  @Test("names the parameter that was sent in the place of a missing one")
  func parameters() throws {
    let stage = try StandardVisitor()
    stage.authorize(["client_id": "", "clientid": "web"])
    #expect(why(stage) == "the request names no client; it has clientid")
    stage.authorize(["redirect_uri": "", "redirect_url": "http://127.0.0.1:7999/cb"])
    #expect(why(stage) == "the request names no redirect_uri; it has redirect_url")
    stage.authorize(["response_type": "", "type": "code"])
    #expect(why(stage) == "the request has no response_type; it has type")
    stage.authorize(["response_type": "", "response_mode": "query"])
    #expect(why(stage) == "the request has no response_type")
    stage.authorize(["redirect_uri": "http%3A%2F%2F127.0.0.1%3A7999%2Fcb"])
    #expect(why(stage).hasSuffix("it is percent-encoded twice"), "\(why(stage))")
    try stage.redeem("code", ["grant_type": "", "grant": "authorization_code"])
    #expect(why(stage) == "the request has no grant_type; it has grant")
    try stage.redeem("code", ["client_secret": "", "secret": StandardVisitor.secret])
    #expect(why(stage) == "the confidential client web sent no secret; it has secret")
  }

  @Test(
    "says of a word that programs send for no value that it is none, and of a callback what to send"
  )
  func placeholders() throws {
    let stage = try StandardVisitor()
    for word in ["undefined", "null", "None"] {
      #expect(try stage.userinfo(word) == 401)
      #expect(
        why(stage) == "the token is the text \"\(word)\": the program has no access token")
    }
    for text in ["undefined", "${CODE}", "$CODE"] {
      try stage.redeem(text)
      #expect(why(stage) == "the code is the text \"\(text)\": the program has no code")
    }
    for text in ["$2y$10", "${CODE", "${\(String(repeating: "A", count: 64))}"] {
      try stage.redeem(text)
      #expect(why(stage) == "the code was never issued here")
    }
    try stage.redeem("http://127.0.0.1:7999/cb?code=a&state=b")
    #expect(why(stage) == "the code is a whole callback")
    #expect(stage.visitor.told.remedy == "send the value of its parameter code")
  }

  @Test("says which other kind of token or code was sent")
  func kinds() throws {
    let stage = try StandardVisitor()
    let code = try stage.code()
    try stage.redeem(code)
    let (access, refresh) = (
      try stage.visitor.member("access_token"), try stage.visitor.member("refresh_token")
    )
    let id = try stage.visitor.member("id_token")
    let second = try stage.code()
    for (token, kind) in [(refresh, "a refresh token"), (second, "a code"), (id, "an ID token")] {
      #expect(try stage.userinfo(token) == 401)
      #expect(stage.condition == .tokenUnknown)
      #expect(why(stage) == "the token is \(kind), not an access token")
      #expect(stage.visitor.told.remedy == "send the access token")
    }
    try stage.refresh(access)
    try stage.expectRefusal(.refreshUnknown, 400, "invalid_grant")
    #expect(why(stage) == "the refresh token is an access token")
    try stage.redeem(refresh)
    try stage.expectRefusal(.codeUnknown, 400, "invalid_grant")
    #expect(why(stage) == "the code is a refresh token")
    #expect(try stage.userinfo("never-issued") == 401)
    #expect(why(stage) == "the token was never issued here")
  }
}
