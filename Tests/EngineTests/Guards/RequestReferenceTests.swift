import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Request objects by reference (RFC 9101 §5.2): what is fetched, and a refusal for each that can't be.
@Suite("A request object that is fetched")
struct RequestReferenceTests {
  private static let address = "http://127.0.0.1:7000/request.jwt"

  private let stage: RequestObjectVisitor
  init() throws { stage = try RequestObjectVisitor() }

  private func serve(
    _ text: String, as type: String = "application/oauth-authz-req+jwt", status: Int = 200,
    on stage: RequestObjectVisitor? = nil
  ) {
    (stage ?? self.stage).visitor.documents[Self.address] = .content(
      .init(status: status, type: type, body: Array(text.utf8)))
  }

  private func open(
    _ uri: String = address, as client: String = "signer", _ more: String = "",
    on stage: RequestObjectVisitor? = nil
  ) {
    (stage ?? self.stage).visitor.open(
      "/standard/authorize?client_id=\(client)&request_uri=\(uri)\(more)")
  }

  @Test(
    "is the whole request", arguments: ["application/oauth-authz-req+jwt", "application/jwt; x=y"])
  func whole(_ type: String) throws {
    serve(try stage.object() + "\n", as: type)
    open(Self.address, as: "signer", "&state=other&scope=email")
    stage.standard.typePassword().allow()
    #expect(try stage.visitor.parameter("state") == "st")
    #expect(stage.visitor.fetched == [Self.address])
  }

  @Test("is fetched each time, without the digest in the fragment of its address")
  func fragment() throws {
    serve(try stage.object())
    open(Self.address + "%23abc")
    stage.expectPassword()
    open()
    #expect(stage.visitor.fetched == [Self.address, Self.address])
  }

  @Test("leads to the keys that verify it")
  func keys() throws {
    let keys = JWK.set([AssertionVisitor.ec].compactMap { $0?.publicJWK() }).text()
    stage.visitor.documents[RequestObjectVisitor.keysURI] = .content(
      .init(status: 200, type: "application/json", body: Array(keys.utf8)))
    serve(try stage.object(of: "remote"))
    open(as: "remote")
    stage.expectPassword()
    #expect(stage.visitor.fetched == [Self.address, RequestObjectVisitor.keysURI])
  }

  @Test("is verified as one by value is")
  func verified() throws {
    serve(try stage.object(of: "signer", ["exp": 1]))
    open()
    stage.expectPage(.requestObjectExpired)
    serve("x")
    open()
    stage.expectPage(.requestObjectUnreadable)
  }

  @Test("is not fetched for a client that nobody knows")
  func unknownClient() throws {
    serve(try stage.object())
    open(as: "nobody")
    stage.expectPage(.clientUnknown)
    #expect(stage.visitor.fetched.isEmpty)
  }

  @Test("has a web address", arguments: ["urn:other", "file:///etc/passwd", "x", "ftp://a.test/"])
  func addresses(_ uri: String) {
    open(uri)
    stage.expectPage(.requestURIInvalid)
    #expect(stage.visitor.fetched.isEmpty)
  }

  @Test("stands alone: a request object by value beside it is refused")
  func alone() throws {
    serve(try stage.object())
    open(Self.address, as: "signer", "&request=x")
    stage.expectPage(.requestObjectRepeated)
  }

  @Test("that can't be fetched is refused")
  func unfetched() throws {
    open()
    stage.expectPage(.requestURIUnfetched)
    stage.visitor.documents[Self.address] = .failed(
      .refusedHost, why: "is at another host", remedy: "allow it")
    open()
    stage.expectPage(.requestURIUnfetched)
    #expect(stage.visitor.told.why?.hasSuffix("is at another host") == true)
    for (text, type, status) in [
      (try stage.object(), "application/jwt", 302), (try stage.object(), "application/jwt", 404),
      (try stage.object(), "text/html", 200), (try stage.object(), "", 200),
      (String(repeating: "x", count: 16 << 10 + 1), "application/jwt", 200),
    ] {
      serve(text, as: type, status: status)
      open()
      stage.expectPage(.requestURIUnfetched)
    }
  }

  @Test("is at an address that its client has registered, if it has registered some")
  func registered() throws {
    let own = try RequestObjectVisitor(
      patch: #"{"request_objects": {"registered": true}}"#)
    serve(try own.object(), on: own)
    open(on: own)
    own.expectPage(.requestURIUnregistered)
    #expect(own.visitor.fetched.isEmpty)
    serve(try stage.object(of: "listed"))
    open(as: "listed")
    stage.expectPassword()
    open(Self.address + "x", as: "listed")
    stage.expectPage(.requestURIUnregistered)
  }

  @Test("is gone where a quirk removes it, and request objects by value stay")
  func switched() throws {
    let plain = try RequestObjectVisitor(with: ["no-fetched-requests"])
    plain.standard.authorize(["request_uri": Self.address])
    try plain.standard.expectRedirect(
      Condition("request_uri_not_supported"), "request_uri_not_supported")
    #expect(plain.visitor.fetched.isEmpty)
    plain.open(try plain.object())
    plain.expectPassword()
    try plain.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(try plain.visitor.member("request_uri_parameter_supported") == "false")
  }
}
