import Basics
import Certificates
import Foundation
import JOSE
import TestSupport
import Testing

/// Mutual TLS (RFC 8705) with a real TLS client: the certificate in the handshake is the one that templates see.
@Suite("A client's certificate", .serialized)
struct ClientCertificateTests {
  private let scratch: Scratch
  private let served: Served
  private let port: UInt16
  private let authority: String

  init() throws {
    scratch = try Scratch()
    let provider = try scratch.write(Self.provider(), to: "bound.json")
    let file = scratch.path("ready.json")
    served = try Served([
      "--provider", provider, "--https", "0", "--ca-dir", scratch.path("ca"), "--ready-file", file,
    ])
    let ready = try JSONReader().read(Array(Data(contentsOf: URL(fileURLWithPath: file))), file: "")
      .root
    let url = try #require(ready["https_url"]?.stringValue)
    port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    authority = try #require(ready["ca_file"]?.stringValue)
  }

  /// The standard provider, with an endpoint that says who came.
  private static func provider() throws -> String {
    let file = fixtures().appendingPathComponent("providers/standard.json")
    let tree = try JSONReader().read(Array(Data(contentsOf: file)), file: "").root
    var root = try #require(tree.objectValue)
    var endpoints = try #require(root["endpoints"]?.objectValue)
    endpoints["who"] = [
      "kind": "resource", "at": "main:/who", "methods": ["GET"], "client_certificate": true,
      "token": [:], "answer": "who",
    ]
    root["endpoints"] = JSONValue(.object(endpoints))
    var shapes = try #require(root["shapes"]?.objectValue)
    shapes["who"] = ["json": ["x5t#S256": "{{req.certificate?}}"]]
    root["shapes"] = JSONValue(.object(shapes))
    return JSONValue(.object(root)).text()
  }

  /// A certificate that somebody else has signed, and its key, in one file.
  private func own(_ name: String) throws -> (file: String, digest: String) {
    let now = Int(Date().timeIntervalSince1970)
    let leaf = try CertificateAuthority(at: now).leaf(for: [name], at: now)
    func pem(_ label: String, _ bytes: [UInt8]) -> String {
      "-----BEGIN \(label)-----\n"
        + Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        + "\n-----END \(label)-----\n"
    }
    let file = try scratch.write(
      pem("CERTIFICATE", leaf.certificate) + pem("PRIVATE KEY", leaf.key), to: "\(name).pem")
    return (file, Base64URL.encode(Digest.sha256(leaf.certificate)))
  }

  private func who(_ own: String?, host: String = "localhost") throws -> JSONValue {
    let client = try RawClient(port: port)
    try client.secure(for: host, trusted: authority, own: own)
    client.send("GET /standard/who HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    let response = try #require(try client.response())
    #expect(response.status == 200, "\(response.body)")
    return try JSONReader().read(Array(response.body.utf8), file: "").root
  }

  @Test("is what an endpoint that asks for it tells apart, and the journal shows it")
  func seen() throws {
    let (alice, bob) = (try own("alice"), try own("bob"))
    #expect(alice.digest.count == 43 && alice.digest != bob.digest)
    #expect(try who(alice.file)["x5t#S256"]?.stringValue == alice.digest)
    #expect(try who(bob.file)["x5t#S256"]?.stringValue == bob.digest)
    let entries = try JSONReader().read(
      Array(served.get("/_understudy/sandboxes/default/journal?endpoint=who").body.utf8), file: ""
    ).root.arrayValue
    #expect(
      entries?.map { $0["request"]?["client_certificate"]?.stringValue }
        == [alice.digest, bob.digest])
  }

  @Test("may be missing, and a rule can tell")
  func missing() throws {
    #expect(try who(nil) == [:])
    let made = try served.send(
      "POST", "/_understudy/sandboxes/default/rules",
      body: #"""
        {"match": {"endpoint": "who", "when": {"not": {"has": "req.certificate"}}},
         "then": {"answer": {"status": 200, "json": {"error": "invalid_client"}}}}
        """#)
    #expect(made.status == 201, "\(made.body)")
    #expect(try who(nil)["error"] == "invalid_client")
    let alice = try own("alice")
    #expect(try who(alice.file)["x5t#S256"]?.stringValue == alice.digest)
  }
}
