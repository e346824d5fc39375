import Basics
import Engine
import Testing

/// Bodies that newcomers send, each with the sentence that helps.
@Suite("A mistaken body")
struct MistakenBodyTests {
  @Test(
    "of a rule says what was meant",
    arguments: [
      (#"{"match": {"endpoint": "token"}, "delay": 300}"#, #"it belongs into "then""#),
      (#"{"then": {"refuse": "code_expired"}}"#, #"did you mean "condition"?"#),
      (#"{"then": {"respond": {"status": 500}}}"#, #"did you mean "answer"?"#),
      (#"{"rules": [{"then": {"delay": 3}}]}"#, "send the array of its rules alone"),
      (
        #"{"match": {"endpoint": "token"}, "then": {"condition": "invalid_grant"}}"#,
        #""invalid_grant" is an error code, which these conditions have: "code_*""#
      ),
    ])
  func rule(_ body: String, _ sentence: String) throws {
    let body = try JSONReader().read(Array(body.utf8), file: "body").root
    let answer = try House().send(.post, "/_understudy/sandboxes/default/rules", body)
    let detail = try answer.json()["detail"]?.stringValue ?? ""
    #expect(answer.status.code == 422 && detail.contains(sentence), "\(detail)")
  }

  @Test("of a client with an empty secret is refused")
  func emptySecret() throws {
    let answer = try House().send(
      .put, "/_understudy/sandboxes/default/clients/standard/app",
      ["secret": "", "redirect_uris": ["http://127.0.0.1:1/cb"]])
    #expect(
      answer.status.code == 422 && answer.text.contains("found an empty text"), "\(answer.text)")
  }
}
