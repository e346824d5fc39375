import Basics

extension Examination {
  /// What is examined, and how.
  package struct Plan: Sendable {
    package var profile: Profile
    /// Those that are asked for, and their controls.
    package var checks: [Check]
    package var passive: [Check]
    package var provider: String
    package var client: ClientPlan
    /// What the command line says of the registration.
    package var record: JSONValue
    package var takesWhatComes = true
    package var scope: String?
    package var abilities: Set<String>
    /// Abilities that nobody declared: the client has those that it shows in the control that asks for them.
    package var mayShow: Set<String> = []
    package var jobs: Int?
    package var repeats = 1
    package var isStrict = false
    /// Milliseconds after which silence counts, at least.
    package var leastQuiet = 2_000
    /// The sandbox that every check is played in, one after another.
    package var shared: String?
    /// Each run has a server of its own, with the provider at its root.
    package var hasPortPerTest = false

    package var needsTLS: Bool { checks.contains { $0.tls != nil } }
  }
}
