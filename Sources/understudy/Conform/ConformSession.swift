import Basics
import Examiner
import ProviderModel
import Server

/// One examination from its start to its reports.
struct ConformSession {
  let plan: Examination.Plan
  let server: ExaminerServer
  let folder: String
  let reports: ReportPlan.Ready
  let shownClient: String

  /// - Returns: the exit code.
  func run() throws -> Int32 {
    let started = RunningServer.now()
    let began = server.now
    let meter = ProgressMeter()
    let checks = plan.checks + plan.passive
    let count = Lock(0)
    var empty = report(started: started, seconds: 0, [])
    reports.mark(&empty, .bundled)
    let examination = Examination(
      plan, at: server, folder: folder, progress: { meter.show($0) },
      ended: { [reports, empty] result, secrets in
        count.withLock { count in
          meter.clear()
          if count == 0 { reports.begin(empty, secrets: secrets) }
          reports.tell(result, of: empty, secrets: secrets, among: checks)
          count += 1
        }
      })
    let results: [CheckResult]
    do {
      results = try examination.run()
    } catch {
      meter.clear()
      throw error
    }
    meter.clear()
    var report = report(
      started: started, seconds: Double(server.now - began) / 1000, results.map(withCurl))
    report.isInterrupted = Running.wasInterrupted
    reports.mark(&report, .bundled)
    let written = count.withLock { $0 }
    if written == 0 { reports.begin(empty, secrets: examination.secrets) }
    try reports.end(report, secrets: examination.secrets, after: written, among: checks)
    return report.isGreen ? 0 : 1
  }

  private func report(started: Int, seconds: Double, _ results: [CheckResult]) -> RunReport {
    var report = RunReport(
      toolVersion: UnderstudyTool.version, profile: plan.profile.id,
      profileTitle: plan.profile.title, provider: plan.provider, client: shownClient,
      requirements: "", started: started, seconds: seconds, results: results)
    report.isStrict = plan.isStrict
    report.leftOut = plan.leftOut
    return report
  }

  /// A line that shows what the client met; what broke a passive check has one of its own.
  private func withCurl(_ result: CheckResult) -> CheckResult {
    guard result.curl.isEmpty, result.check.expect != .passive,
      let provider = server.host.staging.providers.provider(plan.provider)
    else { return result }
    var result = result
    result.curl = Reproduction(
      of: result.check, in: plan.profile, at: provider,
      BundledFixtures.defaultCast.firstVariables(of: provider)
    ).lines.joined(separator: "\n")
    result.isCurlOurs = true
    return result
  }

  func close() {
    Running.stop()
    Running.sweep()
    server.stop()
    Files.removeFolder(folder)
  }
}
