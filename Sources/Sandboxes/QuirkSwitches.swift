/// Quirks that a sandbox has switched on and off, against what the server was started with: by provider.
public struct QuirkSwitches: Sendable {
  public var with: [String: [String]]
  public var without: [String: [String]]

  public init(with: [String: [String]] = [:], without: [String: [String]] = [:]) {
    self.with = with
    self.without = without
  }
}
