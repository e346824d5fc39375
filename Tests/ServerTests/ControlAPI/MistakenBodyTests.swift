import Basics
import Engine
import HTTPTypes
import Testing

/// Bodies that newcomers send, each with the sentence that helps.
@Suite("A mistaken body")
struct MistakenBodyTests {
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
