import Basics
import Server
import Synchronization

/// What answers before the providers do: the page of `conform serve`, and the address of reports.
///
/// Both are behind the control API's own checks. A report needs no token: its address is a secret itself.
package final class ExaminerFront: Sendable {
  let reports = ClientReports()
  /// Rings when it is known what became of an answer.
  let deliveries = Bell()
  private let inProgress = Atomic(0)
  /// Of `conform serve` alone.
  package let page = Lock<ExaminerPage?>(nil)

  /// Whether an answer is still being made, in any sandbox.
  var isBusy: Bool { inProgress.load(ordering: .acquiring) > 0 }

  package func reply(to request: Request, at house: MockServer, _ answer: () -> Reply) -> Reply {
    let page = page.withLock { $0 }
    guard request.target.hasPrefix(ExaminerPage.root) else {
      page?.meet(request)
      return observed(answer)
    }
    let isReport = request.target.hasPrefix(ClientReports.root)
    let isPage = ExaminerPage.isPage(request)
    let refusal = house.refusal(
      to: request, at: ExaminerServer.clock(), asksToken: !isReport && !isPage)
    if let refusal { return .answer(refusal) }
    if isReport { return .answer(reports.take(request)) }
    return page?.answer(request).map { .answer($0) } ?? answer()
  }

  private func observed(_ answer: () -> Reply) -> Reply {
    inProgress.add(1, ordering: .acquiringAndReleasing)
    defer { inProgress.subtract(1, ordering: .acquiringAndReleasing) }
    let reply = answer()
    guard case .answer(var answer) = reply, let journal = answer.observer else { return reply }
    answer.observer = RingingObserver(journal, deliveries)
    return .answer(answer)
  }
}

/// Rings after the journal has been told.
private final class RingingObserver: DeliveryObserver {
  private let journal: any DeliveryObserver
  private let bell: Bell

  init(_ journal: any DeliveryObserver, _ bell: Bell) {
    (self.journal, self.bell) = (journal, bell)
  }

  func delivery(is status: DeliveryStatus) {
    journal.delivery(is: status)
    bell.ring()
  }
}
