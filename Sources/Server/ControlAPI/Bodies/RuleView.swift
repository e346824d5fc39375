import Basics
import Engine
import ProviderModel

struct RuleSwitch: RequestBody {
  var on = true

  static let declaration = BodyDeclaration<Self>([
    .input("on", \.on, required: true, "Whether the rule applies from now on.")
  ])
}

extension Scenario {
  static let view = BodyDeclaration<Self>([
    .output("id", "The scenario's name.") { $0.id },
    .output("title", "The scenario's purpose.") { $0.title },
    .output("rules", as: Operation.list(of: "NewRule"), "The scenario's rules.") { $0.rules },
  ])
}

/// A rule of a sandbox as a response shows it.
struct RuleView {
  let active: ActiveRules.Active
  let sandbox: ServerState
  /// The sandbox's clock.
  let now: Int

  init(_ active: ActiveRules.Active, _ sandbox: ServerState, at now: Int) {
    self.active = active
    self.sandbox = sandbox
    self.now = now
  }

  /// The rule as it was written, and its counters.
  var json: JSONValue {
    var object = active.rule.source.objectValue ?? JSONObject()
    object["id"] = JSONValue(.string(active.rule.id))
    for member in Self.counters.object(self) { object[member.name] = member.value }
    return JSONValue(.object(object))
  }

  private var warning: String? {
    let match = active.rule.match
    let takesAny = sandbox.site.options.acceptsAnyClient
    let site = sandbox.site
    let missing = match.missing(
      in: sandbox.cast, at: site.providers.ids,
      isHost: { HostName.isLoopback($0) || site.plays($0) || site.allows($0) },
      hasRegistered: { takesAny || sandbox.client($0, at: $1) != nil })
    return missing.isEmpty ? nil : missing.map(\.sentence).joined(separator: "; ")
  }

  private var window: (limit: RateLimit, window: RateWindow, aged: Int)? {
    guard let limit = active.rule.limit, !active.window.isOver(limit, at: now + sandbox.aged)
    else { return nil }
    return (limit, active.window, sandbox.aged)
  }

  static let counters = BodyDeclaration<Self>([
    .output(
      "seen", as: Schemas.natural,
      "How many requests matched, also after the rule was used up."
    ) { $0.active.seen },
    .output("fired", as: Schemas.natural, "How often the rule acted.") { $0.active.fired },
    .output("spent", "Whether the rule has acted `times` times.") { $0.active.isSpent },
    .output("window", as: open.schema, "The open window of `limit`; absent if none is open.") {
      $0.window.map(open.write)
    },
    .output(
      "warning",
      "The reason why no request matches at present: the sandbox has no such person or client, or the server no such host. Absent if they are there."
    ) { $0.warning },
  ])

  private static let open = BodyDeclaration<(limit: RateLimit, window: RateWindow, aged: Int)>([
    .output("requests", as: Schemas.natural, "How many requests came in the window.") {
      $0.window.count
    },
    .output("left", as: Schemas.natural, "How many more may pass.") {
      max($0.limit.most - $0.window.count, 0)
    },
    .output("ends", "The end of the window, by the sandbox's clock.") {
      Instant($0.window.ends - $0.aged)
    },
  ])
}
