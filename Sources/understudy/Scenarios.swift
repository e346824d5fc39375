import ArgumentParser
import ProviderModel
import Server

struct Scenarios: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios",
    abstract:
      "List the bundled scenarios: what serve --scenario and a rule's \"scenario\" may name.")

  func run() {
    let width = (BundledFixtures.scenarios.map(\.id.count).max() ?? 0) + 2
    for scenario in BundledFixtures.scenarios {
      Streams.output(Providers.pad(scenario.id, width) + scenario.title)
    }
  }
}
