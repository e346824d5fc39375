import Basics
import Certificates
import Foundation
import HTTPTypes
import Testing
import Transport

@testable import UserAgent

/// A client against a server that speaks TLS with a CA of its own.
@Suite("A client over TLS")
struct SecureClientTests {
  private final class Site {
    let server: MicroHTTPServer
    let file: String

    init(_ versions: MicroHTTPServer.HTTPS.Versions = .current) throws {
      let now = Int(Date().timeIntervalSince1970)
      let authority = try CertificateAuthority(at: now, permitting: PermittedNames(["example"]))
      file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem").path
      try Data(authority.pem.utf8).write(to: URL(fileURLWithPath: file))
      let book = LeafBook(
        authority, options: .init(), now: { now },
        make: { TLSIdentity(certificate: $0.certificate, key: $0.key) })
      var https = MicroHTTPServer.HTTPS(port: 0) { book.identity(for: $0) }
      https.versions = versions
      server = MicroHTTPServer(
        addresses: ["127.0.0.1"], port: 0, threads: 1, limits: .init(), https: https,
        proxy: .init(port: 0) { _, _ in .here }, trusted: .init(), log: { _ in },
        replying: { request in
          let text = "\(request.method) \(request.scheme) \(request.target) \(request.body.count)"
          return .answer(Answer(status: .ok, body: Array(text.utf8)))
        })
      _ = try server.start()
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(atPath: file)
    }

    func address(_ host: String) throws -> WebAddress {
      let port = try #require(server.httpsPort)
      return try #require(WebAddress("https://\(host):\(port)/x"))
    }
  }

  private func send(
    _ client: HTTPClient, to address: WebAddress, body: [UInt8] = []
  ) throws -> String {
    var request = Request(authority: "a.example", target: address.target)
    if !body.isEmpty { request.method = .post }
    request.body = body
    return String(decoding: try client.send(request, to: address).body, as: UTF8.self)
  }

  @Test(
    "verifies the host's name, without the brackets of an address",
    arguments: ["127.0.0.1", "[127.0.0.1]", "localhost"])
  func names(_ host: String) throws {
    let site = try Site()
    var client = HTTPClient()
    client.trusted = site.file
    #expect(try send(client, to: site.address(host)) == "GET https /x 0")
    let body = [UInt8](repeating: 65, count: 60_000)
    #expect(try send(client, to: site.address(host), body: body) == "POST https /x 60000")
  }

  @Test("refuses a certificate that it does not trust, unless it verifies none")
  func untrusted() throws {
    let (site, other) = (try Site(), try Site())
    var client = HTTPClient()
    client.trusted = other.file
    let error = #expect(throws: HTTPClient.Failure.self) {
      try send(client, to: site.address("127.0.0.1"))
    }
    #expect(error?.description.hasPrefix("no TLS with 127.0.0.1: ") == true)
    client.verifies = false
    #expect(try send(client, to: site.address("127.0.0.1")) == "GET https /x 0")
  }

  @Test("refuses TLS 1.0 unless it takes outdated versions")
  func outdated() throws {
    let site = try Site(.outdated)
    var client = HTTPClient()
    client.trusted = site.file
    #expect(throws: HTTPClient.Failure.self) { try send(client, to: site.address("127.0.0.1")) }
    client.takesOutdatedTLS = true
    #expect(try send(client, to: site.address("127.0.0.1")) == "GET https /x 0")
  }

  @Test("sends a request in origin form through a proxy's tunnel")
  func tunnel() throws {
    let site = try Site()
    let port = try #require(site.server.proxyPort)
    let proxy = try #require(WebAddress("http://127.0.0.1:\(port)"))
    var client = HTTPClient()
    client.trusted = site.file
    client.proxy = { _ in proxy }
    let there = try #require(WebAddress("https://a.example/y"))
    #expect(try send(client, to: there) == "GET https /y 0")
  }
}
