import Basics
import HTTPTypes
import ProviderModel

/// HTTP archives (HAR 1.2): they say what was sent and came, and nothing of what it was for.
extension JournalReader {
  func archive(_ log: JSONValue) throws(JournalError) -> [JournalRecord] {
    guard let entries = log["entries"]?.arrayValue else {
      throw JournalError(
        log.origin ?? Origin(file: file, line: 1, column: 1),
        "expected log.entries, an array, found \(log["entries"]?.kindName ?? "none"); \(JournalError.remedy)"
      )
    }
    guard !entries.isEmpty else {
      throw JournalError(file, "the archive has no entries: let the client sign in first")
    }
    let findings = Diagnostics()
    var records: [JournalRecord] = []
    for (index, entry) in entries.enumerated() {
      let exchange = exchange(entry, number: index + 1, "/log/entries/\(index)", findings)
      if let exchange { records.append(JournalRecord(exchange: exchange, client: nil)) }
    }
    if let first = findings.errors.first { throw JournalError(first) }
    guard records.contains(where: { !$0.exchange.provider.isEmpty }) else {
      throw JournalError(
        file,
        "none of the \(records.count) requests went to an endpoint that is known here; --fixture FILE says which provider it was"
      )
    }
    return records
  }

  private func exchange(
    _ entry: JSONValue, number: Int, _ pointer: String, _ findings: Diagnostics
  ) -> Exchange? {
    var reader = FixtureReader(entry, pointer, findings)
    guard var sent = reader.object("request", required: true),
      var came = reader.object("response", required: true)
    else { return nil }
    let url = sent.string("url", required: true) ?? ""
    let uri = URIReference(url)
    let path = uri.path.isEmpty ? "/" : String(uri.path)
    var request = Request(
      method: .init(rawValue: sent.string("method", required: true) ?? "") ?? .get,
      scheme: String(uri.scheme), authority: String(uri.authority),
      target: path + (uri.query.map { "?\($0)" } ?? ""), headers: Self.headers(&sent))
    request.clientCertificate = sent.string("_client_certificate").map { Array($0.utf8) }
    if var posted = sent.object("postData") {
      request.body = Array((posted.string("text") ?? "").utf8)
      if let type = posted.string("mimeType"), !type.isEmpty,
        !request.headers.contains(.contentType)
      {
        request.headers[.contentType] = type
      }
    }
    var answer = Answer(
      status: .init(code: came.integer("status", in: 0...999) ?? 0), headers: Self.headers(&came))
    if var content = came.object("content") {
      answer.body = Array((content.string("text") ?? "").utf8)
    }
    var exchange = Exchange(number: number, at: 0, request: request, answer: answer)
    exchange.isDelivered = answer.status.code != 0
    if let (provider, endpoint) = book.found(request) {
      exchange.provider = provider
      exchange.take(endpoint)
    }
    // What our own archives say beside the RFC's members.
    let comment = reader.string("comment") ?? ""
    exchange.outcome = comment
    return exchange
  }
}
