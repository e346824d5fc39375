import Synchronization

/// Forms that were posted from another site, for the request that follows.
final class Tickets: Sendable {
  private static let most = 100
  private let forms = Mutex<[String: Form]>([:])

  func keep(_ form: Form) -> String {
    let ticket = Chance.text()
    forms.withLock { forms in
      if forms.count >= Self.most { forms.removeAll() }
      forms[ticket] = form
    }
    return ticket
  }

  func take(_ ticket: String) -> Form? { forms.withLock { $0.removeValue(forKey: ticket) } }
}
