import Basics
import HTTPTypes

/// Requests and responses as text, as `Tests/EngineTests/Transcripts` has them: start line, fields, a blank line, body.
enum Transcript {
  private struct Message {
    var start: Substring
    var headers = Headers()
    var body: [Substring] = []

    /// The blank line at the end belongs to the transcript.
    var bytes: [UInt8] {
      var lines = body[...]
      while lines.last?.isEmpty == true { lines = lines.dropLast() }
      return Array(lines.joined(separator: "\n").utf8)
    }
  }

  /// A request without a response, at the end, is left out.
  static func exchanges(_ text: String) -> [Recording.Exchange] {
    var exchanges: [Recording.Exchange] = []
    var request: Message?
    for message in messages(text) {
      if isRequest(message.start) {
        request = message
      } else if let sent = request {
        exchanges.append(exchange(sent, message, number: exchanges.count + 1))
        request = nil
      }
    }
    return exchanges
  }

  private static func messages(_ text: String) -> [Message] {
    var messages: [Message] = []
    var isHead = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.last == "\r" ? line.dropLast() : line
      if isRequest(line) || isResponse(line) {
        messages.append(Message(start: line))
        isHead = true
      } else if let last = messages.indices.last {
        if !isHead {
          messages[last].body.append(line)
        } else if line.isEmpty {
          isHead = false
        } else if let colon = line.firstIndex(of: ":") {
          messages[last].headers.append(
            .init(String(line[..<colon]), String(line[colon...].dropFirst().trimmed)))
        }
      }
    }
    return messages
  }

  private static func isRequest(_ line: Substring) -> Bool {
    guard line.hasSuffix(" HTTP/1.1") || line.hasSuffix(" HTTP/1.0") || line.hasSuffix(" HTTP/2")
    else { return false }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return words.count == 3 && !words[0].isEmpty
      && words[0].utf8.allSatisfy { (0x41...0x5A).contains($0) }
      && (words[1].hasPrefix("/") || words[1].hasPrefix("http"))
  }

  private static func isResponse(_ line: Substring) -> Bool {
    guard line.hasPrefix("HTTP/") else { return false }
    let words = line.split(separator: " ")
    return words.count > 1 && words[1].count == 3 && Int(words[1]) != nil
  }

  private static func exchange(
    _ sent: Message, _ came: Message, number: Int
  ) -> Recording.Exchange {
    let words = sent.start.split(separator: " ")
    var authority = sent.headers.first { $0.name.lowercased() == "host" }?.value ?? ""
    var target = words.count > 1 ? String(words[1]) : "/"
    var scheme = HostKind.isLocal(authority) ? "http" : "https"
    if target.hasPrefix("http") {
      let uri = URIReference(target)
      (scheme, authority) = (String(uri.scheme), String(uri.authority))
      target =
        (uri.path.isEmpty ? "/" : String(uri.path)) + (uri.query.map { "?\($0)" } ?? "")
    }
    let headers = Headers(sent.headers.filter { $0.name.lowercased() != "host" })
    let status = came.start.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Recording.Exchange(
      number: number, at: nil,
      request: Request(
        method: words.first.flatMap { .init(rawValue: String($0)) } ?? .get, scheme: scheme,
        authority: authority, target: target, headers: headers, body: sent.bytes),
      answer: Answer(status: .init(code: status), headers: came.headers, body: came.bytes))
  }

  // MARK: Writing

  static func text(_ exchanges: [Recording.Exchange]) -> String {
    exchanges.map { exchange in
      let (request, answer) = (exchange.request, exchange.answer)
      return "\(request.method.rawValue) \(request.target) HTTP/1.1\nHost: \(request.authority)\n"
        + message(request.headers, request.body)
        + "\nHTTP/1.1 \(answer.status.code)\n" + message(answer.headers, answer.body) + "\n"
    }.joined()
  }

  private static func message(_ headers: Headers, _ body: [UInt8]) -> String {
    let fields = headers.map { "\($0.name): \($0.value)\n" }.joined()
    return fields + (body.isEmpty ? "" : "\n" + String(decoding: body, as: UTF8.self) + "\n")
  }
}

/// How a host in a transcript was called.
enum HostKind {
  static func isLocal(_ authority: String) -> Bool {
    let name =
      authority.hasPrefix("[") ? authority.prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    return name.isEmpty || name == "localhost" || name.hasPrefix("127.") || name == "[::1"
  }
}
