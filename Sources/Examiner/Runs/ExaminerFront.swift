import Basics
import Server

/// What answers before the providers do: the page of `conform serve`, and the address of reports.
///
/// Both are behind the control API's own checks. A report needs no token: its address is a secret itself.
package final class ExaminerFront: Sendable {
  package let recorder = Recorder()
  /// Of `conform serve` alone.
  package let desk = Lock<ExaminerPage?>(nil)

  package func reply(to request: Request, at house: MockServer, _ answer: () -> Reply) -> Reply {
    let desk = desk.withLock { $0 }
    guard request.target.hasPrefix(ExaminerPage.root) else {
      desk?.meet(request)
      return recorder.witness(request, answer)
    }
    let isReport = request.target.hasPrefix(Recorder.reports)
    let isPage = ExaminerPage.isPage(request)
    let refusal = house.refusal(
      to: request, at: ExaminerServer.clock(), asksToken: !isReport && !isPage)
    if let refusal { return .answer(refusal) }
    if isReport { return .answer(recorder.take(request)) }
    return desk?.answer(request).map { .answer($0) } ?? answer()
  }
}
