import Basics
import ProviderModel

/// What was decided about an exchange, for the journal and the log. It never holds a query.
///
/// It is put into words when somebody looks: most entries nobody ever reads.
package struct LogEntry: Sendable {
  package enum Said: Sendable, Equatable {
    case status(Int)
    case preflight, answered, introspected, revoked, minted, signedOut, wrongPassword, lockedOut
    case registered, registrationUpdated, unregistered
    /// An authorization request was pushed.
    case pushed
    /// A device asked for codes; a person approved its request.
    case deviceStarted, deviceApproved
    case page
    case shown(String)
    case goesOn(String)
    case signedIn(String)
    case granted(String)
    case refused(Condition)
    case staleForm
    /// A request of the server to a client was answered with this status; it was not answered at all.
    case delivered(Int)
    case undelivered
    case byRule(String)
    case reset(String)
    case closed(String)
    /// What a GET would have come to, where a HEAD asked.
    indirect case rehearsed(Said)
    /// In the words in which another server has told it.
    case told(String)
    case none

    /// How the words for outcomes begin: some have a colon and more behind it. An outcome of ours may also be a status,
    /// or name a rule.
    package static let heads = [
      "answered", "continues", "delivered", "device", "granted", "introspected", "locked out",
      "minted",
      "not delivered",
      "page", "preflight", "pushed", "refused", "registered", "registration updated", "revoked",
      "signed in", "signed out", "unregistered", "wrong password",
    ]
    /// Outcomes that name a rule begin so.
    package static let ruleHeads = ["by rule ", "reset by rule ", "closed by rule "]
    /// What a GET would have come to.
    package static let rehearsedHead = "would be "

    package var text: String {
      switch self {
      case .status(let code): String(code)
      case .preflight: "preflight"
      case .answered: "answered"
      case .introspected: "introspected"
      case .revoked: "revoked"
      case .minted: "minted"
      case .signedOut: "signed out"
      case .registered: "registered"
      case .registrationUpdated: "registration updated"
      case .unregistered: "unregistered"
      case .wrongPassword: "wrong password"
      case .lockedOut: "locked out"
      case .pushed: "pushed"
      case .deviceStarted: "device: waits for a person"
      case .deviceApproved: "device: approved"
      case .page: "page"
      case .shown(let page): "page: \(page)"
      case .goesOn(let link): "continues: \(link)"
      case .signedIn(let person): "signed in: \(person)"
      case .granted(let type): "granted: \(type)"
      case .refused(let condition): "refused: \(condition.name)"
      case .staleForm: "refused: stale form"
      case .delivered(let status):
        (200..<300).contains(status) ? "delivered: \(status)" : "not delivered: \(status)"
      case .undelivered: "not delivered"
      case .byRule(let rule): "by rule \(rule)"
      case .reset(let rule): "reset by rule \(rule)"
      case .closed(let rule): "closed by rule \(rule)"
      case .rehearsed(let said): "would be \(said.text)"
      case .told(let words): words
      case .none: ""
      }
    }

    /// The outcome without what differs from request to request, for counting.
    package var family: String {
      switch self {
      case .byRule, .reset, .closed: return "by rule"
      case .refused, .staleForm: return text
      default:
        let text = text
        return text.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(text[..<$0]) } ?? text
      }
    }
  }

  package var method = ""
  package var path = ""
  package var provider = "-"
  package var endpoint = "-"
  package var outcome = Said.none
  /// For a refusal: why, how to mend it, and the clause.
  package var why: String?
  package var remedy: String?
  package var clause: String?
  package var condition: Condition?
  package var client: String?
  package var person: String?
  package var rule: String?
  /// What would have matched, or been accepted.
  package var near: [String] = []

  package init() {}

  /// The decision had no effect, so a caller that waits for a grant must not find this entry.
  mutating func rehearsed() {
    switch outcome {
    case .granted, .signedIn, .signedOut, .deviceApproved: outcome = .rehearsed(outcome)
    default: return
    }
    why = why ?? "HEAD asks what GET would answer, and does nothing"
  }

  /// One readable line.
  package var line: String {
    var line = "\(method) \(path) · \(provider) \(endpoint) · \(outcome.text)"
    if let rule { line += " · rule \(rule)" }
    if let why { line += " · \(why)" }
    if let remedy, !remedy.isEmpty { line += " → \(remedy)" }
    if let clause, !clause.isEmpty {
      // The remedy may end with a clause of its own.
      let ends =
        line.hasSuffix(")")
        && line[(line.lastIndex(of: "(") ?? line.startIndex)...].hasPrefix("(RFC")
      line = ends ? "\(line.dropLast()); \(clause))" : "\(line) (\(clause))"
    }
    return Self.oneLine(line)
  }

  /// What a client sent is in it: a log line stays one line, and commands no terminal.
  package static func oneLine(_ text: String) -> String { Visible.line(text) }
}
