/// Where in a run things begin.
extension CheckRun {
  /// Requests that the client made, in order: those that it had the browser open too.
  package var own: [Exchange] { exchanges.filter(\.isClients) }

  /// The callbacks that were delivered, the proper one and others.
  package var callbacks: [BrowserAction] { deliveries.filter { $0.what == "callback" } }

  /// The first answer that a rule of the stage had a hand in.
  package var fault: Exchange? { exchanges.first { $0.rule != nil } }

  /// The time from which the client can react to the fault, in milliseconds, or `nil` if it never met the fault.
  ///
  /// A fault at a page or in a redirect reaches the client with its callback; a later one, with the response.
  /// If no callback comes, the page counts.
  package func onset(isStaged: Bool) -> Double? {
    let page = exchanges.first { $0.isAgents }
    guard isStaged else { return callbacks.first?.at ?? page?.at }
    guard let fault else { return nil }
    return fault.isAgents ? callbacks.first?.at ?? fault.at : fault.at
  }

  /// The client's own requests since a moment.
  package func requests(since moment: Assertion.Moment, isStaged: Bool) -> [Exchange] {
    switch moment {
    case .start: return own
    case .callback:
      guard let at = callbacks.first?.at else { return [] }
      return own.filter { $0.at >= at }
    case .fault:
      if let fault, !fault.isAgents, let index = exchanges.firstIndex(where: { $0.rule != nil }) {
        return exchanges[(index + 1)...].filter(\.isClients)
      }
      guard let at = onset(isStaged: isStaged) else { return [] }
      return own.filter { $0.at >= at }
    }
  }
}

extension Exchange {
  /// Whether an endpoint's name or kind, or `elsewhere`, is this one's.
  package func isTo(_ place: String) -> Bool { endpoint == place || kind == place }
}
