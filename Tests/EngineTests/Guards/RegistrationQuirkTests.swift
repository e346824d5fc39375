import Testing

@testable import Engine

/// Servers that register something else than a client asks for (RFC 7591 §3.2.1).
@Suite("A registration by a quirk")
struct RegistrationQuirkTests {
  @Test(
    "registers one thing otherwise, by a quirk",
    arguments: [
      ("registration-secret-basic", "token_endpoint_auth_method", "client_secret_basic"),
      ("registration-secret-post", "token_endpoint_auth_method", "client_secret_post"),
      ("registration-narrows-scope", "scope", "openid"),
      (
        "registration-replaces-redirect", "redirect_uris",
        "[\"http://127.0.0.1/as-the-server-has-it\"]"
      ),
    ])
  func quirks(_ quirk: String, _ member: String, _ value: String) throws {
    let stage = try RegistrationVisitor(with: [quirk])
    let client = try stage.registered(
      ", \"scope\": \"openid email\", \"token_endpoint_auth_method\": \"none\"")
    #expect(try stage.visitor.member(member) == value)
    #expect((client.secret != nil) == (member == "token_endpoint_auth_method"))
  }

  @Test("gives a secret that has to be encoded, by a quirk")
  func oddSecret() throws {
    let secret = try RegistrationVisitor(with: ["registration-odd-secret"]).registered().secret
    #expect(try #require(secret).contains("+%:"))
  }
}
