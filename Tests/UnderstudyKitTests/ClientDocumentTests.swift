import Foundation
import Testing
import UnderstudyKit
import UnderstudyServer

/// Documents that a test hands in: the metadata of clients whose ID is a URL.
@Suite("A document that a test hands in")
struct ClientDocumentTests {
  private static let id = "https://app.example/client.json"
  private static let document = """
    {"client_id": "\(id)", "client_name": "An app", "redirect_uris": ["https://app.example/cb"]}
    """
  private static let authorize =
    "https://standard.localhost/authorize?client_id=\(id)&response_type=code&scope=openid"
    + "&redirect_uri=https://app.example/cb"

  @Test("lets its client sign in, in process and over a socket")
  func signsIn() throws {
    let understudy = try Understudy(documents: {
      $0.absoluteString == Self.id ? Self.document : nil
    })
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let response = sandbox.respond(to: .init(Self.authorize))
    #expect(response.parameters["code"] != nil)
    try understudy.listen()
    understudy.stop()
    #expect(sandbox.respond(to: .init(Self.authorize)).parameters["code"] != nil)
  }

  @Test("is missed where there is none, and the journal says so")
  func missing() throws {
    for documents in [{ @Sendable (_: URL) in nil as String? }, nil] {
      let sandbox = try Understudy(documents: documents).makeSandbox(signIn: "alice")
      #expect(sandbox.respond(to: .init(Self.authorize)).status == 400)
      let entry = try #require(try sandbox.journal().last)
      #expect(entry.condition == "document_unfetched")
    }
  }
}
