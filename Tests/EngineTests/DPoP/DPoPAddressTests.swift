import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The address in a proof, where a proxy or a host of the provider's own is in front (RFC 9449 §4.3).
@Suite("The address in a DPoP proof")
struct DPoPAddressTests {
  private let stage: DPoPVisitor
  init() throws { stage = try DPoPVisitor() }

  private static let form =
    "grant_type=client_credentials&scope=mcp:read&client_id=web&client_secret=\(StandardVisitor.secret)"

  @Test("may be for the origin that a proxy in front was called by, and for no other one")
  func front() throws {
    let server = try OwnServer {
      $0.publicURLs = ["https://front.example"].compactMap { PublicURL($0) }
      $0.internalURLs = ["http://back.example:8080"].compactMap { PublicURL($0) }
    }
    for (origin, isGood) in [
      ("https://front.example", true), ("http://back.example:8080", true),
      ("http://127.0.0.1:9000", true), ("http://front.example", false),
      ("https://other.example", false),
    ] {
      let proof = try stage.proof(["htu": JSONValue(.string("\(origin)/standard/token"))])
      let answer = server.ask(
        .post, "/standard/token", host: "127.0.0.1:9000", form: Self.form, ["DPoP": proof])
      #expect((answer.status.code == 200) == isGood, "\(origin)")
    }
  }

  @Test("is refused with an address that clients are told")
  func expectedAddress() throws {
    let server = try OwnServer {
      $0.publicURLs = ["https://front.example"].compactMap { PublicURL($0) }
    }
    for (scheme, host, path, good) in [
      ("http", "127.0.0.1:9000", "/standard/token", "https://front.example"),
      ("https", "front.example", "/standard/token", "https://front.example"),
      ("https", "standard.test", "/token", "https://standard.test"),
    ] {
      let proof = try stage.proof(["htu": "x"])
      let answer = server.ask(
        .post, path, host: host, scheme: scheme, form: Self.form, ["DPoP": proof])
      #expect(answer.status.code == 400, "\(host)")
      #expect(server.told.remedy == "set htu to \(good)\(path)")
    }
  }

  @Test("is not for another origin at a host of the provider's own")
  func ownHost() throws {
    let server = try OwnServer {
      $0.publicURLs = ["https://front.example"].compactMap { PublicURL($0) }
    }
    for (origin, isGood) in [("https://front.example", false), ("https://standard.test", true)] {
      let proof = try stage.proof(["htu": JSONValue(.string("\(origin)/token"))])
      let answer = server.ask(
        .post, "/token", host: "standard.test", scheme: "https", form: Self.form,
        ["DPoP": proof])
      #expect((answer.status.code == 200) == isGood, "\(origin)")
    }
  }
}
