import Basics

/// One run of the client at one stage: all that can be known of it.
package struct CheckRun: Sendable {
  package var check: String
  package var issuer = ""
  /// What is known of the client in this run, where that is another than in the rest.
  package var subject: Subject?
  package var exchanges: [Exchange] = []
  package var deliveries: [BrowserAction] = []
  package var outcome = Outcome(.unknown, "it gave no sign")
  /// What the client wrote: standard output, then standard error.
  package var output = ""
  /// Milliseconds since the run began, when the program had ended or the quiet window closed.
  package var ended = 0
  /// Milliseconds from the callback to the end.
  package var settled = 0
  /// Why the examiner could not do it; `nil` where it could.
  package var trouble: String?
  package var observations = Observations()
  /// Secrets that may be seen only in the messages that need them; judges look for them elsewhere. Reports hide more:
  /// `hidden`.
  package var secrets: [String] = []

  package init(check: String) { self.check = check }
}

extension CheckRun {
  /// What was seen of the client beside its requests; `nil` where nobody looked, or there was nothing to see.
  package struct Observations: Sendable {
    /// Why the browser brought no callback.
    package var browserFailure: String?
    /// What the client wanted a browser to open, if it was no web address.
    package var unopenable: String?
    /// The page of somebody else that the client wanted a browser to open.
    package var openedElsewhere: String?
    /// Where the start URL led, each time.
    package var begun: [String] = []
    /// The pages that a device had opened, which its user may have seen there.
    package var openedPages: [String] = []
    /// The client's redirect URI on the loopback interface.
    package var loopbackURI: String?
    /// The addresses at which the client listens on the port of that URI.
    package var loopbackAddresses: [String]?
    /// Whether the port was closed after the callback had been answered: before the client called a resource, and at its end.
    package var loopbackWasClosed: Bool?
    /// The moments after the callback at which the port was looked at, and whether somebody listened.
    package var loopbackSamples: [(at: Double, isOpen: Bool)] = []
    /// The files with tokens that the client left in its home; `nil` where nobody looked.
    package var tokenFiles: [TokenFile]?
    /// The arguments of the programs that the client started; `nil` where nobody looked.
    package var arguments: [String]?
    /// Whether a browser with the cookies from before the sign-out was still signed in.
    package var signedOutCookiesSignedIn: Bool?
    /// Whether a browser without cookies, to which the callback was replayed, was signed in.
    package var replaySignedIn: Bool?
    /// Whether a browser with the cookies from before the sign-in was signed in, too.
    package var earlierCookiesSignedIn: Bool?
    /// A cookie that signs in alone, although others can make it: its name, and what it is made of.
    package var guessedCookie: String?
    /// What each browser sent to the probe URL after its sign-in, where a check asks for it.
    var sessionCookies: [SessionSequence.Cookies] = []
    /// TLS handshakes that the client began at the port of this check.
    package var handshakes: Int?
    /// The file in which the reference client writes down the faults that it was asked for.
    package var keptFile: String?
    /// The exit code for `CheckRun.trouble`.
    package var troubleCode: Int32?
    /// Whether the program ended before it listened at its port.
    package var endedUnheard = false
  }
}

/// Where in a run things begin.
extension CheckRun {
  /// Requests that the client made, in order: those that it had the browser open too.
  package var own: [Exchange] { exchanges.filter(\.isClients) }

  /// The callbacks that were delivered, the proper one and others.
  package var callbacks: [BrowserAction] { deliveries.filter { $0.what == "callback" } }

  /// The first response that a rule of the stage changed.
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

/// What our user agent sent to the client, and what the client answered.
package struct BrowserAction: Sendable {
  /// `start`, `callback`, `replay`, `before`, `after`, `landing`, `probe`, and `other-probe` by
  /// another browser.
  package var what: String
  /// Milliseconds since the run began, with their fraction.
  package var at: Double
  package var method: String
  package var url: String
  package var body: String?
  /// `nil` where none came, or where the callback went to a program that answers nothing.
  package var answer: Answer?
  /// The changes that our user agent made to callbacks, a sentence for each.
  package var changes: [String] = []
  /// Why there is no answer; or to which program the callback was handed.
  package var note: String?

  package init(_ what: String, at: Double, method: String = "GET", url: String) {
    self.what = what
    self.at = at
    self.method = method
    self.url = url
  }
}

extension CheckRun {
  /// The client's token requests with this `grant_type`.
  func tokenRequests(_ grant: String) -> [Exchange] {
    own.filter { $0.kind == "token" && $0.parameters.first("grant_type") == grant }
  }
}
