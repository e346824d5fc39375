import Foundation
import TestSupport
import Testing

/// At a server that runs.
extension NewcomerMistakeTests {
  @Test("at a visit is told in words that help")
  func visits() throws {
    let served = try Served()
    defer { _ = served.stop() }
    let home = "http://127.0.0.1:\(served.port)"
    let scratch = try Scratch()
    let jar = try scratch.write("# Netscape HTTP Cookie File\n", to: "jar.txt")
    let cookies = try Tool.run("visit", "--cookie-jar", jar, "\(home)/")
    #expect(cookies.errors.contains("expected JSON as visit --cookie-jar writes it"), "\(cookies)")
    let page =
      "\(home)/standard/authorize?client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7999/cb"
    for name in ["Alice Liddell", "alice@example.test"] {
      let result = try Tool.run("visit", "--as", name, page)
      #expect(
        result.errors.contains("here; did you mean \"alice\"? To type a password"), "\(result)")
    }
    let near = "\(served.port):127.0.0.1"
    let choice = try Tool.run(
      "visit", "--as", "alice", "--choose", "maybe", "--resolve", "localhost:\(near)",
      page.replacingOccurrences(
        of: "//127.0.0.1:\(served.port)", with: "//localhost:\(served.port)"))
    #expect(choice.status == 0, "\(choice)")
    #expect(choice.errors == "--choose maybe had no effect: no page offers a choice\n")
    let rotated = try Tool.run("rotate-keys", "--url", "\(home)/standard")
    #expect(
      rotated.errors.contains("expected the address of a server, without a path"), "\(rotated)")
    let front = try Tool.run("visit", "--as", "alice", "\(home)/")
    #expect(front.status == 3 && front.output.isEmpty, "\(front)")
    let secure = try Tool.run("visit", "--as", "alice", "https://127.0.0.1:\(served.port)/standard")
    #expect(secure.errors.contains("begin the URL with http://"), "\(secure.errors)")
    let unknown = try Tool.run(
      "visit", "\(home)/standard/authorize?client_id=nobody&response_type=code")
    #expect(unknown.status == 3)
    #expect(unknown.errors.contains("(Why: ") && unknown.errors.contains("To fix it: "))
    let slip = try Tool.run(
      "visit", "\(home)/standard/authorize?client_id=wbe&response_type=code")
    #expect(slip.errors.contains("did you mean \"web\"? To fix it: "), "\(slip.errors)")
    let standing = try served.send(
      "PUT", "/_understudy/sandboxes/default/answer", body: #"{"sign_in": "alice"}"#)
    #expect(standing.status == 200)
    let asked =
      "\(home)/standard/authorize?client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7999/cb"
    let other = try Tool.run("visit", "--as", "bob", asked)
    #expect(other.status == 0 && other.errors.contains("--as bob had no effect"), "\(other)")
    let refused = try Tool.run("visit", "--as", "bob", asked + "&scope=openid&prompt=never")
    #expect(refused.status == 1 && refused.output.contains("error=invalid_request"), "\(refused)")
    #expect(
      refused.errors.hasPrefix(
        "the provider refused the request before it showed a page: invalid_request: "),
      "\(refused)")
    #expect(!refused.errors.contains("standing answer"), "\(refused)")
  }

  @Test("at the control API is told in words that help")
  func control() throws {
    let served = try Served()
    defer { _ = served.stop() }
    let box = "/_understudy/sandboxes/default"
    for (method, path, status, sentence) in [
      ("POST", "\(box)/people", 405, "PUT \(box)/people/{username}: Adds a person"),
      (
        "GET", "\(box)/clients/web", 404,
        "PUT \(box)/clients/{provider}/{client}: Adds a client"
      ),
      (
        "GET", "\(box)/clients/standard", 404,
        "PUT \(box)/clients/standard/{client}: Adds a client"
      ),
      ("PUT", "\(box)/people/", 404, "PUT \(box)/people/{username}: Adds a person"),
      ("PUT", "/_understudy/sandboxes/mine", 405, "POST /_understudy/sandboxes: "),
      ("GET", "\(box)/people/Alcie", 404, "did you mean \\\"alice\\\"?"),
      ("GET", "\(box)/rules/nope", 404, "No rule has the id \\\"nope\\\"."),
      ("DELETE", "\(box)/tokens/1", 404, "POST \(box)/tokens/1/revoke"),
      ("GET", "\(box)/token", 404, "Did you mean \(box)/tokens?"),
      ("GET", "/_understudy/healthz", 404, "Did you mean /_understudy/health?"),
      (
        "DELETE", "\(box)/clients/gogle/web", 404,
        "No provider has the id \\\"gogle\\\"; did you mean"
      ),
      ("DELETE", "\(box)/clients/standard/wbe", 404, "did you mean \\\"web\\\"?"),
      ("GET", "\(box)/journal/abc", 404, "No entry has the number \\\"abc\\\": expected a number"),
      ("GET", "\(box)/journal/99999", 404, "99999\\\": the last entry is "),
      ("POST", "\(box)/keys/rotate", 404, "POST …/keys with"),
      ("POST", "\(box)/restore", 404, "POST …/checkpoints/NAME/restore"),
      ("GET", "\(box)/quirks", 404, "Quirks are chosen when a sandbox is created"),
    ] {
      let answer = try served.send(method, path)
      #expect(answer.status == status && answer.body.contains(sentence), "\(answer.body)")
      #expect(!answer.body.contains("?."), "\(answer.body)")
    }
  }
}
