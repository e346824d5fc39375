import ArgumentParser
import Basics
import Examiner

/// Which checks are done.
struct SelectionOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only these checks and their controls, separated by commas.", valueName: "ids"))
  var only: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("All checks except these, separated by commas.", valueName: "ids"))
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
  @Flag(help: "Also require what the specifications only recommend (SHOULD).")
  var strict = false

  var selection: CheckSelection {
    var selection = CheckSelection()
    selection.only = only.separated
    selection.skip = skip.separated
    selection.abilities = with.separated
    selection.lacking = without.separated
    selection.isStrict = strict
    return selection
  }
}

extension [String] {
  /// The values of an option that takes several, separated by commas.
  var separated: [String] { flatMap { $0.split(separator: ",").map(String.init) } }
}
