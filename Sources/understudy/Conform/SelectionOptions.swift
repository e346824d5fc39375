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
    name: .customLong("ability"), parsing: .singleValue,
    help: ArgumentHelp(
      "Abilities of the client beyond its profile, such as refresh, separated by commas.",
      valueName: "names"))
  var abilities: [String] = []
  @Option(
    name: .customLong("no-ability"), parsing: .singleValue,
    help: ArgumentHelp("Abilities that the client lacks, separated by commas.", valueName: "names"))
  var lacking: [String] = []
  @Flag(help: "Also require what the specifications only recommend (SHOULD).")
  var strict = false

  var selection: CheckSelection {
    var selection = CheckSelection()
    selection.only = only.separated
    selection.skip = skip.separated
    selection.abilities = abilities.separated
    selection.lacking = lacking.separated
    selection.isStrict = strict
    return selection
  }
}

extension [String] {
  /// The values of an option that takes several, separated by commas.
  var separated: [String] { flatMap { $0.split(separator: ",").map(String.init) } }
}
