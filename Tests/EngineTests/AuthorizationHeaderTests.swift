import TestSupport
import Testing

@testable import Engine

@Suite("An Authorization header")
struct AuthorizationHeaderTests {
  @Test("is read without the blanks at its ends")
  func ends() {
    #expect(AuthorizationHeader("Basic \t a b \r\n ").rest == "a b")
    #expect(AuthorizationHeader("Basic é ").rest == "é")
    #expect(AuthorizationHeader("Basic  ").rest == "")
    #expect(AuthorizationHeader("Basic").hasRest == false)
  }

  @Test("has a scheme in any case, and what follows the first space")
  func scheme() {
    let header = AuthorizationHeader("bEARER a b")
    #expect(header.isScheme("Bearer") && header.isScheme("*") && !header.isScheme("Basic"))
    #expect(header.hasRest && header.rest == "a b")
    #expect(!AuthorizationHeader("Bearertoken").isScheme("Bearer"))
    #expect(AuthorizationHeader("Bearer ").hasRest && AuthorizationHeader("Bearer ").rest.isEmpty)
  }

  /// Content-Type and Accept are trimmed in the same way, before anybody is known.
  @Test("takes time in proportion to its blanks")
  func linear() {
    let line = "Basic a" + String(repeating: " ", count: 60_000)
    let took = processorTime { #expect(AuthorizationHeader(line).rest == "a") }
    #expect(took < .seconds(1), "it takes \(took)")
  }
}
