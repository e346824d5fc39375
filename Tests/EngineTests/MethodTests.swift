import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

@Suite("Methods and addresses")
struct MethodTests {
  private func ask(_ method: HTTPRequest.Method, _ target: String, host: String = Visitor.host)
    throws -> Answer
  {
    try house().send(Request(method: method, authority: host, target: target))
  }

  /// All that answers at the hosts that are no provider's, too.
  private func house() throws -> Visitor {
    let house = MockServer(
      Sandboxes(try Visitor.stage("vk"), now: Engine.instant), fixtures: FixtureSet())
    return Visitor { house.answer(to: $0, at: Engine.instant) }
  }

  private func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

  @Test("an own page answers HEAD as it answers GET")
  func page() throws {
    for target in ["/", "/_understudy/health", "/vk/blank.html"] {
      #expect(try ask(.head, target).status == .ok)
      #expect(try ask(.get, target).status == .ok)
    }
  }

  @Test("OPTIONS says what is answered, and does nothing")
  func options() throws {
    for (target, allow) in [
      ("/standard/authorize", "GET, HEAD, POST, OPTIONS"), ("/standard/login", "POST, OPTIONS"),
      ("/standard/jwks", "GET, HEAD, OPTIONS"),
      ("/vk/login.vk.com/?act=grant_access", "GET, HEAD, POST, OPTIONS"),
      ("/", "GET, HEAD, OPTIONS"),
    ] {
      let answer = try ask(.options, target)
      #expect(answer.status == .noContent)
      #expect(answer.headers[.allow] == allow)
      #expect(answer.body.isEmpty)
    }
  }

  @Test("405 says which method, where, and what would have been answered")
  func notAllowed() throws {
    let answer = try ask(.delete, "/standard/login?code=SECRET")
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.headers[.allow] == "POST, OPTIONS")
    #expect(
      text(answer)
        == "DELETE is not answered at /standard/login (login of standard); it answers POST, OPTIONS.\n"
    )
    let own = try ask(.post, "/")
    #expect(own.status == .methodNotAllowed)
    #expect(text(own) == "/ answers GET and HEAD.\n")
  }

  @Test("404 says what would have matched: the nearest, the provider's own, or the providers")
  func notFound() throws {
    let near = text(try ask(.get, "/standard/autorize"))
    #expect(
      near.hasPrefix(
        "Nothing answers at /standard/autorize.\nDid you mean /standard/authorize?\n"))
    let within = text(try ask(.get, "/standard/x"))
    #expect(within.contains("These would have matched:\n"))
    #expect(within.contains("  /standard/authorize\n"))
    #expect(!within.contains("/vk"))
    let nowhere = text(try ask(.get, "/nowhere"))
    #expect(nowhere.contains("  /amazon/…\n"))
    #expect(nowhere.hasSuffix(" more\n"), "\(nowhere)")
  }
}
