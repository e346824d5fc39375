import Basics
import HTTPTypes

/// One request of the client, cut apart.
struct Sent: Sendable {
  let episode: Int
  let exchange: Exchange
  let subject: Subject
  let query: Parameters
  /// What stands in the body, where the body is a form.
  let form: Parameters

  init(_ exchange: Exchange, in episode: Int, of subject: Subject) {
    self.episode = episode
    self.exchange = exchange
    self.subject = subject
    let request = exchange.request
    query = Parameters(formEncoded: (RequestTarget(request.target).query ?? "")[...])
    let type = Self.mediaType(request)
    form =
      type == nil || type == Self.formType
      ? Parameters(formEncoded: request.body) : Parameters()
  }

  static let formType = "application/x-www-form-urlencoded"

  /// In small letters, without its parameters.
  static func mediaType(_ request: Request) -> String? {
    request.headers.first(.contentType).map { line in
      String(line.prefix { $0 != ";" }.filter { $0 != " " }).lowercased()
    }
  }

  var place: PassiveResult.Place { .init(episode: episode, exchange: exchange.number) }
  var path: String { RequestTarget(exchange.request.target).path }
  var method: String { exchange.request.method.rawValue }
  var authorization: String? { exchange.request.headers.first(.authorization) }

  /// The scheme of the `Authorization` header in lower case.
  var scheme: String? { authorization.map { String($0.prefix { $0 != " " }).lowercased() } }

  /// A parameter of the body, or else of the query. One without a value is left out (RFC 6749 §3.1, §3.2).
  func value(_ name: String) -> String? {
    [form.first(name), query.first(name)].compactMap { $0 }.first { !$0.isEmpty }
  }

  /// Those of the query, then those of the body.
  var parameters: [Parameters.Parameter] { query.list + form.list }

  /// As clients see it: 0 where no answer came.
  var status: Int { exchange.answer.asDelivered.status.code }

  /// Whether the server took it: where that is no RFC's way, the provider has it so.
  var isTaken: Bool { (200..<300).contains(status) }
}
