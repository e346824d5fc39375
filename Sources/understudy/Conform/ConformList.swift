import ArgumentParser
import Basics
import Examiner

extension CatalogueList.Format: ExpressibleByArgument {}

struct ConformList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the checks: ID, severity, section of the RFC, and what happens.")

  @Option(
    help: ArgumentHelp(
      "Only the checks of this profile.", valueName: "profile"),
    completion: .profiles)
  var profile: String?
  @Option(help: "text, md or json.")
  var format = CatalogueList.Format.text

  func run() throws {
    do {
      let list = try CatalogueList(.bundled, profile: profile)
      // The stream adds the last line break itself.
      Streams.output(escaped: String(list.text(format).dropLast()))
    } catch {
      throw Failure(text: "\(error)")
    }
  }
}
