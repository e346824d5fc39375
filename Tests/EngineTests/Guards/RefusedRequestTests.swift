import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Requests that an endpoint refuses as it refuses others: with its own error, and before anything happens.
@Suite("A request that is refused")
struct RefusedRequestTests {
  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor() }

  @Test(
    "at the logout has a parameter twice, and nobody is signed out",
    arguments: ["client_id", "state", "post_logout_redirect_uri", "id_token_hint"])
  func logout(_ name: String) throws {
    _ = try standard.code()
    standard.visitor.open("/standard/logout?\(name)=a&\(name)=b")
    standard.expectPage(.parameterRepeated)
    #expect(standard.visitor.told.why?.contains("\(name) was sent 2 times") == true)
    standard.authorize(["prompt": "none"])
    #expect(standard.visitor.location.contains("code="))
  }

  @Test("at a provider that takes the last value is none")
  func lastValue() throws {
    let standard = try StandardVisitor(patch: #"{"repeats": "last"}"#)
    standard.visitor.open("/standard/logout?state=a&state=b")
    #expect(standard.status == 200)
  }

  @Test("is pushed with a request object that the provider does not read")
  func pushedObject() throws {
    let plain = try StandardVisitor(with: ["no-request-objects"])
    let form = [
      "client_id": "web", "client_secret": StandardVisitor.secret, "response_type": "code",
      "redirect_uri": StandardVisitor.callback, "request": "e30.e30.",
    ]
    try plain.post("par", form)
    try plain.expectRefusal(.parameterInvalid, 400, "invalid_request")
    #expect(plain.visitor.told.clause == "RFC 9126 §3")
    try plain.post("par", form, ["request": nil])
    #expect(plain.status == 201)
  }

  @Test("has more parameters than are read, and gets the error of its endpoint")
  func overfull() throws {
    let many = (0...Parameters.most).map { "p\($0)=1" }.joined(separator: "&")
    for (path, error) in [
      ("token", "invalid_request"), ("introspect", "invalid_request"), ("par", "invalid_request"),
      ("userinfo", "invalid_request"),
    ] {
      try standard.visitor.call(
        .post, "/standard/\(path)", [("Content-Type", "application/x-www-form-urlencoded")],
        body: Array(many.utf8))
      try standard.expectRefusal(.bodyUnreadable, 400, error)
      #expect(standard.visitor.told.why?.contains("513 parameters") == true)
    }
  }

  @Test("has a client assertion whose typ is not a string")
  func type() throws {
    let stage = try AssertionVisitor()
    try stage.token(stage.jwt(header: ["typ": 5]))
    stage.expect(.assertionUnreadable, naming: "typ")
    try stage.token(stage.jwt(header: ["typ": nil])).expectSuccess()
    try stage.token(stage.jwt(header: ["typ": "JWT"])).expectSuccess()
  }

  @Test("leads to pages that give no address away")
  func referrer() throws {
    standard.authorize().typePassword()
    #expect(standard.asksForConsent)
    let policies = standard.visitor.transcript.components(between: "Referrer-Policy: ", and: "\n")
    #expect(policies == ["no-referrer", "no-referrer"])
  }
}
