import ArgumentParser

/// Which quirks are on: the options of every command that plays providers.
struct QuirkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Switch a quirk on. Repeatable; \"understudy providers ID\" lists them. [UNDERSTUDY_WITH]",
      valueName: "provider.quirk"), completion: .quirks)
  var with: [String] = []
  @Option(
    help: ArgumentHelp(
      "Switch a quirk off. Repeatable. [UNDERSTUDY_WITHOUT]", valueName: "provider.quirk"),
    completion: .quirks)
  var without: [String] = []
  @Option(
    help: ArgumentHelp(
      "Switch all quirks of this provider off, except those that --with switches on. Repeatable. [UNDERSTUDY_STRICT]",
      valueName: "id"), completion: .providers)
  var strict: [String] = []

  /// What does not stand on the command line, from `UNDERSTUDY_…`.
  mutating func fill(from environment: Environment) {
    environment.fill(&with, .with)
    environment.fill(&without, .without)
    environment.fill(&strict, .strict)
  }
}
