import Foundation
import Testing

/// `understudy logout` and `understudy send-event`, at a server that also plays the client.
@Suite("A command that has clients called", .serialized, .timeLimit(.minutes(15)))
struct LogoutTests {
  private static let box = "/_understudy/sandboxes/default"
  private let served: Served
  private let url: String
  private let client: String

  init() throws {
    served = try Served(["--quiet", "--sign-in", "alice"])
    url = "http://127.0.0.1:\(served.port)"
    client = "\(url)/standard/introspect"
    let body =
      #"{"redirect_uris": ["https://app.example/cb"], "backchannel_logout_uri": "\#(client)"}"#
    _ = try served.send("PUT", Self.box + "/clients/standard/app", body: body)
  }

  private func signIn() throws {
    let answer = try served.get(
      "/standard/authorize?client_id=app&redirect_uri=https://app.example/cb&response_type=code&scope=openid"
    )
    #expect(answer.header("location")?.contains("code=") == true)
  }

  private func answer(_ status: Int, _ body: String = "") throws {
    let rule =
      #"[{"match": {"endpoint": "introspect"}, "then": {"answer": {"status": \#(status), "body": "\#(body)"}}}]"#
    _ = try served.send("PUT", Self.box + "/rules", body: rule)
  }

  @Test("ends the sessions of a person, and tells what each client answered")
  func logout() throws {
    try signIn()
    try answer(200)
    let ended = try Tool.run("logout", "alice", "--url", url)
    #expect(ended.status == 0, "\(ended.errors)")
    let lines = ended.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("alice at standard: signed out, sid ") == true)
    #expect(lines.dropFirst() == ["app: POST \(client) answered 200"])
    let again = try Tool.run("logout", "alice", "--url", url)
    #expect(again.status == 1 && again.errors.contains("nobody is signed in as alice"))
  }

  @Test("ends with 1 where a client does not accept it, or nobody is signed in")
  func notAccepted() throws {
    try signIn()
    try answer(400)
    let ended = try Tool.run("logout", "--provider", "standard", "--client", "app", "--url", url)
    #expect(ended.status == 1 && ended.output.contains("app: POST \(client) answered 400"))
    #expect(try Tool.run("logout", "--url", url).status == 1)
    let unknown = try Tool.run("logout", "--session", "none", "--url", url)
    #expect(unknown.status == 2 && unknown.errors.contains("There is no such session."))
  }

  @Test("ends with 2 where it is called wrongly, and with 3 where no server answers")
  func mistakes() throws {
    #expect(try Tool.run("logout", "alice", "--session", "x", "--url", url).status == 2)
    let other = try Tool.run("logout", "--sandbox", "other", "--url", url)
    #expect(other.status == 2 && other.errors.contains("has no sandbox \"other\""))
    let nobody = try Tool.run("logout", "--url", "http://127.0.0.1:1")
    #expect(nobody.status == 3 && nobody.errors.contains("no server at http://127.0.0.1:1"))
  }

  @Test("sends a security event, and tells what the receiver answered")
  func event() throws {
    try answer(202)
    let sent = try Tool.run("send-event", "session-revoked", "alice", "--to", client, "--url", url)
    #expect(sent.status == 0 && sent.output == "POST \(client) answered 202\n", "\(sent.errors)")
    try answer(400, #"{\"err\": \"invalid_key\", \"description\": \"unknown kid\"}"#)
    let refused = try Tool.run(
      "send-event", "credential-change", "alice", "--to", client, "--url", url)
    #expect(refused.status == 1)
    #expect(
      refused.output
        == "POST \(client) answered 400\nerr: invalid_key\ndescription: unknown kid\n")
    let wrong = try Tool.run("send-event", "session-revokd", "alice", "--to", client, "--url", url)
    #expect(wrong.status == 2 && wrong.errors.contains("session-revoked"), "\(wrong.errors)")
  }
}
