import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel

/// What an operation is called with.
struct Call {
  let house: MockServer
  let request: Request
  let now: Int
  let variables: [String: String]
  let query: Parameters
  private(set) var body: JSONValue = [:]
  /// The token with a name by which the request came.
  var caller: ControlToken?
  /// The name of the token, if the request is from a log.
  var recordedToken = ""
  /// The name of the token by which the request came; empty without one.
  var tokenName: String { caller?.name ?? recordedToken }
  /// Whether what was read comes from memory, as the store can't be reached.
  var isStale = false
  /// A copy of the sandbox that takes the place of the one that the path names.
  var draft: SandboxHost?
  /// What is set for all sandboxes, if that is known already; otherwise it is asked for.
  private(set) var given: Configurations?
  /// Receives what the operation sends; `nil` sends it at once.
  var outbox: Outbox?

  /// How many members and elements a body may have: each may be wrong, and then what was meant is looked for.
  private static let mostValues = 4_096

  init(
    house: MockServer, request: Request, now: Int, variables: [String: String], query: Parameters
  ) {
    self.house = house
    self.request = request
    self.now = now
    self.variables = variables
    self.query = query
  }

  /// Checks query and body before the operation looks at them.
  /// - Parameter value: the body, if it did not come as bytes.
  mutating func check(_ operation: Operation, _ value: JSONValue?) throws(Problem) {
    for parameter in query.list
    where !operation.query.contains(where: { $0.name == parameter.name }) {
      let names = operation.query.map(\.name)
      throw Problem(
        400, "The query has an unknown parameter.",
        "There is no parameter \"\(parameter.name)\" here"
          + Suggestion.sentence(for: parameter.name, among: names))
    }
    guard operation.body != nil else {
      guard request.body.isEmpty, value == nil else {
        throw Problem(400, "This operation takes no body.", "Send none.")
      }
      return
    }
    if let value {
      body = try bounded(value)
      return
    }
    if request.body.isEmpty, !operation.needsBody { return }
    let type = Headers.mediaType(request.headers[.contentType] ?? "")
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw Problem(
        415, "The body has to be JSON.",
        "The Content-Type is \(type.isEmpty ? "missing" : "\"\(type)\""); send application/json.")
    }
    do {
      let document = try JSONReader().read(request.body, file: "body")
      if let duplicate = document.duplicates.first {
        throw Problem(
          400, "The body has a member twice.",
          "\"\(duplicate.name)\" appears twice, again at line \(duplicate.origin.line).",
          pointer: duplicate.pointer)
      }
      body = try bounded(document.root)
    } catch let error as JSONSyntaxError {
      throw Problem(
        400, "The body is not JSON.",
        "Line \(error.origin.line), column \(error.origin.column): \(error.sentence)", pointer: "")
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(400, "The body is not JSON.", "\(error)", pointer: "")
    }
  }

  private func bounded(_ body: JSONValue) throws(Problem) -> JSONValue {
    guard body.count(upTo: Self.mostValues + 1) <= Self.mostValues else {
      throw Problem(
        400, "The body has too many values.",
        "It has more than \(Self.mostValues) members and elements; send them in several requests.")
    }
    return body
  }

  /// The request as the log of a sandbox keeps it: without what only proves who sent it.
  var recorded: Request {
    var request = request
    request.headers = Headers(request.headers.filter { $0.isNamed(.contentType) })
    return request
  }

  /// The request as the log keeps it if the operation depends on what is set for all sandboxes.
  func recorded(with configurations: Configurations) -> Request {
    var request = recorded
    if !configurations.isEmpty { request.headers[.understudyConfiguration] = configurations.text }
    return request
  }

  /// Takes what was set for all sandboxes when the request came, which is from a log.
  mutating func takeRecordedConfigurations() {
    given =
      request.headers.first(.understudyConfiguration).flatMap(Configurations.init(text:))
      ?? Configurations()
  }

  /// Asks what is set for all sandboxes.
  /// - Returns: false if the store can't be reached: then it is what is known here.
  mutating func readConfigurations() throws(Problem) -> Bool {
    let book = house.sandboxes.configurations
    do throws(StoreFailure) {
      given = try book.current()
      return true
    } catch {
      guard [.unavailable, .refused].contains(error.kind) else { throw Problem(error) }
      given = book.known
      return false
    }
  }

  /// What is set for all sandboxes, or was when the request came.
  func configurations() throws(Problem) -> Configurations {
    if let given { return given }
    do throws(StoreFailure) { return try house.sandboxes.configurations.current() } catch {
      throw Problem(error)
    }
  }

  /// The scenarios that a rule may name.
  func scenarios() throws(Problem) -> [Scenario] {
    try configurations().scenarios(besides: house.options.scenarios())
  }

  func variable(_ name: String) -> String { variables[name] ?? "" }

  /// The sandbox that the path names.
  /// - Parameter orDamaged: whether one that can't be read counts as empty, instead of being a problem.
  func sandboxHost(orDamaged: Bool = false) throws(Problem) -> SandboxHost {
    if let draft { return draft }
    let id = variable("sandbox")
    let known: SandboxHost?
    do throws(StoreFailure) { known = try house.sandboxes.lookUp(id) } catch {
      guard orDamaged, error.kind == .damaged, let replica = house.sandboxes.replica else {
        throw Problem(error)
      }
      known = house.sandboxes.empty(id, replica)
    }
    if let sandboxHost = known {
      guard owns(sandboxHost) else {
        throw Problem(
          403, "The sandbox belongs to another control token.",
          "The token \"\(caller?.name ?? "")\" controls the sandboxes that it has created, and \"\(id)\" is not one of them."
        )
      }
      // Who commands a sandbox uses it.
      let now = now
      sandboxHost.contents.withLock { $0.used = max($0.used, now) }
      return sandboxHost
    }
    if house.sandboxes.isGone(id) {
      throw Problem(410, "The sandbox is gone.", house.sandboxes.gone(id))
    }
    if let why = try? house.sandboxes.replica?.store.removal(of: id) {
      throw Problem(410, "The sandbox is gone.", why)
    }
    throw Problem(
      404, "There is no such sandbox.",
      "No sandbox has the id \"\(id)\". \(house.sandboxes.howToGet)")
  }

  /// Sends requests to clients: once the operation is done.
  func send(
    _ calls: [ClientCall], in sandboxHost: SandboxHost,
    _ finish: @escaping @Sendable ([ClientCallResult]) -> Void
  ) {
    let (sandboxes, now) = (house.sandboxes, now)
    guard let outbox else { return sandboxes.send(calls, in: sandboxHost, at: now, finish) }
    outbox.add { sandboxes.send(calls, in: $0, at: now, finish) }
  }

  func instants(_ sandboxHost: SandboxHost) -> Instants {
    let now = now
    return sandboxHost.contents.withLock { $0.clock.instants(now) }
  }

  /// Reads the body; whatever is wrong with any of its members is one problem.
  /// - Parameter check: Reports what is wrong with the members beyond their types.
  func read<Body: RequestBody>(
    _ type: Body.Type, _ check: (Body, FixtureReader) -> Void = { _, _ in }
  ) throws(Problem) -> Body {
    let findings = Diagnostics()
    var reader = FixtureReader(self.body, "", findings)
    var body = Body()
    Body.declaration.read(&reader, into: &body)
    check(body, reader)
    guard findings.list.isEmpty else { throw Problem(findings.list) }
    return body
  }

  /// A whole number from the query.
  func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query.last(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(
        400, "A parameter of the query has a wrong value.",
        "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\"."
      )
    }
    return number
  }
}

extension JSONValue {
  /// How many members and elements stand in it, at any depth; the count ends at `most`.
  fileprivate func count(upTo most: Int) -> Int {
    var count = 0
    var rest = [self]
    while let value = rest.popLast(), count < most {
      let inside = value.arrayValue ?? value.objectValue?.map(\.value) ?? []
      count += inside.count
      rest += inside
    }
    return count
  }
}
