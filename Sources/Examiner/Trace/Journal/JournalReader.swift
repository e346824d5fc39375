import Basics
import HTTPTypes
import ProviderModel

/// Reads what the control API answers as a journal: an array, an entry a line, or an HTTP archive.
package struct JournalReader {
  let file: String
  let book: EndpointBook
  /// Bytes of a journal that are read.
  package static let most = 64 << 20

  /// - Parameter file: what messages call the text.
  package init(file: String, book: EndpointBook) {
    self.file = file
    self.book = book
  }

  /// - Throws: at the first thing that makes it no journal; nothing is read in part.
  package func read(_ text: [UInt8]) throws(JournalError) -> [JournalRecord] {
    let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw JournalError(file, "expected a journal, found nothing; \(JournalError.remedy)")
    }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      let line = String(decoding: bytes.prefix(40), as: UTF8.self).prefix { !$0.isNewline }
      throw JournalError(file, "expected JSON, found \"\(line)\"; \(JournalError.remedy)")
    }
    do {
      let root = try JSONReader(maximumBytes: Self.most).read(bytes, file: file).root
      if let list = root.arrayValue { return try records(list) }
      if let log = root["log"] { return try archive(log) }
      return try records([root])
    } catch let error as JSONSyntaxError {
      if first == UInt8(ascii: "{"), let lines = try lines(bytes) { return try records(lines) }
      throw JournalError(
        error.origin, "\(error.sentence); is the journal cut short? \(JournalError.remedy)")
    } catch let error as JournalError {
      throw error
    } catch {
      throw JournalError(file, "\(error)")
    }
  }

  /// The entries of a text with one entry per line, or `nil` if its first line isn't an entry.
  private func lines(_ bytes: [UInt8]) throws(JournalError) -> [JSONValue]? {
    var entries: [JSONValue] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated()
    where line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
      // So that each place is told by its own line; a journal has a thousand entries at most.
      let above = [UInt8](repeating: 0x0A, count: lines.count > 4_000 ? 0 : index)
      do {
        let reader = JSONReader(maximumBytes: Self.most)
        entries.append(try reader.read(above + line, file: file).root)
      } catch {
        if entries.isEmpty { return nil }
        throw JournalError(
          error.origin, "\(error.sentence); is the journal cut short? \(JournalError.remedy)")
      }
    }
    return entries
  }

  // MARK: Entries of our own

  private func records(_ entries: [JSONValue]) throws(JournalError) -> [JournalRecord] {
    guard !entries.isEmpty else {
      throw JournalError(file, "the journal has no entries: let the client sign in first")
    }
    let findings = Diagnostics()
    var records: [JournalRecord] = []
    for (index, entry) in entries.enumerated() {
      guard entry["n"] != nil, entry["kind"] != nil else {
        throw foreign(entry, index)
      }
      // What was done to the sandbox is no exchange.
      guard entry["kind"]?.stringValue == "exchange" else { continue }
      if let record = record(entry, "/\(index)", findings) { records.append(record) }
    }
    if let first = findings.errors.first { throw JournalError(first) }
    guard !records.isEmpty else {
      throw JournalError(
        file,
        "the journal holds what was done to the sandbox, and no request; let the client sign in first"
      )
    }
    return records
  }

  private func foreign(_ entry: JSONValue, _ index: Int) -> JournalError {
    let names = (entry.objectValue?.names ?? []).prefix(6).joined(separator: ", ")
    let found =
      entry.objectValue == nil
      ? entry.kindName : names.isEmpty ? "an empty object" : "an object with \(names)"
    return JournalError(
      entry.origin ?? Origin(file: file, line: 1, column: 1),
      "expected entry \(index + 1) to have n and kind, found \(found): this is not a journal of understudy; \(JournalError.remedy)"
    )
  }

  private func record(_ entry: JSONValue, _ pointer: String, _ findings: Diagnostics)
    -> JournalRecord?
  {
    var reader = FixtureReader(entry, pointer, findings)
    let number = reader.integer("n", in: 0...Int.max) ?? 0
    guard var sent = reader.object("request", required: true),
      var came = reader.object("response", required: true)
    else { return nil }
    var request = Request(
      method: .init(rawValue: sent.string("method", required: true) ?? "") ?? .get,
      scheme: sent.string("scheme") ?? "http", authority: sent.string("authority") ?? "",
      target: sent.string("target", required: true) ?? "",
      headers: Self.headers(&sent), body: Array((sent.string("body") ?? "").utf8))
    request.clientCertificate = sent.string("client_certificate").map { Array($0.utf8) }
    let answer = Answer(
      status: .init(code: came.integer("status", in: 0...999) ?? 0), headers: Self.headers(&came),
      body: Array((came.string("body") ?? "").utf8))
    var exchange = Exchange(number: number, at: 0, request: request, answer: answer)
    exchange.isDelivered = answer.status.code != 0
    exchange.provider = reader.string("provider") ?? ""
    exchange.endpoint = reader.string("endpoint") ?? ""
    exchange.kind = exchange.endpoint
    exchange.outcome = reader.string("outcome") ?? ""
    exchange.condition = reader.string("condition")
    exchange.why = reader.string("why")
    exchange.rule = reader.string("rule")
    if let endpoint = book.named(exchange.provider, exchange.endpoint) {
      exchange.take(endpoint)
    } else if exchange.provider.isEmpty, let (provider, endpoint) = book.found(request) {
      // By a method that nothing answers there: then the journal names no endpoint.
      exchange.provider = provider
      exchange.take(endpoint)
    }
    return JournalRecord(exchange: exchange, client: reader.string("client"))
  }

  static func headers(_ reader: inout FixtureReader) -> Headers {
    var headers = Headers()
    let list = reader.member("headers")?.arrayValue ?? []
    for (index, value) in list.enumerated() {
      var field = FixtureReader(value, "\(reader.at("headers"))/\(index)", reader.findings)
      guard let name = field.string("name", required: true),
        let text = field.string("value", required: true)
      else { continue }
      headers.append(.init(name, text))
    }
    return headers
  }
}
