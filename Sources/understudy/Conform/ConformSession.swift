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
    let examination = Examination(
      plan, at: server, folder: folder, progress: { meter.show($0) })
    let results: [CheckResult]
    do {
      results = try examination.run()
    } catch {
      meter.clear()
      throw error
    }
    meter.clear()
    var report = RunReport(
      toolVersion: UnderstudyTool.version, profile: plan.profile.id,
      profileTitle: plan.profile.title, provider: plan.provider, client: shownClient,
      requirements: "", started: started,
      seconds: Double(server.now - began) / 1000, results: results.map(withCurl))
    report.isInterrupted = Running.wasInterrupted
    report.isStrict = plan.isStrict
    reports.mark(&report, .bundled)
    try reports.write(report, secrets: examination.secrets)
    return report.isGreen ? 0 : 1
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
