/// Which grants the engine knows.
public enum GrantKind: String, Sendable, CaseIterable { case code, refresh, client, password }
