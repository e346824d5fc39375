import Basics
import Engine
import HTTPTypes
import Testing

/// Bodies that newcomers send, each with the sentence that helps.
@Suite("A mistaken body")
struct MistakenBodyTests {
  @Test(
    "of an answer proposes the person or the decision that was meant",
    arguments: [
      (#"{"sign_in": "deny"}"#, #"there is no person "deny"; did you mean "denies"?"#),
      (#"{"sign_in": "denied"}"#, #"did you mean "denies"?"#),
      (
        #"{"sign_in": "alice", "consent": "deny"}"#,
        #"expected granted or denied, found "deny"; did you mean "denied"?"#
      ),
      (#"{"sign_in": "alice", "consent": "denies"}"#, #"did you mean "denied"?"#),
      (#"{"sign_in": "alice", "consent": "allow"}"#, #"did you mean "granted"?"#),
      (#"{"sign_in": "alice", "consent": "allows"}"#, #"did you mean "granted"?"#),
    ])
  func answer(_ body: String, _ sentence: String) throws {
    let body = try JSONReader().read(Array(body.utf8), file: "body").root
    let answer = try House().send(.put, "/_understudy/sandboxes/default/answer", body)
    let detail = try answer.json()["detail"]?.stringValue ?? ""
    #expect(answer.status.code == 422 && detail.contains(sentence), "\(detail)")
  }

  @Test(
    "of a rule says what was meant",
    arguments: [
      (#"{"match": {"endpoint": "token"}, "delay": 300}"#, #"it belongs in "then""#),
      (#"{"then": {"refuse": "code_expired"}}"#, #"did you mean "condition"?"#),
      (#"{"then": {"respond": {"status": 500}}}"#, #"did you mean "answer"?"#),
      (#"{"rules": [{"then": {"delay": 3}}]}"#, "send the array of its rules alone"),
      (
        #"{"match": {"endpoint": "token"}, "then": {"condition": "invalid_grant"}}"#,
        #""invalid_grant" is an error code, which these conditions have: "code_*""#
      ),
      (#"{"then": {"answer": {"body": {"error": "x"}}}}"#, #"; JSON belongs in "json""#),
      (#"{"then": {"answer": 503}}"#, #"expected an object such as { "status": 503"#),
      (#"{"then": {"lost": true}}"#, "expected close or reset, found true"),
      (#"{"then": {"delay": 0.5}}"#, "ten minutes at most, found 0.5"),
      (#"{"then": {"delay": "3s"}}"#, #"found the string "3s"; write PT3S"#),
      (#"{"then": {"delay": "250 ms"}}"#, #"found the string "250 ms""#),
      (
        #"{"match": {"parameters": {"scope": {"equals": "x"}}}, "then": {"delay": 1}}"#,
        "expected the value as a string, true, false or"
      ),
      (#"{"match": {"path": "/token"}, "then": {"delay": 1}}"#, #"did you mean "endpoint"?"#),
      (
        #"{"match": {"grant": "code"}, "then": {"delay": 1}}"#,
        #"did you mean "authorization_code"?"#
      ),
      (#"{"then": {"change": {"remove": ["scope"]}}}"#, #"did you mean "drop"?"#),
      (
        #"{"then": {"change": {"tokens": {"id_token": {"signature": "none"}}}}}"#,
        #"expected access, id or logout, found "id_token"; did you mean "id"?"#
      ),
      (
        #"{"then": {"change": {"tokens": {"id": {"alg": "none"}}}}}"#, #"did you mean "signature"?"#
      ),
      (#"{"then": {"change": {"tokens": {"id": {"exp": -1}}}}}"#, #"did you mean "shift"?"#),
      (
        #"{"match": {"when": {"eq": ["client.kind", "public"]}}, "then": {"delay": 1}}"#,
        "write {{client.kind}}"
      ),
      (
        #"{"match": {"endpoint": "jwks"}, "then": {"change": {"tokens": {"id": {"signature": "none"}}}}}"#,
        "no ID token is issued by what is matched here; it comes from endpoints of the kind token and authorize"
      ),
      (
        #"{"match": {"endpoint": "tokens"}, "then": {"condition": "code_expired"}}"#,
        #"did you mean "token"?"#
      ),
    ])
  func rule(_ body: String, _ sentence: String) throws {
    let body = try JSONReader().read(Array(body.utf8), file: "body").root
    let answer = try House().send(.post, "/_understudy/sandboxes/default/rules", body)
    let detail = try answer.json()["detail"]?.stringValue ?? ""
    #expect(answer.status.code == 422 && detail.contains(sentence), "\(detail)")
    #expect(!detail.contains("does not refuse with"), "what follows from another mistake")
  }

  @Test(
    "of a sandbox says what was meant",
    arguments: [
      (#"{"scenario": "codes-expire"}"#, #"did you mean "rules"?"#),
      (#"{"answer": "alice"}"#, #"expected an object such as {"sign_in": "alice"}"#),
      (#"{"answer": {"person": "alice"}}"#, #"did you mean "sign_in"?"#),
      (#"{"sign_in": "alice"}"#, #"did you mean "answer"?"#),
    ])
  func sandbox(_ body: String, _ sentence: String) throws {
    let body = try JSONReader().read(Array(body.utf8), file: "body").root
    let answer = try House().send(.post, "/_understudy/sandboxes", body)
    let detail = try answer.json()["detail"]?.stringValue ?? ""
    #expect(answer.status.code == 422 && detail.contains(sentence), "\(detail)")
  }

  @Test("of a client whose members contradict one another, or that has an unknown scope")
  func client() throws {
    let house = try House()
    let path = "/_understudy/sandboxes/default/clients/standard/app"
    let refused = try house.send(
      .put, path, ["kind": "public", "token_endpoint_auth_method": "private_key_jwt"])
    #expect(
      refused.status.code == 422 && refused.text.contains("a public client does not authenticate"),
      "\(refused.text)")
    for (scope, isKnown) in [("opnid", false), ("openid", true)] {
      let scopes = JSONValue(.array([JSONValue(.string(scope))]))
      let put = try house.send(.put, path, ["kind": "public", "scopes": scopes])
      let patched = try house.send(.patch, path, ["scopes": scopes])
      for answer in [put, patched] {
        let warning = try answer.json()["warning"]?.stringValue
        #expect(answer.status == .ok)
        #expect(
          warning == (isKnown ? nil : #"standard has no scope "opnid"; did you mean "openid"?"#))
      }
      #expect(try house.send(.get, path, nil).json()["warning"] == nil)
    }
  }

  @Test("of a client with an empty secret is refused")
  func emptySecret() throws {
    let answer = try House().send(
      .put, "/_understudy/sandboxes/default/clients/standard/app",
      ["secret": "", "redirect_uris": ["http://127.0.0.1:1/cb"]])
    #expect(
      answer.status.code == 422 && answer.text.contains("found an empty text"), "\(answer.text)")
  }

  @Test("of a sandbox has the cast, and not the name of its file")
  func castFile() throws {
    let answer = try House().send(.post, "/_understudy/sandboxes", ["cast": "x.json"])
    let detail = try answer.json()["detail"]?.stringValue ?? ""
    #expect(answer.status.code == 422)
    #expect(
      detail.contains("found a string; send the cast itself: no file is read here"), "\(detail)")
  }

  @Test("of a client at an unknown provider: the answer names the known ones, or the right order")
  func unknownProvider() throws {
    let house = try House()
    func detail(_ method: HTTPRequest.Method, _ path: String) throws -> String {
      let answer = try house.send(
        method, "/_understudy/sandboxes/default/clients/\(path)", method == .get ? nil : [:])
      #expect(answer.status == .notFound)
      return try answer.json()["detail"]?.stringValue ?? ""
    }
    for method in [HTTPRequest.Method.put, .patch, .get] {
      #expect(
        try detail(method, "app/standard")
          == #"No provider has the id "app"; the provider comes first: …/clients/standard/app"#)
    }
    #expect(try detail(.put, "standrad/app").contains(#"did you mean "standard"?"#))
    #expect(try detail(.put, "shopping-mall/app").contains("known here: "))
  }
}
