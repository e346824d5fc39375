/// Which grants the engine knows.
package enum GrantKind: String, Sendable, CaseIterable { case code, refresh, client, password }
