/// Quirks that a sandbox has switched on and off, against what the server was started with: by provider.
package struct QuirkSwitches: Sendable {
  package var with: [String: [String]]
  package var without: [String: [String]]

  package init(with: [String: [String]] = [:], without: [String: [String]] = [:]) {
    self.with = with
    self.without = without
  }
}
