import ArgumentParser
import Basics
import Examiner
import ProviderModel
import ReferenceClient

/// Examines the examiner: the reference client passes every check, and each of its mutants fails exactly its own check.
@main
struct SelfTest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "self-test",
    abstract:
      "Examine the examiner with a correct client, and with mutants that have one fault each.",
    discussion: """
      Prints the kill matrix: each mutant, the check that has to catch it, and the checks that did. Ends with 0 if the \
      correct client passes every check, and each mutant fails its own check and no other.

      self-test reference-client [--profile PROFILE] [--fault ID] is that client: the self-test starts it for each run.
      """)

  @Option(help: "Only this profile.")
  var profile: String?
  @Option(help: ArgumentHelp("Only these mutants, separated by commas.", valueName: "ids"))
  var mutants: String?
  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("Repeat the whole matrix this many times.", valueName: "number"))
  var repeats = 1
  @Option(help: ArgumentHelp("The number of parallel runs.", valueName: "number"))
  var jobs = 8
  @Option(
    help: ArgumentHelp(
      "Write the requirements with their checks and mutants as JSON, and run nothing.",
      valueName: "file"))
  var trace: String?
  @Flag(help: "Print every mutant, not only those with an unexpected result.")
  var verbose = false

  static func main() {
    FileWriter.reportFileSizeLimit()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "reference-client" {
      // Its exit code is its outcome: nothing may run after it.
      _exit(
        ReferenceClient.run(Array(arguments.dropFirst()), environment: ProcessEnvironment.values))
    }
    do {
      var command = try parse(arguments)
      try command.run()
    } catch let failure as Failure {
      try? FileWriter.write(Array("\(failure.text)\n".utf8), to: 2, named: "")
      _exit(failure.code)
    } catch {
      exit(withError: error)
    }
  }

  mutating func run() throws {
    let catalogue = Catalogue.bundled
    let profiles =
      try profile.map { [try CheckSelection.profile($0, catalogue)] }
      ?? catalogue.profiles
    let wanted = mutants.map { $0.split(separator: ",").map(String.init) }
    for id in wanted ?? [] where Fault(id: id) == nil {
      throw Failure(
        text: "self-test: there is no mutant \"\(id)\""
          + Suggestion.hint(for: id, among: Fault.all.map(\.id)))
    }
    // With nothing to examine, all would be as it should be.
    if let wanted,
      !Fault.all.contains(where: { fault in
        wanted.contains(fault.id)
          && profiles.contains { fault.isExamined(in: $0.id, sharing: $0.shares) }
      })
    {
      throw Failure(
        text:
          "self-test: --mutants names no mutant of \(profiles.map(\.id).joined(separator: ", "))")
    }
    if let trace { return try write(Traceability(catalogue), to: trace) }
    Running.heedSignals()
    let server = try ExaminerServer.forSelfTest()
    let folder = try CheckRunFolder.parent()
    let began = server.now
    var amiss = 0
    for _ in 0..<max(repeats, 1) where !Running.isStopped {
      for profile in profiles where !Running.isStopped {
        for dialect in [nil] + profile.dialects.map(\.provider) where !Running.isStopped {
          let matrix = KillMatrix(
            profile, in: dialect, catalogue, at: server, folder: folder, jobs: jobs,
            mutants: wanted)
          amiss += try matrix.run(verbose: verbose)
        }
      }
    }
    let seconds = Double(server.now - began) / 1000
    try say((amiss == 0 ? "all as it should be" : "\(amiss) amiss") + ", after \(seconds) s")
    Running.stop()
    Running.sweep()
    server.stop()
    Files.removeFolder(folder)
    throw ExitCode(Running.wasInterrupted ? 3 : amiss == 0 ? 0 : 1)
  }

  /// - Throws: where a check has no mutant, so that nobody knows whether it can fail. The file is there all the same.
  private func write(_ table: Traceability, to path: String) throws {
    try Files.write(table.text + "\n", to: path, access: .shared)
    guard table.gaps.isEmpty else {
      throw Failure(
        text:
          "self-test: no mutant shows that these can fail: \(table.gaps.joined(separator: ", "))",
        code: 1)
    }
  }
}

/// Writes a line to standard output, unbuffered.
func say(_ line: String) throws {
  try FileWriter.write(Array("\(line)\n".utf8), to: 1, named: "standard output")
}
