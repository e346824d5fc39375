import Basics
import HTTPTypes
import ProviderModel
import Testing

/// A proxy that speaks TLS stands in front, and plain HTTP is all that arrives.
@Suite("A public URL")
struct PublicURLTests {
  private func house() throws -> House {
    try House {
      $0.site.publicURLs = [PublicURL("https://mock.example")].compactMap(\.self)
    }
  }

  @Test(
    "is where the links of the front page lead", arguments: ["mock.example", "Mock.Example:443"])
  func front(_ host: String) throws {
    let page = try house().send(.get, "/", host: host).text
    #expect(page.contains("href=\"https://mock.example/vk/authorize?"))
    #expect(page.contains("href=\"https://mock.example/standard/authorize?"))
    #expect(!page.contains("http://\(host)"))
  }

  @Test("is told where another address was asked, but pages stay where the browser is")
  func other() throws {
    let house = try house()
    for host in ["localhost", "mock.example:8443"] {
      let page = try house.send(.get, "/", host: host).text
      #expect(page.contains("href=\"https://mock.example/vk/authorize?"))
      let login = try house.send(
        .get, "/standard/authorize?client_id=web&response_type=code", host: host
      ).text
      #expect(login.contains("action=\"http://\(host)/standard/"))
      #expect(!login.contains("mock.example/"))
    }
    #expect(try house.send(.get, "/", host: "foreign.example").status.code == 421)
  }

  @Test("is the address of every sandbox, of its front page, and of its issuer")
  func sandboxes() throws {
    let house = try house()
    let made = try house.send(.post, "/_understudy/sandboxes", [:], host: "mock.example")
    #expect(made.status.code == 201, "\(made.text)")
    let sandbox = try made.json()
    let id = try #require(sandbox["id"]?.stringValue)
    let base = "https://mock.example/_sandbox/\(id)"
    #expect(sandbox["url"]?.stringValue == base)
    #expect(sandbox["providers"]?["vk"]?.stringValue == base + "/vk")
    let listed = try house.send(.get, "/_understudy/sandboxes", host: "mock.example").json()
    #expect(
      listed.arrayValue?.map { $0["url"]?.stringValue } == ["https://mock.example", base])
    let page = try house.send(.get, "/_sandbox/\(id)/", host: "mock.example").text
    #expect(page.contains("href=\"\(base)/vk/authorize?"))
    #expect(!page.contains("http://mock.example"))
    let metadata = try house.send(
      .get, "/_sandbox/\(id)/standard/.well-known/openid-configuration", host: "mock.example"
    ).json()
    #expect(metadata["issuer"]?.stringValue == base + "/standard")
    #expect(metadata["token_endpoint"]?.stringValue == base + "/standard/token")
    // Asked at the loopback, it says the same.
    let own = try house.send(.get, "/_understudy/sandboxes/\(id)").json()
    #expect(own["url"]?.stringValue == base)
  }

  @Test("is the issuer of a token that was minted there, and no foreign origin")
  func minted() throws {
    let house = try house()
    let wish: JSONValue = [
      "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
      "issues": ["id"],
    ]
    let made = try house.send(
      .post, "/_understudy/sandboxes/default/tokens", wish, host: "mock.example",
      headers: [.origin: "https://mock.example"])
    #expect(made.status.code == 201, "\(made.text)")
    let token = try #require(try made.json()["id_token"]?.stringValue)
    #expect(try claims(token)["iss"]?.stringValue == "https://mock.example/standard")
    let foreign = try house.send(
      .get, "/_understudy/sandboxes", host: "mock.example",
      headers: [.origin: "http://mock.example"])
    #expect(foreign.status.code == 403)
  }

  private func claims(_ token: String) throws -> JSONValue {
    let parts = token.split(separator: ".")
    try #require(parts.count == 3)
    let bytes = try #require(Base64URL.decode(String(parts[1])))
    return try JSONReader().read(bytes, file: "claims").root
  }
}
