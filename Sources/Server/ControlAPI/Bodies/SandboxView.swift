import Basics
import Engine
import ProviderModel

struct NewSandbox: RequestBody {
  var id: String?
  var name = ""
  var cast: JSONValue?
  var with: [String] = []
  var without: [String] = []
  var seed: Int?
  var lifetime: Int?
  var answer: JSONValue?
  var rules: JSONValue?

  static let declaration = BodyDeclaration<Self>([
    .init(
      name: "id", schema: ["type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,62}$"],
      meaning: "The name in addresses. Default: eight random letters and digits.",
      read: { sandbox, reader in
        guard let id = reader.string("id") else { return }
        sandbox.id = id
        // A label of a host name, so that it can stand in any address.
        if let pattern = try? Pattern("[a-z0-9][a-z0-9-]{0,62}"), pattern.matches(id) { return }
        reader.findings.error(
          reader.value["id"], reader.at("id"),
          "expected up to 63 of a-z, 0-9 and \"-\", with no \"-\" first, found \"\(id)\"")
      }),
    .input("name", \.name, "A label for the list of sandboxes."),
    .input(
      "cast", \.cast, as: Schemas.object(of: .cast, required: []),
      "People and clients in addition to those of the server's start; the same names replace them."
    ),
    .input(
      "with", \.with,
      "Quirks to switch on, as PROVIDER.QUIRK. Two rivals, or a quirk that is also in `without`, are refused."
    ),
    .input("without", \.without, "Quirks to switch off, as PROVIDER.QUIRK."),
    .input(
      "seed", \.seed,
      "The seed: the same requests in the same order get the same codes and tokens."),
    .seconds(
      "lifetime", \.lifetime, "The time without requests after which it ends. Default: an hour."
    ).checked { sandbox, reader in
      guard sandbox.lifetime == 0 else { return }
      reader.findings.error(
        reader.value["lifetime"], reader.at("lifetime"),
        "a lifetime of 0 ends the sandbox at once; send a longer one, such as \"PT24H\", or leave it out for an hour"
      )
    },
    .input(
      "answer", \.answer, as: Operation.reference("Answer"),
      "The standing answer, as in PUT …/answer."),
    .input(
      "rules", \.rules, as: Operation.reference("NewRules"), "The rules, as in POST …/rules."),
  ])
}

struct NewCheckpoint: RequestBody {
  var name: String?

  static let declaration = BodyDeclaration<Self>([
    .init(
      name: "name", schema: ["type": "string", "minLength": 1],
      meaning:
        "The name. An older checkpoint of the same name is replaced. Default: checkpoint-N.",
      read: { checkpoint, reader in
        checkpoint.name = reader.string("name")
        guard checkpoint.name?.isEmpty == true else { return }
        reader.findings.error(
          reader.value["name"], reader.at("name"), "expected a name, found an empty one")
      })
  ])
}

/// The quirks to switch on and off at one provider.
struct Switches: RequestBody {
  var with: [String] = []
  var without: [String] = []

  static let declaration = BodyDeclaration<Self>([
    .input(
      "with", \.with,
      "IDs of quirks to switch on; their rivals are switched off. Two rivals, or a quirk that is also in `without`, are refused."
    ),
    .input("without", \.without, "IDs of quirks to switch off."),
  ])
}

struct ClockChange: RequestBody {
  var set: Int?
  var advance: Int?
  var freeze: Bool?
  var age: Int?

  /// Longer than any token lives.
  static let century = 3_155_760_000

  static let declaration = BodyDeclaration<Self>(
    [
      .instant(
        "set", \.set,
        "An instant, or seconds since 1970. After a code or token was issued, an earlier time is refused (409)."
      ),
      .seconds(
        "advance", \.advance, "The time to add to now, to the end of the year 9999 at most."),
      .input("freeze", \.freeze, "true: the clock stops; false: it continues."),
      .seconds(
        "age", \.age,
        "Ages every issued credential; the clock does not move. So tokens expire for a client with a real clock. A century in all at most."
      ),
    ], keywords: ["minProperties": 1])
}

/// A sandbox as a response shows it.
struct SandboxView {
  let host: SandboxHost
  let contents: SandboxHost.Contents
  /// The start of its addresses for the caller.
  let base: String
  /// The wall clock.
  let now: Int
  /// Why it can't be used.
  var problem: String?
  /// What is doubtful about the cast that it was created with.
  var warnings: [Diagnostic] = []

  init(_ host: SandboxHost, _ call: Call) {
    self.host = host
    contents = host.contents.withLock { $0 }
    base = call.house.sandboxes.start.site.publicOrigin(of: call.request) + host.prefix
    now = call.now
  }

  static let declaration = BodyDeclaration<Self>([
    .output(
      "id", "The name in addresses: /_sandbox/ID. The sandbox without a prefix is `default`."
    ) { $0.host.id },
    .output("name", "The label.") { $0.host.label.isEmpty ? nil : $0.host.label },
    .output(
      "problem",
      "Why the sandbox can't be used: the store has a damaged entry or snapshot of it. The list has it; it answers 503."
    ) { $0.problem },
    .output(
      "warning",
      "What is doubtful about the cast, such as a member of a client that has no effect at its provider. Only the response to the creation has it."
    ) { view in
      view.warnings.isEmpty
        ? nil : view.warnings.map { "\($0.pointer): \($0.sentence)" }.joined(separator: "; ")
    },
    .output("url", "The start of its addresses, before /PROVIDER/….") { $0.base },
    .output("created", "The time of creation, by the wall clock.") { Instant($0.host.created) },
    .output("last_used", "The time of the last request, by the wall clock.") {
      Instant($0.contents.used)
    },
    .output("now", "The current time of its own clock.") {
      Instant($0.contents.clock.instants($0.now).sandbox)
    },
    .output(
      "lifetime", "The time without requests after which it ends: an ISO 8601 duration."
    ) { $0.host.lifetime.map { Duration8601.text(seconds: $0) } },
    .output("journal", as: journal.schema, "The state of the journal.") {
      journal.write($0.host.journalExtent)
    },
    .output(
      "providers", as: Schemas.map(of: Schemas.text),
      "Provider ID → the start of the addresses of its first host."
    ) { view in
      let ids = view.contents.sandbox.site.providers.ids
      return JSONValue(
        .object(JSONObject(ids.map { .init($0, JSONValue(.string("\(view.base)/\($0)"))) })))
    },
  ])

  private static let journal = BodyDeclaration<(count: Int, last: Int)>([
    .output("count", as: Schemas.natural, "The number of entries.") { $0.count },
    .output(
      "last", as: Schemas.natural, "The number of the last entry; numbers have no gaps."
    ) { $0.last },
  ])

  static let clock = BodyDeclaration<Self>([
    .output("now", "The current time of the sandbox.") {
      Instant($0.contents.clock.instants($0.now).sandbox)
    },
    .output("frozen", "Whether the clock stands still.") { $0.contents.clock.frozen != nil },
    .output("aged", "The time by which issued credentials were aged: an ISO 8601 duration.") {
      Duration8601.text(seconds: $0.contents.sandbox.aged)
    },
  ])

  static let checkpoint = BodyDeclaration<SandboxHost.Checkpoint>([
    .output("name", "The name to restore it by.") { $0.name },
    .output("at", "The time of the checkpoint, by the wall clock.") { Instant($0.at) },
  ])
}
