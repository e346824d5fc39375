import Examiner
import Testing

@testable import ProviderModel

@Suite("The client under examination")
struct SubjectTests {
  @Test("is what a cast says of it", arguments: Client.Kind.allCases)
  func cast(_ kind: Client.Kind) {
    let client = Client(
      provider: "standard", id: "web", kind: kind, name: "Web", secret: "s-0001",
      redirectURIs: [Trace.redirect])
    client.responseTypes = ["code"]
    client.authentication = "client_secret_post"
    let subject = Subject(
      clientID: "web", kind: kind == .confidential ? .confidential : .public, secret: "s-0001",
      redirectURIs: [Trace.redirect], authMethod: "client_secret_post", responseTypes: ["code"])
    #expect(Subject(client) == subject)
  }
}
