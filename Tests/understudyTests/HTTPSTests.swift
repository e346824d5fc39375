import Foundation
import TestSupport
import Testing

/// HTTPS, proxy and `run`, as a user has them.
@Suite("HTTPS on the command line", .serialized)
struct HTTPSTests {
  private func ready(_ file: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func port(_ url: Any?) throws -> UInt16 {
    try #require((url as? String)?.split(separator: ":").last.flatMap { UInt16($0) })
  }

  @Test("stands in the ready file, with the CA that signs, and own URLs are https there")
  func ready() throws {
    let scratch = try Scratch()
    let file = scratch.path("ready.json")
    let served = try Served([
      "--https", "0", "--proxy", "0", "--ca-dir", scratch.path("ca"), "--ready-file", file,
    ])
    let ready = try ready(file)
    #expect(ready["ca_file"] as? String == scratch.path("ca/ca.pem"))
    #expect(try port(ready["proxy_url"]) > 0)
    let secured = try port(ready["https_url"])
    let logout = ["logout", "--url", "https://127.0.0.1:\(secured)"]
    let unknown = try Tool(logout).finish().errors
    #expect(unknown.hasPrefix("logout: no TLS with 127.0.0.1: The certificate is NOT trusted."))
    #expect(unknown.hasSuffix("; the variable SSL_CERT_FILE says whom to trust\n"), "\(unknown)")
    #expect(!unknown.contains(". ;"), "\(unknown)")
    let known = try Tool(logout, environment: ["SSL_CERT_FILE": scratch.path("ca/ca.pem")]).finish()
    #expect(known.status == 1, "\(known)")
    let client = try RawClient(port: secured)
    try client.secure(for: "oauth.vk.com", trusted: scratch.path("ca/ca.pem"))
    client.send(
      "GET /authorize?client_id=753197&response_type=token HTTP/1.1\r\nHost: oauth.vk.com\r\n\r\n")
    let page = try #require(try client.response())
    #expect(page.status == 200)
    #expect(page.body.contains("name=\"_origin\" value=\"https://oauth.vk.com\""))
    #expect(page.body.contains("action=\"https://login.vk.com/?act=login"))
    for cookie in page.all("set-cookie") { #expect(cookie.contains("; Secure"), "\(cookie)") }
    client.send(
      "GET /standard/.well-known/openid-configuration HTTP/1.1\r\nHost: 127.0.0.1:\(secured)\r\n\r\n"
    )
    let metadata = try #require(try client.response()).body
    #expect(metadata.contains("\"issuer\":\"https://127.0.0.1:\(secured)/standard\""))
    // Plain HTTP stays as it was.
    let plain = try served.get("/standard/.well-known/openid-configuration").body
    #expect(plain.contains("\"issuer\":\"http://127.0.0.1:\(served.port)/standard\""))
    #expect(try served.get("/_understudy/ca.pem").body.hasPrefix("-----BEGIN CERTIFICATE-----"))
    let end = served.stop()
    #expect(end.status == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("a CA for this run alone leaves nothing behind")
  func once() throws {
    let scratch = try Scratch()
    let file = scratch.path("ready.json")
    let served = try Served(
      ["--https", "0", "--ca-once", "--ready-file", file],
      environment: ["TMPDIR": scratch.folder.path])
    let authority = try #require(try ready(file)["ca_file"] as? String)
    #expect(authority.hasPrefix(scratch.folder.path))
    #expect(FileManager.default.fileExists(atPath: authority))
    _ = served.stop()
    #expect(!FileManager.default.fileExists(atPath: authority))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("a certificate is wrong by its name, and by a rule for as often as that says")
  func faults() throws {
    let scratch = try Scratch()
    let file = scratch.path("ready.json")
    let served = try Served(["--https", "0", "--ca-dir", scratch.path("ca"), "--ready-file", file])
    let secured = try port(try ready(file)["https_url"])
    func look(_ host: String) -> String {
      do {
        try RawClient(port: secured).secure(for: host, trusted: scratch.path("ca/ca.pem"))
        return "taken"
      } catch {
        return "\(error)"
      }
    }
    #expect(look("expired.localhost").contains("expired"))
    #expect(look("not-yet-valid.localhost").contains("not yet valid"))
    #expect(look("wrong-host.localhost").contains("name in the certificate does not match"))
    #expect(look("untrusted.localhost").contains("issuer is unknown"))
    #expect(look("self-signed.localhost").contains("issuer is unknown"))
    #expect(look("login.vk.com") == "taken")
    let rule = try served.send(
      "POST", "/_understudy/sandboxes/default/rules",
      body: #"{"match": {"host": "login.vk.com"}, "times": 1, "then": {"tls": "expired"}}"#)
    #expect(rule.status == 201, "\(rule.body)")
    #expect(look("oauth.vk.com") == "taken")
    #expect(look("login.vk.com").contains("expired"))
    #expect(look("login.vk.com") == "taken")
    let bad = try served.send(
      "POST", "/_understudy/sandboxes/default/rules",
      body: #"{"match": {"client": "web"}, "then": {"tls": "expired"}}"#)
    #expect(bad.status == 422 && bad.body.contains("only the host is known"))
    _ = served.stop()
  }

  @Test("what can't be served is one line, and exit code 2")
  func bad() throws {
    let scratch = try Scratch()
    func refusal(_ arguments: String...) throws -> String {
      let result = try Tool(["serve", "--port", "0"] + arguments).finish()
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      return result.errors
    }
    #expect(
      try refusal("--https", "0", "--ca-dir", "/dev/null/x").contains("Can't make /dev/null/x"))
    #expect(try refusal("--ca-once").contains("add --https"))
    #expect(
      try refusal("--https", "0", "--ca-once", "--ca-dir", "x").contains("use only one of them"))
    #expect(try refusal("--trust-proxy", "localhost").contains("expected an IP address"))
    #expect(try refusal("--internal-url", "https://a/b").contains("--internal-url https://a/b"))
    let copy = try scratch.write(
      madeUpProvider().replacingOccurrences(of: "made-up.example", with: "vk.com"), to: "two.json")
    let twice = try refusal("--https", "0", "--ca-once", "--provider", copy)
    #expect(twice.contains("both vk and made-up answer at oauth.vk.com/"), "\(twice)")
    let served = try Served()
    let taken = try refusal("--proxy", "\(served.port)", "--ca-once")
    #expect(taken.contains("port \(served.port) is already in use"))
    _ = served.stop()
  }

  @Test("browser and program are told each their own way, whichever was asked")
  func channels() throws {
    let served = try Served([
      "--public-url", "http://localhost:8400", "--internal-url", "http://understudy:8400",
    ])
    for host in ["127.0.0.1:\(served.port)", "localhost:8400", "understudy:8400"] {
      for path in ["standard", "azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/v2.0"]
      {
        let text = try served.get("/\(path)/.well-known/openid-configuration", host: host).body
        let metadata = try #require(
          try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        for (member, origin) in [
          ("issuer", "http://localhost:8400/"),
          ("authorization_endpoint", "http://localhost:8400/"),
          ("end_session_endpoint", "http://localhost:8400/"),
          ("token_endpoint", "http://understudy:8400/"), ("jwks_uri", "http://understudy:8400/"),
        ] {
          let value = metadata[member] as? String ?? ""
          #expect(value.hasPrefix(origin), "\(path) at \(host): \(member) is \(value)")
        }
      }
    }
    // A page keeps the way by which the browser came.
    let page = try served.get(
      "/standard/authorize?client_id=web&response_type=code", host: "127.0.0.1:\(served.port)")
    #expect(page.body.contains("action=\"http://127.0.0.1:\(served.port)/standard/"))
    _ = served.stop()
  }
}
