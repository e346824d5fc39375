import Basics
import Examiner

extension Examination {
  /// What is examined, and how.
  struct Plan: Sendable {
    var profile: Profile
    /// Those that are asked for, and their controls.
    var checks: [Check]
    var passive: [Check]
    var provider: String
    var client: ClientPlan
    /// What the command line says of the registration.
    var record: JSONValue
    var takesWhatComes = true
    var scope: String?
    var abilities: Set<String>
    /// Abilities that nobody declared: the client has those that it shows in the control that asks for them.
    var mayShow: Set<String> = []
    var jobs: Int?
    var repeats = 1
    var isStrict = false
    /// Milliseconds after which silence counts, at least.
    var leastQuiet = 2_000
    /// The sandbox that every check is played in, one after another.
    var shared: String?
    /// Each run has a server of its own, with the provider at its root.
    var hasPortPerTest = false

    var needsTLS: Bool { checks.contains { $0.tls != nil } }
  }
}
