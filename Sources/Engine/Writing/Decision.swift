import Basics
import ProviderModel

/// What was decided about a request, with everything that is needed to write the response later and on another thread.
///
/// A class, because it is large and passed on several times. It is sendable because only one thread has it at a time: the
/// one that decides, then the one that writes.
package final class Decision: @unchecked Sendable {
  let reading: RoutedRequest
  var outcome: Outcome
  /// `nil` where the answer is no provider's.
  var facts: Facts?
  var endpoint: Endpoint?
  var cookies: [SetCookie] = []
  /// At which point of a key rotation it was decided.
  var keyRotation = KeyRotation()
  /// The client's keys, if something may have to be encrypted for it.
  var recipient: Recipient?
  var loginStatus: LoginStatus?
  /// Whether the page at the request's origin may read the answer to a request with cookies (Fetch, "CORS protocol").
  var sharesWithOrigin = false
  /// Where the client of the authorization request would be told.
  var target: RedirectTarget?
  var rule: Rule?
  /// Seconds until a rule's limit lets requests pass again.
  var wait: Int?
  /// The ledger's keys of codes and tokens that it does not know any more, as their time was over.
  package internal(set) var forgotten: [LedgerKey] = []
  /// Whether nothing of it has happened: a HEAD.
  package internal(set) var isRehearsal = false
  /// Milliseconds before the first byte.
  var delay = 0
  package internal(set) var log = LogEntry()

  init(_ reading: RoutedRequest, _ outcome: Outcome) {
    self.reading = reading
    self.outcome = outcome
    log.method = reading.request.method.rawValue
    log.path = reading.path
    log.outcome = outcome.said
  }

  var site: Site { reading.site }
  /// What clients are told, beside the answer: nothing where nothing has happened.
  package var notices: [LogoutNotice] { isRehearsal ? [] : outcome.notices }
  /// The ledger's keys of the codes and tokens that were made.
  package var issued: [LedgerKey] { outcome.issued.keys }
  var headers: Headers { reading.request.headers }

  /// The path of the host application that was requested; the host application answers it.
  package var outside: String? {
    if case .outside(let path) = outcome.content { path } else { nil }
  }

  /// Names under which secrets stand here, beside the usual ones: password fields, and what a rule has renamed.
  package var secretNames: SecretNames {
    SecretNames(
      more: (facts?.provider.passwordFields ?? [])
        .union(endpoint?.service.token.fields.map { $0.lowercased() } ?? []),
      renamed: rule?.effect.change?.rename ?? [])
  }
}
