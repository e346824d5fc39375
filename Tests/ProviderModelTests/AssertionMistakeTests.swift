import Testing

@Suite("Client authentication by a JWT, in a fixture")
struct AssertionMistakeTests {
  @Test("as the client secret needs a method that sends a secret")
  func secret() throws {
    let rule =
      #""as_client_secret": {"iss": "T"}, "private_key_jwt": null, "client_secret_jwt": null"#
    func findings(_ methods: String) throws -> [String] {
      try Shipped.findings(#"{"token": {"client_auth": {\#(methods), "assertions": {\#(rule)}}}}"#)
        .filter { $0.contains("as_client_secret") }
    }
    #expect(try findings(#""post": true"#).isEmpty)
    #expect(
      try findings(#""basic": null, "post": null"#) == [
        "/token/client_auth: \"as_client_secret\" has no effect: no method sends a client secret; add \"post\": true"
      ])
  }
}
