import Basics
import Engine

extension SessionView {
  static let declaration = BodyDeclaration<Self>([
    .output("sid", "The session ID, as in the claim sid of ID tokens.") { $0.id },
    .output("provider", "The provider at which the person is signed in.") { $0.provider },
    .output("person", "The person.") { $0.person },
    .output("signed_in", "The time of the last sign-in, by the sandbox's clock.") {
      Instant($0.since)
    },
    .output("expires", "The end of the session.") { Instant($0.ends) },
    .output("clients", "The clients that were granted something in the session.") { $0.clients },
  ])
}

extension ClientCallResult {
  static let declaration = BodyDeclaration<Self>([
    .output("client", "The client that was called.") { $0.client },
    .output("address", "The address that was called.") { $0.address },
    .output("accepted", "Whether the status of the answer was a success.") { $0.isAccepted },
    .output("status", "The status of the answer; absent if there was none.") {
      $0.status == 0 ? nil : $0.status
    },
    .output("failure", "The reason why there was no answer.") { $0.failure },
    .output("entry", "The number of the journal's entry with the request and the answer.") {
      $0.entry
    },
  ])
}

/// The sessions that a command has ended.
struct EndedSessions {
  let sessions: [SessionView]
  let calls: [ClientCallResult]

  static let declaration = BodyDeclaration<Self>([
    .output(
      "sessions", as: Schemas.list(of: SessionView.declaration.schema), "The sessions that ended."
    ) { JSONValue(.array($0.sessions.map(SessionView.declaration.write))) },
    .output(
      "calls", as: Schemas.list(of: ClientCallResult.declaration.schema),
      "The logout tokens that were sent, with the answers of the clients."
    ) { JSONValue(.array($0.calls.map(ClientCallResult.declaration.write))) },
  ])
}
