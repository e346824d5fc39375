import Examiner
import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One examination from its start to its reports.
struct ConformSession {
  let plan: Examination.Plan
  let server: ExaminerServer
  let folder: String
  let selection: CheckSelection
  let shownCommand: String

  /// - Returns: the exit code.
  func run() throws -> Int32 {
    let started = RunningServer.now()
    let began = server.recorder.now
    let examination = Examination(plan, at: server, folder: folder, trust: [], progress: { _ in })
    let results = try examination.run()
    var report = RunReport(
      toolVersion: UnderstudyTool.version, profile: plan.profile.id,
      profileTitle: plan.profile.title, provider: plan.provider, client: shownCommand,
      requirements: "2026-1", started: started,
      seconds: Double(server.recorder.now - began) / 1000, results: results)
    report.isInterrupted = Running.isStopped
    for result in results {
      Streams.output("\(result.verdict.rawValue) \(result.check.id): \(result.reason)")
    }
    return report.isGreen ? 0 : 1
  }

  func close() {
    Running.stop()
    Running.sweep()
    server.stop()
    EpisodeFolder.remove(folder)
  }
}
