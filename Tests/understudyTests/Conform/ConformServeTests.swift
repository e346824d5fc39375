import Foundation
import JSON
import TestSupport
import Testing

@Suite("conform serve", .serialized, .timeLimit(.minutes(2)))
struct ConformServeTests {
  private struct Desk {
    let tool: Tool
    let port: UInt16

    init(_ options: [String]) throws {
      tool = try Tool(
        ["conform", "serve", "--profile", "native-code", "--port", "0"] + options)
      let line = tool.firstLine()
      let digits = line.components(separatedBy: "127.0.0.1:").last?.prefix { $0.isNumber } ?? ""
      guard let port = UInt16(digits) else {
        throw RawClient.Failure(description: "it does not serve: \(line)\(tool.finish().errors)")
      }
      self.port = port
    }

    func send(_ method: String, _ target: String, body: String = "") throws -> RawClient.Response {
      let client = try RawClient(port: port)
      client.send(
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      return try #require(try client.response())
    }

    /// What the page shows of a check.
    func row(_ id: String) throws -> JSONValue {
      let results = Examined.read(try send("GET", "/_understudy/conform/results.json").body)
      let rows = results["checks"]?.arrayValue ?? []
      return try #require(rows.first { $0["id"]?.stringValue == id })
    }

    /// A person signs in with a browser of their own, and the app reports.
    func signIn(_ id: String, says outcome: String) throws {
      let row = try row(id)
      let authorize = row["authorize"]?.stringValue ?? ""
      let visit = try Tool.run(
        "visit", "--as", "alice",
        authorize
          + "?response_type=code&client_id=my-app&redirect_uri=com.example.app%3A%2Fcb&state=state-0123456789"
          + "&scope=openid&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
      )
      #expect(visit.output.hasPrefix("com.example.app:/cb?"), "\(visit.output)\(visit.errors)")
      if outcome == "accepted" { try redeem(visit.output, row["issuer"]?.stringValue ?? "") }
      let report = try send(
        "POST", row["report"]?.stringValue ?? "", body: "{\"outcome\": \"\(outcome)\"}")
      #expect(report.status == 204)
    }

    private func redeem(_ callback: String, _ issuer: String) throws {
      let code =
        callback.split(whereSeparator: { "?&\n".contains($0) }).first { $0.hasPrefix("code=") }
        ?? ""
      let path = issuer.components(separatedBy: ":\(port)").last ?? ""
      let body =
        "grant_type=authorization_code&\(code)&client_id=my-app&redirect_uri=com.example.app%3A%2Fcb"
        + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
      let client = try RawClient(port: port)
      client.send(
        "POST \(path)/token HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      #expect(try client.response()?.status == 200)
    }
  }

  @Test("has an issuer for each check, and the verdict stands beside what the app reported")
  func verdicts() throws {
    let desk = try Desk(["--only", "code-state-mismatch"])
    let page = try desk.send("GET", "/_understudy/conform/")
    #expect(page.status == 200 && page.body.contains("<script"))
    #expect(page.header("content-security-policy")?.contains("default-src 'self'") == true)
    #expect(try desk.row("code-happy")["verdict"]?.stringValue == "to do")
    try desk.signIn("code-happy", says: "accepted")
    let happy = try desk.row("code-happy")
    #expect(happy["verdict"]?.stringValue == "pass", "\(happy)")
    try desk.signIn("code-state-mismatch", says: "rejected")
    let row = try desk.row("code-state-mismatch")
    #expect(row["verdict"]?.stringValue == "pass", "\(row)")
    #expect(try desk.send("POST", "/_understudy/conform/again/code-state-mismatch").status == 204)
    #expect(try desk.row("code-state-mismatch")["verdict"]?.stringValue == "to do")
    #expect(try desk.send("POST", "/_understudy/conform/again/no-such-check").status == 404)
    try desk.signIn("code-state-mismatch", says: "accepted")
    #expect(try desk.row("code-state-mismatch")["verdict"]?.stringValue == "fail")
    #expect(desk.tool.stop(SIGINT).status == 0)
  }

  @Test("says nothing of a refusal while nobody has signed in without a fault")
  func control() throws {
    let desk = try Desk(["--only", "code-state-mismatch"])
    try desk.signIn("code-state-mismatch", says: "rejected")
    #expect(try desk.row("code-state-mismatch")["verdict"]?.stringValue == "inconclusive")
    _ = desk.tool.stop()
  }
}
