import ProviderModel
import Testing

/// Who has to send a `code_challenge`, and which ones are accepted (RFC 7636 §4.3).
@Suite("A code_challenge")
struct ChallengeRuleTests {
  private static let challenge = String(repeating: "c", count: 43)
  private static let clients = ["spa", "standalone"].map {
    """
    {"provider": "standard", "client_id": "\($0)", "kind": "\($0)",
     "redirect_uris": ["\(StandardVisitor.callback)"]}
    """
  }.joined(separator: ",")
  private static let demands: [String: Set<String>] = [
    "never": [], "spa": ["spa"], "public": ["app", "spa", "standalone"],
    "always": ["app", "spa", "standalone", "web"],
  ]

  @Test(
    "is demanded of the clients that the provider says",
    arguments: ["never", "spa", "public", "always"], ["app", "spa", "standalone", "web"])
  func demand(_ demand: String, _ client: String) throws {
    let stage = try StandardVisitor(
      patch: "{\"code_challenge\": {\"required\": \"\(demand)\"}}", clients: Self.clients)
    let isDemanded = try #require(Self.demands[demand]).contains(client)
    for challenge in [nil, ""] {
      stage.authorize(["client_id": client, "code_challenge": challenge])
      #expect(stage.asksForPassword != isDemanded)
      guard isDemanded else { continue }
      try stage.expectRedirect(.challengeMissing, "invalid_request")
      let kind = ["app": "public", "web": "confidential"][client] ?? client
      #expect(
        stage.visitor.told.why
          == "the \(kind) client \(client) has to send a code_challenge")
      #expect(
        stage.visitor.told.remedy == "send code_challenge and code_challenge_method=S256")
    }
    #expect(
      stage.authorize([
        "client_id": client, "code_challenge": Self.challenge, "code_challenge_method": "S256",
      ]).asksForPassword)
  }

  @Test(
    "belongs to responses with a code: with others it is neither demanded nor looked at",
    arguments: [
      ("token", false), ("id_token", false), ("id_token token", false), ("code", true),
      ("code token", true), ("id_token code", true),
    ])
  func types(_ type: String, _ hasCode: Bool) throws {
    let stage = try StandardVisitor(patch: #"{"code_challenge": {"required": "always"}}"#)
    stage.authorize(["response_type": type])
    #expect(stage.condition == (hasCode ? .challengeMissing : nil))
    stage.authorize([
      "response_type": type, "code_challenge": "short", "code_challenge_method": "magic",
    ])
    #expect(stage.condition == (hasCode ? .challengeMethodUnsupported : nil))
  }

  @Test("is not demanded by a provider that has no such parameter")
  func noParameter() throws {
    let stage = try StandardVisitor(
      patch: """
        {"code_challenge": {"required": "always"},
         "parameters": {"code_challenge": null, "code_challenge_method": null}}
        """)
    #expect(stage.authorize().asksForPassword)
    #expect(stage.authorize(["code_challenge": "short"]).asksForPassword)
  }

  @Test(
    "has the method S256, or plain where the provider takes it",
    arguments: ["S256", "plain", nil, "", "s256", "PLAIN"] as [String?], [true, false])
  func method(_ method: String?, _ takesPlain: Bool) throws {
    let stage = try StandardVisitor(with: takesPlain ? ["pkce-plain"] : [])
    stage.authorize(["code_challenge": Self.challenge, "code_challenge_method": method])
    let isPlain = (method ?? "").isEmpty || method == "plain"
    guard method != "S256", !(takesPlain && isPlain) else {
      #expect(stage.asksForPassword)
      return
    }
    try stage.expectRedirect(.challengeMethodUnsupported, "invalid_request")
    let name = method ?? ""
    #expect(
      stage.visitor.told.why
        == (name.isEmpty
          ? "code_challenge_method is missing, which means plain"
          : "code_challenge_method=\(name) is not accepted"))
    #expect(stage.visitor.told.remedy == "send code_challenge_method=S256")
  }

  @Test(
    "may hold a verifier's other characters where it is the verifier itself",
    arguments: [("plain", true), ("S256", false)])
  func characters(_ method: String, _ isGood: Bool) throws {
    let stage = try StandardVisitor(with: ["pkce-plain", "base64-verifiers"])
    stage.authorize([
      "code_challenge": "+/" + Self.challenge, "code_challenge_method": method,
    ])
    #expect(stage.asksForPassword == isGood)
    if !isGood { try stage.expectRedirect(.challengeMalformed, "invalid_request") }
  }
}
