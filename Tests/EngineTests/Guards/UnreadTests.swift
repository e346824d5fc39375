import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// A client that sends what a provider does not read seems to have sent nothing. The journal says what is not read.
@Suite("What a provider does not read")
struct UnreadTests {
  @Test("may be a request object (RFC 9101)", arguments: ["request", "request_uri"])
  func requestObject(_ name: String) throws {
    let visitor = try Visitor("vk")
    visitor.open("/vk/authorize?\(name)=a.b.c")
    #expect(visitor.told.condition == .clientMissing)
    #expect(
      visitor.told.why == "the request names no client, and vk does not read what is in \(name)")
  }

  @Test("may be the Authorization header (RFC 6749 §2.3.1)")
  func basic() throws {
    let visitor = try Visitor("vk")
    var headers = Headers()
    headers[.authorization] = "Basic \(Base64.encode(Array("web:secret".utf8)))"
    headers[.contentType] = "application/x-www-form-urlencoded"
    func why(_ form: String) throws -> String? {
      _ = try visitor.send(
        Request(
          method: .post, authority: Visitor.host, target: "/vk/access_token", headers: headers,
          body: Array("grant_type=client_credentials\(form)".utf8)))
      return visitor.told.why
    }
    let note = "; vk does not read the Basic credentials of the Authorization header"
    #expect(try why("") == "the request names no client\(note)")
    #expect(
      try why("&client_id=7999001") == "the confidential client 7999001 sent no secret\(note)")
  }

  @Test("is not mentioned to a client that sent nothing")
  func nothing() throws {
    let visitor = try Visitor("vk")
    visitor.open("/vk/authorize")
    #expect(visitor.told.why == "the request names no client")
  }
}
