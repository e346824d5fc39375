import ArgumentParser
import Basics
import ProviderModel
import Server

struct Bisect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the smallest set of a provider's quirks that makes a command fail.",
    usage: "understudy bisect <id> [<options>] -- <command> [<argument> ...]",
    discussion: """
      Runs the command again and again, as "understudy run" does, each time with other quirks of the provider: first \
      without any, where it has to pass; then with the usual ones, where it has to fail; then with fewer and fewer, \
      until each of the remaining quirks is needed to make it fail. Before each run, the server is reset. The output \
      of the first two runs is shown, and that of the others with --verbose.

      Example: understudy bisect vk -- npm test

      Exit codes: 0 the quirks were found; 1 there is nothing to find: the command fails without any quirk, or passes \
      with all of them; 2 wrong usage; 126 or 127 the command can't be run; 128 and the number of the signal that ended \
      the search.
      """)

  @Argument(help: "The provider's ID, or a provider file.", completion: .providers)
  var id: String
  @OptionGroup var options: ServerOptions
  @Flag(help: "Show the output of every run.")
  var verbose = false
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command to run, after `--`.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    let bundled = BundledFixtures.index.map(\.id)
    if let named = options.fixtures.providerFiles.first(where: bundled.contains) {
      throw ValidationError(
        "--provider names a file; the provider's ID comes first: understudy bisect \(named) -- \(([id] + command).joined(separator: " "))"
      )
    }
    guard !command.isEmpty else {
      throw ValidationError(
        "there is no command; put it after --, such as: understudy bisect \(id) -- npm test")
    }
  }

  mutating func run() throws {
    let environment = Environment()
    try options.fill(from: environment, speaksTLS: true)
    let provider = try options.fixtures.take(id)
    let child = ChildProcess(command)
    try options.whileServing(environment) { running, folder in
      let runs = QuirkRuns(
        provider: provider, server: running, child: child,
        variables: folder.environment.variables, isVerbose: verbose)
      try search(runs, provider)
    }
  }

  private func search(_ runs: QuirkRuns, _ id: String) throws {
    let quirks = runs.quirks
    let usual = quirks.filter(\.on).map(\.id)
    guard !usual.isEmpty else {
      throw Failure(
        text: "\(id) has no quirk that is on, so none of them can break the command", code: 1)
    }
    guard try !runs.fails([], isShown: true) else {
      throw Failure(
        text:
          "the command fails without any quirk of \(id) too, so no quirk is the reason; see why: "
          + reproduction([], id), code: 1)
    }
    guard try runs.fails(Set(usual), isShown: true) else {
      throw Failure(
        text: "the command passes with all \(usual.count) quirks of \(id) that are on, "
          + "so there is nothing to find", code: 1)
    }
    var search = QuirkSearch { try runs.fails($0, isShown: verbose) }
    let found = try search.smallest(of: usual)
    let count = found.count == 1 ? "this quirk" : "these \(found.count) quirks together"
    Streams.output("The command fails because of \(count):")
    for quirk in quirks where found.contains(quirk.id) {
      Streams.output("  \(quirk.id): \(quirk.summary)")
      Streams.output("    \(quirk.evidence.grade.rawValue): \(quirk.evidence.source)")
    }
    Streams.output("See it fail with nothing else:")
    Streams.output("  " + reproduction(found, id))
  }

  /// The command line that runs the command with these quirks alone.
  private func reproduction(_ found: [String], _ id: String) -> String {
    var words = ["understudy", "run"]
    for file in options.fixtures.providerFiles { words += ["--provider", file] }
    for file in options.fixtures.castFiles { words += ["--cast", file] }
    if options.fixtures.noBundled { words.append("--no-bundled") }
    if let person = options.signIn { words += ["--sign-in", person] }
    words += ["--strict", id]
    for quirk in found { words += ["--with", "\(id).\(quirk)"] }
    return (words + ["--"] + command).map(ShellWord.plain).joined(separator: " ")
  }
}
