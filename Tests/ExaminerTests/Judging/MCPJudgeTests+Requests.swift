import Basics
import HTTPTypes
import Testing

@testable import Examiner

extension MCPJudgeTests {
  private static let server = "http%3A%2F%2Flocalhost%2Fs%2Fmcp"

  private func token(_ form: String, fields: [HTTPField.Name: String] = [:]) -> Exchange {
    exchange("token", "/s/token", form: form, fields: fields)
  }

  // MARK: Resources

  @Test(
    "a request names the MCP server, or what holds it",
    arguments: [
      ("resource=\(server)", "fine"), ("resource=http%3A%2F%2Flocalhost", "fine"),
      ("resource=http%3A%2F%2Flocalhost%2Fs%2F&resource=urn%3Ax", "fine"),
      ("state=s", "a request names no resource (GET /s/authorize → 200)"),
      (
        "resource=http%3A%2F%2Flocalhost%2Fother",
        "it names http://localhost/other, and not the MCP server"
      ),
      (
        "resource=http%3A%2F%2Flocalhost%2Fs%2Fm",
        "it names http://localhost/s/m, and not the MCP server"
      ),
    ])
  func resource(_ query: String, _ expected: String) throws {
    #expect(
      try finding("mcp-resource-is-authorized", run([call(401), authorize(query)])) == expected)
  }

  @Test("each kind of token request is looked at by itself")
  func tokenRequests() throws {
    let code = token("grant_type=authorization_code&resource=\(Self.server)")
    let refresh = token("grant_type=refresh_token")
    let run = run([call(401), code, refresh])
    #expect(try finding("mcp-resource-is-redeemed", run) == "fine")
    #expect(
      try finding("mcp-resource-is-refreshed", run)
        == "a request names no resource (POST /s/token → 200)")
    #expect(
      try finding("mcp-resource-is-refreshed", self.run([call(401), code]))
        == "unseen: it sent no such request")
  }

  @Test("the resource stays the same")
  func sameResource() throws {
    func found(_ second: String) throws -> String {
      try finding(
        "mcp-resource-is-the-same",
        run([authorize("resource=a%3Ab"), token("grant_type=x&\(second)")]))
    }
    #expect(try found("resource=a%3Ab") == "fine")
    #expect(try found("resource=a%3Ac") == "it names a:b, then a:c")
    #expect(try found("x=y") == "hidden: it named a resource in fewer than two requests")
  }

  @Test("a resource is an absolute URI without a fragment, in the control too")
  func validResource() throws {
    func found(_ resource: String?, control: String?) throws -> String {
      func made(_ text: String?) -> CheckRun {
        run(text.map { [authorize("resource=\($0)")] } ?? [])
      }
      return try finding("mcp-resource-is-valid", made(resource), control: made(control))
    }
    let good = "http%3A%2F%2Fa%2Fmcp"
    #expect(try found(nil, control: good) == "fine")
    #expect(try found(good + "%23tools", control: good) == "it names http://a/mcp#tools")
    #expect(try found(nil, control: "a%2Fmcp") == "it names a/mcp")
    #expect(try found(nil, control: nil) == "unseen: it sent no such request")
    #expect(
      try finding("mcp-resource-is-valid", run([authorize("state=s")]))
        == "hidden: it named no resource")
  }

  // MARK: Tokens

  @Test("each request after the first with a token has one")
  func tokenEachTime() throws {
    func found(_ exchanges: Exchange...) throws -> String {
      try finding("mcp-token-with-each-request", run(exchanges))
    }
    #expect(try found(call(401, token: nil), call(), call()) == "fine")
    #expect(
      try found(call(), call(401, token: nil))
        == "a request has no token (POST /s/mcp → 401)")
    #expect(try found(call()) == "unseen: it sent only one request with a token")
    #expect(try found(call(401, token: nil)) == "unseen: it sent no token to the MCP server")
  }

  // MARK: Clients

  private func registration(_ body: String, at host: String = "localhost") -> Exchange {
    var exchange = exchange("register", "/s/register", status: 201)
    exchange.request.body = Array(body.utf8)
    exchange.request.method = .post
    exchange.request.authority = host
    return exchange
  }

  @Test("it registers for a method that the server has, and uses it")
  func method() throws {
    func found(_ registered: String, _ supported: String, _ request: Exchange) throws -> String {
      let metadata = exchange(
        "metadata", "/m", body: #"{"token_endpoint_auth_methods_supported": ["\#(supported)"]}"#)
      let body =
        registered.isEmpty ? "{}" : #"{"token_endpoint_auth_method": "\#(registered)"}"#
      return try finding(
        "mcp-method-is-supported", run([metadata, registration(body), request]))
    }
    let form = "grant_type=authorization_code"
    let basic = token(form, fields: [.authorization: "Basic YTpi"])
    let post = token(form + "&client_secret=s")
    #expect(try found("none", "none", token(form)) == "fine")
    #expect(try found("", "client_secret_basic", basic) == "fine")
    #expect(try found("client_secret_post", "client_secret_post", post) == "fine")
    #expect(try found("", "client_secret_post", post) == "fine")
    #expect(try found("", "client_secret_post", basic) == "it used the Authorization header")
    #expect(
      try found("none", "client_secret_basic", basic) == "it registered for none")
    #expect(
      try found("client_secret_basic", "client_secret_basic", post)
        == "it used client_secret")
    #expect(try found("none", "none", call()) == "unseen: it redeemed no code")
  }

  @Test("an ID is a document's address, or one that the client was told")
  func ids() throws {
    func found(_ judge: String, _ id: String, _ more: Exchange...) throws -> String {
      try finding(judge, run(more + [authorize("client_id=\(id)")]))
    }
    let address = "https%3A%2F%2Fa.example%2Fclient.json"
    #expect(try found("mcp-id-is-a-document", address) == "fine")
    #expect(
      try found("mcp-id-is-a-document", "https%3A%2F%2Fa.example")
        == "it came as https://a.example")
    #expect(try found("mcp-id-is-a-document", "c") == "it came as c")
    #expect(try found("mcp-id-was-told", "c") == "fine")
    #expect(
      try found("mcp-id-was-told", address) == "it came as https://a.example/client.json")
    #expect(
      try found("mcp-id-was-told", "d", registration("{}"))
        == "it registered itself (POST /s/register → 201)")
  }

  @Test("each authorization server gets a registration of its own")
  func migration() throws {
    func at(_ host: String, _ id: String) -> Exchange {
      var exchange = authorize("client_id=\(id)")
      exchange.request.authority = host
      return exchange
    }
    func found(_ exchanges: Exchange...) throws -> String {
      try finding("mcp-ids-are-kept-apart", run(exchanges))
    }
    #expect(
      try found(
        registration("{}", at: "a"), at("a", "1"), registration("{}", at: "b"), at("b", "2"))
        == "fine")
    #expect(
      try found(at("a", "1"), at("b", "1"))
        == "it came to the other authorization server with the ID of the first")
    #expect(
      try found(at("a", "1"), at("b", "2"))
        == "it did not register itself at the other authorization server")
    #expect(try found(at("a", "1"), at("b", "https%3A%2F%2Fc%2Fd")) == "fine")
    #expect(
      try found(at("a", "1")) == "unseen: it did not send a user to the other authorization server")
  }
}
