import ArgumentParser
import Examiner

struct Conform: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Examine an OAuth client: a verdict for each requirement, with its evidence.",
    discussion: """
      Runs the client against a provider that behaves well, then against one that is odd or hostile in one way at a \
      time. Each verdict names the section of the RFC, the evidence, and how to fix the client.

      Exit codes: 0 all that is required holds, 1 a requirement is broken or could not be decided, or a check could not be \
      run, 2 wrong usage, 3 the client could not be examined.
      """,
    subcommands: [
      ConformList.self, ConformExplain.self, ConformRun.self, ConformServe.self,
      ConformObserve.self,
    ])
}

/// Fixtures have checks too; in the tool a check is one of a client.
typealias Check = Examiner.Check
