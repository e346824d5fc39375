import Basics
import ProviderModel

/// What was decided about a request, with everything that is needed to write the response later and on another thread.
///
/// A class, because it is large and passed on several times. It is sendable because only one thread has it at a time: the
/// one that decides, then the one that writes.
package final class Decision: @unchecked Sendable {
  let reading: RoutedRequest
  var content: Outcome.Content
  /// `nil` where the answer is no provider's.
  var facts: Facts?
  var endpoint: Endpoint?
  var cookies: [SetCookie] = []
  var people: [Person] = []
  /// Where the client of the authorization request would be told.
  var target: RedirectTarget?
  var unsigned: [UnsignedToken] = []
  var rule: Rule?
  /// Seconds until a rule's limit lets requests pass again.
  var wait: Int?
  /// What the ledger knows the codes and tokens by that were made.
  package internal(set) var issued: [LedgerKey] = []
  /// Those that it does not know any more, as their time was over.
  package internal(set) var forgotten: [LedgerKey] = []
  /// Whether nothing of it has happened: a HEAD.
  package internal(set) var isRehearsal = false
  /// Milliseconds before the first byte.
  var delay = 0
  package internal(set) var log = LogEntry()

  init(_ reading: RoutedRequest, _ content: Outcome.Content) {
    self.reading = reading
    self.content = content
    log.method = reading.request.method.rawValue
    log.path = reading.path
  }

  var site: Site { reading.site }
  var headers: Headers { reading.request.headers }

  /// The path of the host application that was requested; the host application answers it.
  package var outside: String? {
    if case .outside(let path) = content { path } else { nil }
  }

  /// Names under which secrets stand here, beside the usual ones: password fields, and what a rule has renamed.
  package var secretNames: SecretNames {
    SecretNames(
      more: facts?.provider.passwordFields ?? [], renamed: rule?.effect.change?.rename ?? [])
  }
}
