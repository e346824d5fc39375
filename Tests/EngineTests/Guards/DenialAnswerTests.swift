import Testing

@testable import Engine

/// How a person's refusal is taken, and how it reaches the client.
@Suite("A denial")
struct DenialAnswerTests {
  private static let address =
    "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code&state=s"

  @Test("ends as the fixture says")
  func suffix() throws {
    let visitor = try StandardVisitor(
      patching: ##"{"shapes": {"redirect": {"redirect": {"suffix": "#_"}}}}"##
    ).visitor
    visitor.open(Self.address).submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": "deny"])
    #expect(visitor.location.contains("error=access_denied"))
    #expect(visitor.location.hasSuffix("#_"))
  }

  @Test("is what the page's own button sends, whatever its name")
  func button() throws {
    let visitor = try StandardVisitor(
      patching: """
        {"endpoints": {"consent": {"denied": null}},
         "pages": {"consent": {"fields": {"allow": "yes", "allow_value": "1", "deny": "no", "deny_value": "2"}}}}
        """
    ).visitor
    visitor.open(Self.address).submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["no": "2"])
    #expect(visitor.location.contains("error=access_denied"))
  }
}
