import ArgumentParser
import Basics
import Examiner
import ReferenceClient

/// The examiner examined: the reference client passes all, and each mutant of it fails exactly its check.
struct SelfTest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "self-test",
    abstract:
      "Examine the examiner: a client that is right, and mutants of it with one fault each.",
    discussion: """
      Prints the kill matrix: each mutant, the check that has to catch it, and what did. Ends with 0 when the client \
      without a fault passes every check, and each mutant fails the one that it has to, and no other.
      """)

  @Option(help: "Only this profile.")
  var profile: String?
  @Option(help: ArgumentHelp("Only these mutants: separated by commas.", valueName: "ids"))
  var mutants: String?
  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("Do all of it so often.", valueName: "number"))
  var repeats = 1
  @Option(help: ArgumentHelp("So many runs side by side.", valueName: "number"))
  var jobs = 8
  @Option(
    help: ArgumentHelp(
      "Write which requirement is proved by which checks and mutants, as JSON, and run nothing.",
      valueName: "file"))
  var trace: String?
  @Flag(help: "Say each mutant, not only those that are amiss.")
  var verbose = false

  mutating func run() throws {
    let catalogue = Catalogue.bundled
    let profiles =
      try profile.map { [try CheckSelection.profile($0, catalogue)] }
      ?? catalogue.profiles
    let wanted = mutants.map { $0.split(separator: ",").map(String.init) }
    for id in wanted ?? [] where Fault(id: id) == nil {
      throw Failure(text: "conform: there is no mutant \"\(id)\"")
    }
    if let trace { return try write(Traceability(catalogue), to: trace) }
    Running.heedSignals()
    var options = try ServerOptions.parse([])
    options.caOnce = true
    let server = try ExaminerServer(options, ports: .init(plain: 0, https: 0, proxy: nil))
    server.running.startKeysNow()
    let folder = try CheckRunFolder.parent()
    let began = server.recorder.now
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
    let seconds = Double(server.recorder.now - began) / 1000
    Streams.output(
      (amiss == 0 ? "all as it should be" : "\(amiss) amiss") + ", after \(seconds) s")
    Running.stop()
    Running.sweep()
    server.stop()
    CheckRunFolder.remove(folder)
    throw ExitCode(Running.wasInterrupted ? 3 : amiss == 0 ? 0 : 1)
  }

  /// - Throws: where a check has no mutant, so that nobody knows whether it can fail. The file is there all the same.
  private func write(_ table: Traceability, to path: String) throws {
    try Files.write(table.text + "\n", to: path, access: .shared)
    guard table.gaps.isEmpty else {
      throw Failure(
        text: "conform: no mutant shows that these can fail: \(table.gaps.joined(separator: ", "))",
        code: 1)
    }
  }
}
