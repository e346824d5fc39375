import Testing

@testable import ReferenceClient

struct JWSTests {
  /// RFC 7515, Appendix A.2 and A.3: the same claims, signed by RS256 and ES256.
  private static let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
  private static let curve =
    "eyJhbGciOiJFUzI1NiJ9.\(claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  private static let curveKey = Value.object([
    "kty": .text("EC"), "crv": .text("P-256"),
    "x": .text("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
    "y": .text("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"),
  ])

  @Test func takesACurvesSignature() throws {
    let jws = try #require(JWS(Self.curve))
    let key = try #require(Key(Self.curveKey))
    #expect(jws.claims["iss"]?.text == "joe")
    #expect(jws.isSigned(by: key))
    #expect(key.fits("ES256") && !key.fits("RS256"))
  }

  @Test func refusesAChangedOne() throws {
    let key = try #require(Key(Self.curveKey))
    let changed = try #require(
      JWS(Self.curve.replacing("eyJpc3MiOiJqb2Ui", with: "eyJpc3MiOiJqb2Yi")))
    #expect(!changed.isSigned(by: key))
    #expect(JWS("eyJhbGciOiJFUzI1NiJ9.\(Self.claims)") == nil)
    #expect(JWS("a.b.c.d") == nil)
  }

  /// RFC 7515, Appendix A.1.
  @Test func takesASecretsSignature() throws {
    let jws = try #require(
      JWS(
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
      ))
    let key = try #require(
      Base64.read(
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
    #expect(jws.isSigned(withBytes: key))
    #expect(!jws.isSigned(withSecret: "another"))
  }

  @Test func aKeyForEncryptionSignsNothing() {
    var members = Self.curveKey.members ?? [:]
    members["use"] = .text("enc")
    #expect(Key(.object(members)) == nil)
  }

  @Test func challengesAreTakenApart() {
    let challenges = Challenge.read(
      #"Basic realm="a, b", bearer Realm="x", error="invalid_token", error_description="say \"please\", friend", Negotiate"#
    )
    #expect(challenges.map(\.scheme) == ["basic", "bearer", "negotiate"])
    #expect(challenges[0].parameters == ["realm": "a, b"])
    #expect(challenges[1].parameters["error"] == "invalid_token")
    #expect(challenges[1].parameters["error_description"] == "say \"please\", friend")
  }
}
