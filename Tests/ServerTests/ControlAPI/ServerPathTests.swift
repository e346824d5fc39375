import Basics
import HTTPTypes
import Server
import Testing
import UnderstudyKit

/// Paths that belong to the server itself, beside those of the control API's operations.
@Suite("A path of the server")
struct ServerPathTests {
  @Test("without its slash leads to the console, whatever follows it", arguments: ["", "?a", "#a"])
  func slash(_ end: String) throws {
    let answer = try House().send(.get, "/_understudy" + end)
    #expect(answer.status == .permanentRedirect)
    #expect(answer.headers[.location] == "/_understudy/")
  }

  @Test("that only begins like the control API's is one of no provider")
  func similar() throws {
    for path in ["/_understudyx", "/_understudyx/sandboxes"] {
      let answer = try House().send(.get, path)
      #expect(answer.status == .notFound)
      #expect(answer.headers[.contentType] == "text/plain; charset=utf-8", "\(path)")
    }
  }

  @Test("has assets below /assets/ and nowhere else")
  func assets() throws {
    let house = try House()
    #expect(try house.send(.get, "/_understudy/assets/own.css").status == .ok)
    #expect(try house.send(.get, "/_understudy/ASSETS/own.css").status == .notFound)
  }

  @Test("of a page answers other methods with a problem document")
  func post() throws {
    let answer = try House().send(
      .post, "/_understudy/", headers: [.accept: "text/html"])
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.headers[.contentType] == "application/problem+json")
    #expect(answer.headers[.allow] == "GET, HEAD")
  }

  @Test("of a document is answered to everybody, with its type")
  func document() throws {
    let house = try House {
      $0.house.controlToken = "0123456789"
      $0.house.documents["/_understudy/ca.pem"] = { ("application/x-pem-file", [65, 66]) }
    }
    let answer = try house.send(.get, "/_understudy/ca.pem?x=1", host: "evil.test")
    #expect(answer.status == .ok && answer.body == [65, 66])
    #expect(answer.headers[.contentType] == "application/x-pem-file")
    #expect(try house.send(.post, "/_understudy/ca.pem").status == .methodNotAllowed)
  }

  @Test("of the server's health is read, and nothing else")
  func health() throws {
    let understudy = try Understudy(seed: 1)
    #expect(try understudy.control(.get, "/health")["status"] == "ok")
    #expect {
      try understudy.control(.post, "/health")
    } throws: { error in
      (error as? Understudy.ControlAPIError)?.status == 404
    }
  }

  @Test("of the control API answers at a provider's own loopback name, too")
  func providersName() throws {
    let answer = try House().send(.get, "/_understudy/sandboxes", host: "vk.localhost")
    #expect(answer.status == .ok)
  }

  @Test("has a certificate's fault by a rule of the default sandbox, at the rule's host")
  func handshake() throws {
    let house = try House()
    let rules = "/_understudy/sandboxes/default/rules"
    #expect(house.playhouse.handshake(with: "oauth.vk.com") == nil)
    _ = try house.send(
      .put, rules,
      [
        ["then": ["delay": 1]],
        ["id": "t", "match": ["host": "oauth.vk.com"], "then": ["tls": "expired"]],
      ])
    #expect(house.playhouse.handshake(with: "api.vk.com") == nil)
    let fault = try #require(house.playhouse.handshake(with: "oauth.vk.com"))
    #expect(fault.fault == .expired && fault.rule == "t")
    _ = try house.send(.put, rules, [["then": ["delay": 1]]])
    #expect(house.playhouse.handshake(with: "oauth.vk.com") == nil)
    #expect(try house.send(.get, rules).json().arrayValue?.first?["fired"] == 0)
    _ = try house.send(.put, rules, [["id": "all", "then": ["tls": "expired"]]])
    #expect(house.playhouse.handshake(with: "localhost")?.rule == "all")
  }

  @Test("of another page asks for the token unless it is public, and never answers other origins")
  func refusal() throws {
    let house = try House { $0.house.controlToken = "0123456789" }
    func status(_ host: String, _ headers: Headers, asksToken: Bool = true) -> Int? {
      let request = Request(method: .get, authority: host, target: "/report", headers: headers)
      return house.playhouse.refusal(to: request, at: House.now, asksToken: asksToken)?.status.code
    }
    let right: Headers = [.authorization: "Bearer 0123456789"]
    #expect(status("localhost", right) == nil)
    #expect(status("localhost", [:]) == 401)
    #expect(status("localhost", [:], asksToken: false) == nil)
    #expect(status("evil.test", right) == 421)
    #expect(status("evil.test", [:], asksToken: false) == 421)
    #expect(status("localhost", [.origin: "http://evil.test"], asksToken: false) == 403)
  }
}
