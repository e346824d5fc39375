import Basics
import Engine
import ProviderModel

/// Sessions of people who are signed in: listed and ended. The clients of a session that ends get their logout tokens.
enum SessionOperations {
  static let all: [Operation] = [
    Operation(
      id: "listSessions", method: .get, path: "/sandboxes/{sandbox}/sessions",
      summary: "The sessions of people who are signed in.",
      query: filters,
      results: [
        .init(
          status: 200, summary: "The list, the oldest first.",
          schema: Operation.list(of: "Session"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let instants = call.instants(sandboxHost)
        let sessions = sandboxHost.contents.withLock { $0.sandbox.sessions(at: instants) }
        let query = call.query
        return .json(
          200,
          JSONValue(
            .array(sessions.filter { matches($0, query) }.map(SessionView.declaration.write))))
      }),
    Operation(
      id: "endSessions", method: .delete, path: "/sandboxes/{sandbox}/sessions",
      summary:
        "Ends sessions, and sends a logout token to each of their clients that has a backchannel_logout_uri. Without a filter, all sessions end.",
      query: filters,
      results: [
        .init(
          status: 200, summary: "The ended sessions, and the answers of the clients.",
          schema: Operation.reference("EndedSessions"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let query = call.query
        return end(call, sandboxHost) { matches($0, query) }
      }),
    Operation(
      id: "endSession", method: .delete, path: "/sandboxes/{sandbox}/sessions/{sid}",
      summary:
        "Ends one session, and sends a logout token to each of its clients that has a backchannel_logout_uri.",
      results: [
        .init(
          status: 200, summary: "The ended session, and the answers of the clients.",
          schema: Operation.reference("EndedSessions"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let sid = call.variable("sid")
        let instants = call.instants(sandboxHost)
        let isThere = sandboxHost.contents.withLock {
          $0.sandbox.sessions(at: instants).contains { $0.id == sid }
        }
        guard isThere else { throw CastOperations.missing("session", sid) }
        return end(call, sandboxHost) { $0.id == sid }
      }),
  ]

  private static let filters: [Operation.Query] = [
    ("person", "Only sessions of the person with this username."),
    ("provider", "Only sessions at this provider."),
    ("client", "Only sessions in which this client was granted something."),
  ].map { .init(name: $0, schema: Schemas.text, summary: $1) }

  private static func matches(_ session: SessionView, _ query: Parameters) -> Bool {
    func isAsked(_ name: String, _ values: [String]) -> Bool {
      query.last(name).map(values.contains) ?? true
    }
    return isAsked("person", [session.person]) && isAsked("provider", [session.provider])
      && isAsked("client", session.clients)
  }

  private static func end(
    _ call: Call, _ sandboxHost: SandboxHost, where isMeant: (SessionView) -> Bool
  ) -> OperationResult {
    let (ended, notices) = sandboxHost.endSessions(
      for: call.request, at: call.now, where: isMeant)
    for session in ended.prefix(100) {
      sandboxHost.record(
        .sessions,
        "The session \(session.id) of \(session.person) at \(session.provider) was ended.",
        by: call)
    }
    let waiting = Waiting()
    let calls = notices.compactMap { $0.call() }
    call.send(calls, in: sandboxHost) { results in
      let body = EndedSessions.declaration.write(EndedSessions(sessions: ended, calls: results))
      waiting.finish(OperationResult.answer(200, body))
    }
    return .later(waiting)
  }
}
