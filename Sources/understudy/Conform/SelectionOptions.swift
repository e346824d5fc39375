import ArgumentParser
import Basics
import Examiner

/// Which checks are done.
struct SelectionOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "These checks alone, and their controls: separated by commas.", valueName: "ids"))
  var only: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("All checks but these: separated by commas.", valueName: "ids"))
  var skip: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Abilities of the client beyond its profile, such as refresh, separated by commas.",
      valueName: "abilities"))
  var with: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Abilities that the client lacks, separated by commas.", valueName: "abilities"))
  var without: [String] = []
  @Flag(help: "What only SHOULD be is asked for too.")
  var strict = false

  private static func words(_ list: [String]) -> [String] {
    list.flatMap { $0.split(separator: ",").map { String($0) } }
  }

  var selection: CheckSelection {
    var selection = CheckSelection()
    selection.only = Self.words(only)
    selection.skip = Self.words(skip)
    selection.abilities = Self.words(with)
    selection.lacking = Self.words(without)
    selection.isStrict = strict
    return selection
  }
}
