import Basics
import Engine
import ProviderModel

/// People, clients, and the answer that stands.
enum CastOperations {
  static let all: [Operation] = people + clients + answer

  private static let people: [Operation] = [
    Operation(
      id: "listPeople", method: .get, path: "/sandboxes/{sandbox}/people",
      summary: "The people of a sandbox; passwords are not shown.",
      results: [.init(status: 200, summary: "All people.", schema: Operation.list(of: "Person"))],
      run: { call throws(Problem) in
        let cast = try call.sandboxHost().contents.withLock { $0.sandbox.cast }
        return .json(200, JSONValue(.array(cast.people.map(view))))
      }),
    Operation(
      id: "putPerson", method: .put, path: "/sandboxes/{sandbox}/people/{username}",
      records: .people, summary: "Adds a person, or replaces one.",
      body: Operation.reference("NewPerson"),
      results: [.init(status: 200, summary: "The person.", schema: Operation.reference("Person"))],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        let value = try named(call.body, "username", call.variable("username"))
        let person = try read(value, sandbox, call.house)
        sandboxHost.contents.withLock { $0.sandbox.cast.put(person) }
        return .json(200, view(person))
      }),
    Operation(
      id: "getPerson", method: .get, path: "/sandboxes/{sandbox}/people/{username}",
      summary: "One person.",
      results: [.init(status: 200, summary: "The person.", schema: Operation.reference("Person"))],
      run: { call throws(Problem) in
        let name = call.variable("username")
        let cast = try call.sandboxHost().contents.withLock { $0.sandbox.cast }
        guard let person = cast.person(name) else { throw missing(person: name, cast) }
        return .json(200, view(person))
      }),
    Operation(
      id: "patchPerson", method: .patch, path: "/sandboxes/{sandbox}/people/{username}",
      records: .people,
      summary: "Changes some members of a person (RFC 7396): null removes a member.",
      body: Operation.reference("PersonPatch"),
      results: [.init(status: 200, summary: "The person.", schema: Operation.reference("Person"))],
      run: { call throws(Problem) in
        let name = call.variable("username")
        // Under one lock: of two changes at the same time, neither is lost.
        let patched = try call.sandboxHost().contents.withLock { contents in
          Result { () throws(Problem) -> Person in
            guard let old = contents.sandbox.cast.person(name) else {
              throw missing(person: name, contents.sandbox.cast)
            }
            let patch = try named(call.body, "username", name)
            let person = try read(
              patch.merged(into: JSONValue(.object(old.file))), contents.sandbox, call.house)
            contents.sandbox.cast.put(person)
            return person
          }
        }
        return .json(200, view(try patched.get()))
      }),
    Operation(
      id: "deletePerson", method: .delete, path: "/sandboxes/{sandbox}/people/{username}",
      records: .people, summary: "Removes a person.",
      results: [.init(status: 204, summary: "Removed.")],
      run: { call throws(Problem) in
        let name = call.variable("username")
        let sandboxHost = try call.sandboxHost()
        let cast = sandboxHost.contents.withLock { $0.sandbox.cast }
        guard cast.person(name) != nil else { throw missing(person: name, cast) }
        sandboxHost.contents.withLock { $0.sandbox.cast.remove(person: name) }
        return .nothing
      }),
  ]

  private static let clients: [Operation] = [
    Operation(
      id: "listClients", method: .get, path: "/sandboxes/{sandbox}/clients",
      summary:
        "The clients of a sandbox, also those that have registered themselves; secrets are not shown.",
      results: [.init(status: 200, summary: "All clients.", schema: Operation.list(of: "Client"))],
      run: { call throws(Problem) in
        let clients = try call.sandboxHost().contents.withLock { $0.sandbox.clients }
        return .json(200, JSONValue(.array(clients.map { view($0) })))
      }),
    Operation(
      id: "putClient", method: .put, path: "/sandboxes/{sandbox}/clients/{provider}/{client}",
      records: .clients, summary: "Adds a client, or replaces one.",
      body: Operation.reference("NewClient"),
      results: [.init(status: 200, summary: "The client.", schema: Operation.reference("Client"))],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let (client, warnings) = try read(
          client: call.body, call, sandboxHost.contents.withLock { $0.sandbox })
        sandboxHost.contents.withLock { $0.sandbox.cast.put(client) }
        return .json(200, view(client, warnings))
      }),
    Operation(
      id: "getClient", method: .get, path: "/sandboxes/{sandbox}/clients/{provider}/{client}",
      summary: "One client.",
      results: [.init(status: 200, summary: "The client.", schema: Operation.reference("Client"))],
      run: { call throws(Problem) in .json(200, view(try client(call))) }),
    Operation(
      id: "patchClient", method: .patch, path: "/sandboxes/{sandbox}/clients/{provider}/{client}",
      records: .clients,
      summary: "Changes some members of a client (RFC 7396): null removes a member.",
      body: Operation.reference("NewClient"),
      results: [.init(status: 200, summary: "The client.", schema: Operation.reference("Client"))],
      problems: [409],
      run: { call throws(Problem) in
        let call = call
        // Under one lock: of two changes at the same time, neither is lost.
        let patched = try call.sandboxHost().contents.withLock { contents in
          Result { () throws(Problem) -> (Client, [Diagnostic]) in
            let (provider, id) = (call.variable("provider"), call.variable("client"))
            guard let old = contents.sandbox.cast.client(id, at: provider) else {
              guard contents.sandbox.client(id, at: provider) == nil else {
                throw registered(id)
              }
              throw missing(id, at: provider, contents.sandbox)
            }
            let (client, warnings) = try read(
              client: call.body.merged(into: JSONValue(.object(old.file))), call, contents.sandbox)
            contents.sandbox.cast.put(client)
            return (client, warnings)
          }
        }
        let (client, warnings) = try patched.get()
        return .json(200, view(client, warnings))
      }),
    Operation(
      id: "deleteClient", method: .delete, path: "/sandboxes/{sandbox}/clients/{provider}/{client}",
      records: .clients, summary: "Removes a client.",
      results: [.init(status: 204, summary: "Removed.")],
      run: { call throws(Problem) in
        let client = try client(call)
        let sandboxHost = try call.sandboxHost()
        let instants = call.instants(sandboxHost)
        sandboxHost.contents.withLock {
          $0.sandbox.remove(client: client.id, at: client.provider, now: instants)
        }
        return .nothing
      }),
  ]

  private static let answer: [Operation] = [
    Operation(
      id: "getAnswer", method: .get, path: "/sandboxes/{sandbox}/answer",
      summary: "The standing answer: the person who signs in without a page, and their consent.",
      results: [
        .init(status: 200, summary: "The standing answer.", schema: Operation.reference("Answer"))
      ],
      run: { call throws(Problem) in
        .json(
          200,
          StandingAnswer.declaration.write(
            try call.sandboxHost().contents.withLock { $0.sandbox.standing }))
      }),
    Operation(
      id: "setAnswer", method: .put, path: "/sandboxes/{sandbox}/answer",
      summary:
        "Sets the standing answer: this person signs in without a page, and gives this consent.",
      body: Operation.reference("Answer"),
      results: [
        .init(status: 200, summary: "The standing answer.", schema: Operation.reference("Answer"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        let standing = try StandingAnswer(reading: call.body, "", for: sandbox)
        sandboxHost.contents.withLock { $0.sandbox.standing = standing }
        let shown = StandingAnswer.declaration.write(standing)
        sandboxHost.record(.answer, shown.text(), by: call)
        return .json(200, shown)
      }),
    Operation(
      id: "clearAnswer", method: .delete, path: "/sandboxes/{sandbox}/answer",
      summary: "Removes the standing answer: pages ask again.",
      results: [.init(status: 204, summary: "Cleared.")],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        sandboxHost.contents.withLock { $0.sandbox.standing = StandingAnswer() }
        sandboxHost.record(
          .answer, "Removes the standing answer: pages ask again.", by: call)
        return .nothing
      }),
  ]

  private static func missing(person name: String, _ cast: Cast) -> Problem {
    Problem(
      404, "There is no such person.",
      "No person is called \"\(name)\""
        + Suggestion.sentence(for: name, among: cast.people.map(\.username)))
  }

  static func missing(_ what: String, _ name: String) -> Problem {
    Problem(404, "There is no such \(what).", "No \(what) is called \"\(name)\".")
  }

  private static func missing(
    _ client: String, at provider: String, _ sandbox: ServerState
  ) -> Problem {
    let providers = sandbox.site.providers.ids
    guard providers.contains(provider) else {
      let hint =
        providers.contains(client)
        ? "; the provider comes first: …/clients/\(client)/\(provider)"
        : Suggestion.sentence(for: provider, among: providers)
      return Problem(
        404, "There is no such provider.", "No provider has the id \"\(provider)\"\(hint)")
    }
    let known = sandbox.clients.filter { $0.provider == provider }.map(\.id)
    return Problem(
      404, "There is no such client.",
      "No client of \(provider) has the ID \"\(client)\""
        + Suggestion.sentence(for: client, among: known))
  }

  private static func registered(_ id: String) -> Problem {
    Problem(
      409, "The client has registered itself.",
      "\"\(id)\" is changed by PUT to its registration_client_uri (RFC 7592 §2.2).")
  }

  private static func client(_ call: Call) throws(Problem) -> Client {
    let sandbox = try call.sandboxHost().contents.withLock { $0.sandbox }
    let (provider, id) = (call.variable("provider"), call.variable("client"))
    guard let client = sandbox.client(id, at: provider) else {
      throw missing(id, at: provider, sandbox)
    }
    return client
  }

  /// The name that stands in the path need not be said again; another one is a mistake.
  private static func named(
    _ body: JSONValue, _ member: String, _ name: String
  ) throws(Problem) -> JSONValue {
    guard var object = body.objectValue else { return body }
    if let other = object[member], other.stringValue != name {
      throw Problem([
        Diagnostic(
          at: nil, "/\(member)", "expected \"\(name)\" as in the path, found \(other.shown)")
      ])
    }
    object[member] = JSONValue(.string(name))
    return JSONValue(.object(object), origin: body.origin)
  }

  /// A client whose provider and ID the path names.
  private static func read(
    client value: JSONValue, _ call: Call, _ sandbox: ServerState
  ) throws(Problem) -> (client: Client, warnings: [Diagnostic]) {
    let (provider, id) = (call.variable("provider"), call.variable("client"))
    guard sandbox.site.providers.ids.contains(provider) else {
      throw missing(id, at: provider, sandbox)
    }
    let value = try named(named(value, "provider", provider), "client_id", id)
    do throws(FixtureError) {
      return try Cast.client(
        reading: value, providers: sandbox.site.providers,
        people: sandbox.cast.people.map(\.username))
    } catch {
      throw Problem(error.findings)
    }
  }

  private static func read(
    _ person: JSONValue, _ sandbox: ServerState, _ house: MockServer
  ) throws(Problem) -> Person {
    do throws(FixtureError) {
      return try Cast.person(
        reading: person, providers: sandbox.site.providers, others: house.fixtures.ids)
    } catch {
      throw Problem(error.findings)
    }
  }
}
