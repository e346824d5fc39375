import Basics
import ProviderModel
import Testing

@testable import Engine

/// What counts where another parameter brings the request (RFC 9101 §6.3, RFC 9126 §4): a pushed one, or a request object.
@Suite("A request that another parameter brings")
struct RequestCarrierTests {
  private static let callback = StandardVisitor.callback
  private static let patch = #"""
    {"checks": {"address": {
       "sane": {"when": {"eq": ["{{req.state}}", "evil"]}, "fail": "closed", "why": "evil", "remedy": "be good"},
       "whole": {"when": {"not": {"has": "req.redirect_uri"}}, "fail": "closed", "why": "no address", "remedy": "send one"}}},
     "errors": {
       "authorize": {"closed": {"shape": "refusal", "code": "closed", "text": "Closed."}},
       "pushed_authorization": {"closed": {"shape": "token-error", "code": "closed", "text": "Closed."}}}}
    """#

  private func push(_ changes: StandardVisitor.Changes = [:], at standard: StandardVisitor) throws
    -> String
  {
    let form = [
      "redirect_uri": Self.callback, "response_type": "code", "scope": "openid", "state": "st",
    ]
    try standard.post("par", form, StandardVisitor.credentials("web").merging(changes) { $1 })
    return standard.status == 201 ? try standard.visitor.member("request_uri") : ""
  }

  // MARK: Checks of the address

  @Test("passes the checks of the address by what it brings")
  func addressChecks() throws {
    let stage = try RequestObjectVisitor(patch: Self.patch)
    let uri = try push(at: stage.standard)
    stage.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    stage.expectPassword()
    stage.open(try stage.object(), as: "signer", "&state=evil")
    stage.expectPassword()
    stage.open(try stage.object(of: "signer", ["state": "evil"]))
    stage.standard.expectPage(Condition("closed"))
    #expect(try push(["state": "evil"], at: stage.standard).isEmpty)
    try stage.standard.expectRefusal(Condition("closed"), 400, "closed")
    try stage.standard.post(
      "par", ["client_id": "signer", "request": stage.object(of: "signer", ["state": "evil"])])
    try stage.standard.expectRefusal(Condition("closed"), 400, "closed")
  }

  // MARK: Repeats

  @Test("allows repeats of what is ignored, and none of what brings it")
  func repeats() throws {
    let stage = try RequestObjectVisitor()
    let beside = "&redirect_uri=a&redirect_uri=b&state=x&state=y"
    let uri = try push(at: stage.standard)
    for both in ["\(uri)&request_uri=\(uri)", "\(uri)&request_uri=urn:other"] {
      stage.visitor.open(
        "/standard/authorize?client_id=web&redirect_uri=\(Self.callback)&request_uri=\(both)")
      stage.expectPage(.parameterRepeated)
    }
    stage.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)\(beside)")
    stage.expectPassword()
    let object = try stage.object()
    stage.open(object, as: "signer", beside)
    stage.expectPassword()
    stage.open(object, as: "signer", "&redirect_uri=\(Self.callback)&request=\(object)")
    stage.expectPage(.parameterRepeated)
  }

  // MARK: The client of a push

  @Test("is pushed by the client that it names")
  func client() throws {
    let own = try StandardVisitor(patch: #"{"parameters": {"client_id": {"name": "app_id"}}}"#)
    _ = try push(["app_id": "other"], at: own)
    try own.expectRefusal(.parameterInvalid, 400, "invalid_request")
    #expect(own.visitor.told.client == "web")
    #expect(own.visitor.told.remedy == "send app_id=web")
    #expect(try !push(["app_id": "web"], at: own).isEmpty)
  }

  @Test("names no client beside a pushed request object, where another way names it")
  func unnamed() throws {
    let stage = try RequestObjectVisitor()
    let header = "Basic " + Base64.encode(Array("web:\(StandardVisitor.secret)".utf8))
    let headers = [("Authorization", header)]
    try stage.standard.post("par", ["request": stage.hmac(of: "web")], headers: headers)
    let uri = try stage.visitor.member("request_uri")
    stage.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    stage.expectPassword()
    try stage.standard.post("par", ["request": stage.hmac(of: "two")], headers: headers)
    #expect(stage.standard.condition == .requestObjectClientWrong)
    try stage.standard.post("par", ["client_id": "web", "request": ""], headers: headers)
    #expect(stage.standard.condition == .responseTypeMissing)
    try stage.standard.post("par", ["request": ""], headers: headers)
    try stage.standard.expectRefusal(.parameterMissing, 400, "invalid_request")
  }

  // MARK: Clients that nobody registered

  @Test("is not fetched for a client that is not registered, and the client is told")
  func anyClient() throws {
    let any = try StandardVisitor(anyClient: true)
    any.visitor.open("/standard/authorize?client_id=zzz&request_uri=http://127.0.0.1:1/r.jwt")
    any.expectPage(.requestURIUnfetched)
    #expect(any.visitor.told.why == "zzz is not registered, so its request object is not fetched")
    #expect(any.visitor.told.remedy == "register the client with its keys")
  }

  @Test("is signed by the client that it names, and by no other client")
  func otherClient() throws {
    let stage = try RequestObjectVisitor()
    // The secret of `other`, and the key of the bundled client `service`.
    stage.open(stage.hmac(of: "web", secret: StandardVisitor.otherSecret), as: "web")
    stage.expectPage(.requestObjectSignatureWrong)
    stage.open(try stage.object(of: "strict", by: AssertionVisitor.rsa), as: "strict")
    stage.expectPage(.requestObjectKeyUnknown)
  }

  @Test("is verified when it is pushed, and not again")
  func verifiedOnce() throws {
    let stage = try RequestObjectVisitor()
    let object = try stage.object(
      of: "signer", ["exp": JSONValue(integerLiteral: stage.visitor.now + 1)])
    try stage.standard.post("par", ["client_id": "signer", "request": object])
    let uri = try stage.visitor.member("request_uri")
    stage.visitor.now += 30
    stage.visitor.open("/standard/authorize?client_id=signer&request_uri=\(uri)")
    stage.expectPassword()
  }
}
