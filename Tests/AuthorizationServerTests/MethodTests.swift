import AuthorizationServer
import ControlAPI
import HTTPMessages
import HTTPTypes
import ProviderModel
import Sandboxes
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
    let house = Playhouse(
      Sandboxes(try Visitor.stage("vk"), now: Engine.instant), fixtures: FixtureSet())
    return Visitor { house.answer(to: $0, at: Engine.instant) }
  }

  private func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

  @Test(
    "HEAD neither signs in, nor issues, nor ends a session",
    arguments: [
      "/vk/login.vk.com/?act=grant_access", "/vk/login.vk.com/?act=login", "/vk/authorize",
      "/standard/authorize", "/standard/login", "/standard/consent", "/standard/deny",
      "/standard/logout", "/instagram/oauth/authorize/", "/instagram/accounts/login/",
      "/oclc/oauth2/authorizeCode",
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/authorize?p=B2C_1_signupsignin",
    ])
  func head(_ target: String) throws {
    let answer = try ask(.head, target)
    #expect(answer.status.code == 405, "\(target)")
    #expect(answer.headers[.setCookie] == nil)
    #expect(answer.headers[.allow]?.contains("HEAD") == false)
    #expect(answer.headers[.allow]?.hasSuffix("OPTIONS") == true)
  }

  @Test("HEAD of a form's link leaves its ticket unspent")
  func unspent() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"])
    let form = try #require(visitor.page.components(between: "<form", and: ">").first)
    let action = try #require(form.components(between: "action=\"", and: "\"").first)
    let target = action.dropFirst("http://\(Visitor.host)".count)
      .split(separator: "&amp;").joined(separator: "&")
    let answer = try visitor.send(
      Request(method: .head, authority: Visitor.host, target: target))
    #expect(answer.status.code == 405)
    #expect(visitor.submit(["allow": "1"]).location.contains("#access_token="))
  }

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
      ("/standard/authorize", "GET, POST, OPTIONS"), ("/standard/login", "POST, OPTIONS"),
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
    let nowhere = text(try ask(.get, "/x"))
    #expect(nowhere.contains("  /standard/…\n"))
    #expect(nowhere.contains("  /vk/…\n"))
  }
}
