import Basics
import Engine
import ProviderModel

/// What all sandboxes begin with that are made from now on, in parts with names.
enum ConfigurationOperations {
  static let all: [Operation] = [
    Operation(
      id: "listConfigurations", method: .get, path: "/configuration",
      summary: "What new sandboxes begin with, beside what the server was started with.",
      results: [
        .init(
          status: 200, summary: "The parts, in the order in which they are applied.",
          schema: Operation.list(of: "Configuration"))
      ], problems: [503],
      run: { call throws(Problem) in
        try check(call)
        let parts = try call.configurations().sorted
        return .json(200, JSONValue(.array(parts.map { view($0.name, $0.value) })))
      }),
    Operation(
      id: "getConfiguration", method: .get, path: "/configuration/{configuration}",
      summary: "One part of what new sandboxes begin with.",
      results: [
        .init(status: 200, summary: "The part.", schema: Operation.reference("Configuration"))
      ], problems: [503],
      run: { call throws(Problem) in
        try check(call)
        let name = call.variable("configuration")
        guard let value = try call.configurations()[name] else { throw missing(name) }
        return .json(200, view(name, value))
      }),
    Operation(
      id: "putConfiguration", method: .put, path: "/configuration/{configuration}",
      summary:
        "Sets people, clients, scenarios and quirks for all sandboxes that are made from now on, at all servers of a store. A part of the same name is replaced.",
      body: Operation.reference("NewConfiguration"),
      results: [
        .init(status: 200, summary: "The part.", schema: Operation.reference("Configuration"))
      ], problems: [409, 503],
      run: { call throws(Problem) in try put(&call) }),
    Operation(
      id: "deleteConfiguration", method: .delete, path: "/configuration/{configuration}",
      summary: "Removes a part. Sandboxes that were made with it keep it.",
      results: [.init(status: 204, summary: "Removed.")], problems: [503],
      run: { call throws(Problem) in
        try check(call)
        let name = call.variable("configuration")
        try call.house.sandboxes.configurations.change(by: call.caller?.name ?? "") {
          configurations throws(Problem) in
          guard configurations[name] != nil else { throw missing(name) }
          configurations[name] = nil
        }
        return .nothing
      }),
  ]

  private static func put(_ call: inout Call) throws(Problem) -> OperationResult {
    try check(call)
    let name = call.variable("configuration")
    guard let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,62}"), pattern.matches(name) else {
      throw Problem(
        400, "The name of the configuration can't be used.",
        "Expected up to 63 of a-z, 0-9 and \"-\", with no \"-\" first, found \"\(name)\".")
    }
    _ = try call.read(NewConfiguration.self)
    let (body, house) = (call.body, call.house)
    // By itself first: then a mistake has its place in the body.
    var alone = Configurations()
    alone[name] = body
    _ = try applied(alone, house)
    try house.sandboxes.configurations.change(by: call.caller?.name ?? "") {
      configurations throws(Problem) in
      configurations[name] = body
      guard configurations.names.count <= Configurations.most,
        configurations.text.utf8.count <= Configurations.mostBytes
      else { throw tooMuch }
      do throws(Problem) { _ = try applied(configurations, house) } catch {
        throw Problem(
          409, "The configuration conflicts with the other ones.", error.detail)
      }
    }
    return .json(200, view(name, body))
  }

  /// What a new sandbox begins with.
  static func applied(
    _ configurations: Configurations, _ house: MockServer
  ) throws(Problem) -> ServerState {
    var sandbox = house.sandboxes.start
    try apply(configurations, with: [], without: [], to: &sandbox, house)
    // Scenarios are read again when a rule names them.
    let scenarios = configurations.scenarios(besides: house.options.scenarios())
    for (name, value) in configurations.sorted {
      for (index, file) in (value["scenarios"]?.arrayValue ?? []).enumerated() {
        _ = try RuleOperations.rules(
          file["rules"] ?? [], "/scenarios/\(index)/rules", sandbox, scenarios,
          seesHandshakes: true)
        guard let id = file["id"]?.stringValue, !id.isEmpty else {
          throw Problem([
            Diagnostic(
              at: nil, "/scenarios/\(index)/id",
              "expected the name of the scenario in \"\(name)\", found none")
          ])
        }
      }
    }
    return sandbox
  }

  /// Has a sandbox begin with the configurations.
  /// - Parameters:
  ///   - with: quirks that the sandbox itself asks for.
  ///   - without: quirks that the sandbox itself does not want.
  @discardableResult
  static func apply(
    _ configurations: Configurations, with: [String], without: [String],
    to sandbox: inout ServerState, _ house: MockServer
  ) throws(Problem) -> QuirkSwitches {
    let wishes = configurations.quirks(with: with, without: without)
    let switches = try ProviderOperations.switches(
      house, sandbox, with: wishes.with, without: wishes.without)
    if !wishes.with.isEmpty || !wishes.without.isEmpty {
      sandbox.play(try ProviderOperations.resolve(house, switches))
    }
    for (_, value) in configurations.sorted {
      guard let cast = value["cast"] else { continue }
      sandbox.cast = try CastOperations.adding(cast, to: sandbox, house).cast
    }
    return switches
  }

  private static func view(_ name: String, _ value: JSONValue) -> JSONValue {
    var object = JSONObject([.init("name", JSONValue(.string(name)))])
    for member in value.objectValue ?? JSONObject() { object[member.name] = member.value }
    return JSONValue(.object(object))
  }

  /// It has passwords, and is about everybody's sandboxes.
  private static func check(_ call: Call) throws(Problem) {
    guard let caller = call.caller, !caller.isAdministrator else { return }
    throw Problem(
      403, "Only administrators may change the configuration of all sandboxes.",
      "The token \"\(caller.name)\" has no administrator behind it in the file of --control-token-file."
    )
  }

  private static func missing(_ name: String) -> Problem {
    Problem(404, "There is no such configuration.", "No configuration is called \"\(name)\".")
  }

  private static let tooMuch = Problem(
    409, "The configuration is too large.",
    "There may be \(Configurations.most) parts with \(Configurations.mostBytes) bytes in all. Delete some first, or start the servers with --cast, --scenario and --with."
  )
}

struct NewConfiguration: RequestBody {
  var cast: JSONValue?
  var scenarios: JSONValue?
  var with: [String] = []
  var without: [String] = []

  static let declaration = BodyDeclaration<Self>([
    .input(
      "cast", \.cast, as: Schemas.object(of: .cast, required: []),
      "People and clients in addition to those of the server's start; the same names replace them."
    ),
    .init(
      name: "scenarios", schema: Schemas.list(of: Scenario.view.schema),
      meaning:
        "Rules with names, which {\"scenario\": ID} adds to any sandbox in the place of a rule.",
      read: { value, reader in
        guard let member = reader.member("scenarios") else { return }
        value.scenarios = member
        guard member.arrayValue?.allSatisfy({ $0.objectValue != nil }) != true else { return }
        reader.findings.error(
          nil, reader.at("scenarios"),
          "expected a list of scenarios as GET /_understudy/scenarios shows them, found \(member.shown)"
        )
      }, write: { $0.scenarios }),
    .input("with", \.with, "Quirks to switch on, as PROVIDER.QUIRK. A sandbox may undo it."),
    .input("without", \.without, "Quirks to switch off, as PROVIDER.QUIRK. A sandbox may undo it."),
  ])

  /// As it is shown.
  static let view = Schemas.object(
    [Schemas.member("name", Schemas.text, "The name of the part.")] + declaration.schemas,
    required: ["name"])
}
