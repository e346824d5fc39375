import Basics
import Foundation
import JOSE
import TestSupport
import Testing

/// Mutual TLS (RFC 8705) as a user has it: a certificate of `understudy ca client`, and a real handshake.
@Suite("Mutual TLS", .serialized)
struct MutualTLSTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let cast = """
    {"schema": 1, "kind": "cast", "clients": [
      {"provider": "standard", "client_id": "app", "token_endpoint_auth_method": "tls_client_auth",
       "tls_client_auth_subject_dn": "CN=app", "tls_client_certificate_bound_access_tokens": true}]}
    """

  /// A running server, and a client with a certificate of its CA.
  private struct Stage {
    let served: Served
    let port: UInt16
    let proxy: UInt16
    let authority: String
    /// The certificates with their keys.
    let app: String
    let other: String
    let issued: Tool.Result

    /// - Parameter proxied: whether the connection is a tunnel of the proxy.
    func send(
      _ request: String, host: String = "localhost", own: String?, proxied: Bool = false
    ) throws -> RawClient.Response {
      let client = try RawClient(port: proxied ? proxy : port)
      if proxied {
        client.send("CONNECT \(host):443 HTTP/1.1\r\nHost: \(host):443\r\n\r\n")
        _ = try #require(try client.response(toHEAD: true))
      }
      try client.secure(for: host, trusted: authority, own: own)
      client.send(request)
      return try #require(try client.response())
    }

    func token(
      host: String = "localhost", at path: String = "/standard/token", own: String?,
      proxied: Bool = false
    ) throws -> RawClient.Response {
      let form = "grant_type=client_credentials&scope=mcp:read&client_id=app"
      return try send(
        "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)", host: host, own: own,
        proxied: proxied)
    }

    func journal() throws -> JSONValue? {
      let text = try served.get("/_understudy/sandboxes/default/journal").body
      return try JSONReader().read(Array(text.utf8), file: "").root.arrayValue?.last
    }
  }

  private func stage(_ options: String...) throws -> Stage {
    let folder = scratch.path("")
    let issued = try ["app", "other"].map { name in
      let made = try Tool.run("ca", "client", name, "--ca-dir", scratch.path("ca"), "--out", folder)
      let parts = try ["", "-key"].map {
        try String(contentsOfFile: "\(folder)/\(name)\($0).pem", encoding: .utf8)
      }
      _ = try scratch.write(parts.joined(), to: "\(name)-both.pem")
      return made
    }
    let ready = scratch.path("ready.json")
    let served = try Served(
      [
        "--https", "0", "--proxy", "0", "--ca-dir", scratch.path("ca"), "--ready-file", ready,
        "--cast", try scratch.write(Self.cast, to: "cast.json"),
      ] + options)
    let root = try JSONReader().read(Array(Data(contentsOf: URL(fileURLWithPath: ready))), file: "")
      .root
    func port(_ name: String) throws -> UInt16 {
      let url = try #require(root[name]?.stringValue)
      return try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    }
    return Stage(
      served: served, port: try port("https_url"), proxy: try port("proxy_url"),
      authority: try #require(root["ca_file"]?.stringValue), app: scratch.path("app-both.pem"),
      other: scratch.path("other-both.pem"), issued: issued[0])
  }

  @Test("authenticates the client that has the certificate, from the first request on")
  func authenticates() throws {
    let stage = try stage()
    let good = try stage.token(own: stage.app)
    #expect(good.status == 200, "\(good.body)")
    let entry = try stage.journal()?["request"]
    #expect(entry?["client_certificate_subject"]?.stringValue == "CN=app")
    let print = try #require(entry?["client_certificate"]?.stringValue)
    #expect(stage.issued.output.contains(print) && stage.issued.output.contains("CN=app"))

    #expect(try stage.token(own: stage.other).status == 401)
    #expect(try stage.journal()?["condition"] == "certificate_subject_wrong")
    #expect(try stage.token(own: nil).status == 401)
    #expect(try stage.journal()?["condition"] == "certificate_missing")
  }

  @Test("works through the proxy, at the host of the provider: that is TLS in a tunnel")
  func proxied() throws {
    let stage = try stage()
    let good = try stage.token(host: "standard.test", at: "/token", own: stage.app, proxied: true)
    #expect(good.status == 200, "\(good.body)")
    #expect(
      try stage.token(host: "standard.test", at: "/token", own: nil, proxied: true).status == 401)
  }

  @Test("binds tokens: without the certificate they are refused, over TLS and over plain HTTP")
  func bound() throws {
    let stage = try stage()
    let token = try JSONReader().read(Array(try stage.token(own: stage.app).body.utf8), file: "")
      .root["access_token"]?.stringValue
    let head =
      "POST /standard/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token ?? "")\r\n"
      + "Content-Length: 0\r\n"
    #expect(try stage.send(head + "\r\n", own: stage.other).status == 401)
    #expect(try stage.journal()?["condition"] == "certificate_other")
    #expect(try stage.send(head + "\r\n", own: nil).status == 401)
    #expect(try stage.journal()?["condition"] == "certificate_missing")
    let plain = try stage.served.send(
      "POST", "/standard/mcp", ["Authorization": "Bearer \(token ?? "")"])
    #expect(plain.status == 401)
    #expect(try stage.journal()?["condition"] == "tls_missing")
    #expect(try stage.journal()?["remedy"]?.stringValue?.contains("--https") == true)
    _ = try stage.send(head + "\r\n", own: stage.app)
    #expect(try stage.journal()?["condition"] != "certificate_other")
  }

  @Test("ends with --no-client-certificates, and the remedy says so")
  func switchedOff() throws {
    let stage = try stage("--no-client-certificates")
    #expect(try stage.token(own: stage.app).status == 401)
    let entry = try stage.journal()
    #expect(entry?["condition"] == "certificate_missing")
    #expect(entry?["request"]?["client_certificate"] == nil)
    #expect(entry?["remedy"]?.stringValue?.contains("--no-client-certificates") == true)
  }

  @Test("has certificates only for names that a file can have, with a key for the owner alone")
  func names() throws {
    for name in ["", "../app", "a b", ".app", "app.", String(repeating: "a", count: 65)] {
      let refused = try Tool.run("ca", "client", name, "--ca-dir", scratch.path("ca"))
      #expect(refused.status == 2 && refused.errors.contains("expected a name"), "\(name)")
    }
    let out = scratch.path("")
    let made = try Tool.run(
      "ca", "client", "app", "--ca-dir", scratch.path("ca"), "--out", out, "--san",
      "app.localhost", "--san", "127.0.0.1")
    #expect(made.status == 0, "\(made.errors)")
    let key = try FileManager.default.attributesOfItem(atPath: "\(out)/app-key.pem")
    #expect((key[.posixPermissions] as? Int) == 0o600)
    let pem = try String(contentsOfFile: "\(out)/app.pem", encoding: .utf8)
    let certificate = try #require(try X509Certificate.list(pem: pem).first)
    let authority = try String(contentsOfFile: scratch.path("ca") + "/ca.pem", encoding: .utf8)
    #expect(certificate.isSigned(by: try #require(try X509Certificate.list(pem: authority).first)))
    #expect(certificate.isForClients && !certificate.isAuthority)
    #expect(certificate.names(.dns) == ["app.localhost"] && certificate.names(.ip) == ["127.0.0.1"])
  }
}
