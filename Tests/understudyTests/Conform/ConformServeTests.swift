import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import understudy

@Suite("conform serve", .serialized, .timeLimit(.minutes(15)))
struct ConformServeTests {
  private struct Desk {
    let tool: Tool
    let port: UInt16
    /// What the printed link brings in its fragment.
    let token: String?

    init(_ options: [String]) throws {
      tool = try Tool(
        ["conform", "serve", "--profile", "native-code", "--port", "0"] + options)
      let line = tool.firstLine()
      let digits = line.components(separatedBy: "127.0.0.1:").last?.prefix { $0.isNumber } ?? ""
      guard let port = UInt16(digits) else {
        throw RawClient.Failure(description: "it does not serve: \(line)\(tool.finish().errors)")
      }
      self.port = port
      let link = line.trimmingCharacters(in: .newlines).components(separatedBy: "#token=")
      token = link.count == 2 ? link[1] : nil
    }

    /// - Parameter more: lines of the head.
    func send(
      _ method: String, _ target: String, body: String = "", host: String? = nil, _ more: String...
    ) throws -> RawClient.Response {
      let client = try RawClient(port: port)
      let lines =
        ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + more
        + ["Content-Length: \(body.utf8.count)"]
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
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

  private static let happy = "{\"outcome\": \"accepted\"}"
  private static let results = "/_understudy/conform/results.json"

  @Test("answers neither a foreign host nor a page of another origin")
  func admission() throws {
    let desk = try Desk(["--only", "code-happy"])
    let report = try #require(try desk.row("code-happy")["report"]?.stringValue)
    let again = "/_understudy/conform/again/code-happy"
    for (method, target) in [
      ("GET", "/_understudy/conform/"), ("GET", Self.results), ("POST", again), ("POST", report),
    ] {
      let foreign = try desk.send(method, target, body: "", host: "evil.example")
      #expect(foreign.status == 421, "\(method) \(target)")
      let page = try desk.send(method, target, "Origin: http://evil.example")
      #expect(page.status == 403, "\(method) \(target)")
    }
    try desk.signIn("code-happy", says: "accepted")
    #expect(try desk.send("POST", again, host: "evil.example").status == 421)
    #expect(try desk.row("code-happy")["verdict"]?.stringValue == "pass", "nothing was begun anew")
    _ = desk.tool.stop()
  }

  @Test("beyond loopback asks for the token that its link brings; the page and reports need none")
  func token() throws {
    let desk = try Desk(["--only", "code-happy", "--host", "0.0.0.0"])
    let right = "Authorization: Bearer \(try #require(desk.token))"
    #expect(try desk.send("GET", "/_understudy/conform/").status == 200)
    #expect(try desk.send("GET", Self.results).status == 401)
    #expect(try desk.send("GET", Self.results, "Authorization: Bearer another").status == 401)
    #expect(try desk.send("POST", "/_understudy/conform/again/code-happy").status == 401)
    #expect(try desk.send("GET", "/_understudy/sandboxes").status == 401)
    #expect(try desk.send("POST", "/_understudy/conform/again/code-happy", right).status == 204)
    let results = Examined.read(try desk.send("GET", Self.results, right).body)
    let report = try #require(results["checks"]?.arrayValue?.first?["report"]?.stringValue)
    #expect(try desk.send("POST", report, body: Self.happy).status == 204)
    _ = desk.tool.stop()
  }

  @Test("takes reports at addresses that nobody can guess, and of a size")
  func reports() throws {
    let desk = try Desk(["--only", "code-happy,code-state-mismatch"])
    let happy = try #require(try desk.row("code-happy")["report"]?.stringValue)
    let other = try #require(try desk.row("code-state-mismatch")["report"]?.stringValue)
    let root = "/_understudy/conform/report/"
    #expect(happy.hasPrefix(root) && happy.count > root.count + 20 && happy != other)
    for guess in ["code-happy", "code-happy-1", "default", "", "\(happy.dropFirst(root.count))x"] {
      #expect(try desk.send("POST", root + guess, body: Self.happy).status == 404, "\(guess)")
    }
    #expect(try desk.send("GET", happy).status == 405)
    #expect(try desk.send("PUT", happy, body: Self.happy).status == 405)
    let long = String(repeating: " ", count: 4_096)
    #expect(try desk.send("POST", happy, body: long).status == 204)
    #expect(try desk.send("POST", happy, body: long + " ").status == 413)
    // The address outlives a new beginning: an app that was built with it is built once.
    #expect(try desk.send("POST", "/_understudy/conform/again/code-happy").status == 204)
    #expect(try desk.row("code-happy")["report"]?.stringValue == happy)
    _ = desk.tool.stop()
  }

  @Test("registers nobody who comes by a foreign host")
  func foreignClient() throws {
    let desk = try Desk(["--only", "code-happy"])
    let authorize = try desk.row("code-happy")["authorize"]?.stringValue ?? ""
    let path = authorize.components(separatedBy: ":\(desk.port)").last ?? ""
    let query = "?response_type=code&client_id=evil&redirect_uri=https%3A%2F%2Fevil.example%2F"
    #expect(try desk.send("GET", path + query, host: "evil.example").status == 421)
    let sandbox = path.split(separator: "/").dropFirst().first ?? ""
    let clients = try desk.send("GET", "/_understudy/sandboxes/\(sandbox)/clients")
    #expect(clients.status == 200 && !clients.body.contains("evil"), "\(clients.body)")
    _ = desk.tool.stop()
  }
}
