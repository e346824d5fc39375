import Basics
import HTTPTypes
import Server

/// Requests and responses that were recorded at a provider.
struct Recording {
  /// One request with its response.
  struct Exchange {
    /// Its place in the recording, from 1.
    var number: Int
    /// Seconds since 1970, if the recording says so.
    var at: Int?
    var request: Request
    var answer: Answer
    /// Whether the response had a body that the recording lacks.
    var lacksBody = false

    /// The address of the request, as a client writes it.
    var url: String { "\(request.scheme)://\(request.authority)\(request.target)" }
  }

  enum Form {
    /// An HTTP archive (HAR 1.2).
    case archive(JSONValue)
    /// Requests and responses as text, one after the other.
    case transcript
  }

  var form: Form
  var exchanges: [Exchange]

  /// Bytes of a recording that are read.
  static let most = 64 << 20

  /// - Parameter path: A file; `-` is standard input.
  init(_ path: String) throws {
    let source = JournalSource.file(path)
    try self.init(try source.read(most: Self.most, noun: "recording"), name: source.name)
  }

  init(_ text: [UInt8], name: String) throws {
    let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
      do {
        let root = try JSONReader(maximumBytes: Self.most).read(bytes, file: name).root
        (form, exchanges) = (.archive(root), try ArchiveReader(name: name).exchanges(root))
      } catch let error as JSONSyntaxError {
        throw Failure(
          text: "\(name):\(error.origin.line):\(error.origin.column): error: \(error.sentence)")
      }
    } else {
      form = .transcript
      exchanges = Transcript.exchanges(String(decoding: bytes, as: UTF8.self))
    }
    guard !exchanges.isEmpty else {
      throw Failure(
        text: "\(name): error: expected an HTTP archive (HAR) or a transcript, which begins with a "
          + "request line such as POST /token HTTP/1.1; found no request")
    }
  }
}

/// Reads the entries of an HTTP archive (HAR 1.2).
struct ArchiveReader {
  let name: String

  func exchanges(_ root: JSONValue) throws -> [Recording.Exchange] {
    guard let entries = root["log"]?["entries"]?.arrayValue else {
      throw Failure(
        text: "\(name): error: expected an HTTP archive with log.entries, found an object with "
          + (root.objectValue?.names.prefix(6).joined(separator: ", ") ?? ""))
    }
    return try entries.enumerated().map { try exchange($1, number: $0 + 1) }
  }

  private func exchange(_ entry: JSONValue, number: Int) throws -> Recording.Exchange {
    guard let sent = entry["request"], let came = entry["response"],
      let method = sent["method"]?.stringValue, let url = sent["url"]?.stringValue,
      let verb = HTTPRequest.Method(rawValue: method)
    else {
      throw Failure(
        text:
          "\(name): error: expected entry \(number) of log.entries to have request, with method "
          + "and url, and response")
    }
    let uri = URIReference(url)
    let path = uri.path.isEmpty ? "/" : String(uri.path)
    var request = Request(
      method: verb, scheme: uri.scheme.lowercased(),
      authority: Self.authority(uri), target: path + (uri.query.map { "?\($0)" } ?? ""),
      headers: Self.headers(sent))
    if let posted = sent["postData"] {
      request.body = Array(Self.posted(posted).utf8)
      if let type = posted["mimeType"]?.stringValue, !type.isEmpty,
        !request.headers.contains(.contentType)
      {
        request.headers[.contentType] = type
      }
    }
    let status = came["status"]?.integerValue ?? 0
    var answer = Answer(
      status: .init(code: (0...999).contains(status) ? status : 0), headers: Self.headers(came))
    let content = came["content"]
    answer.body = content.map(Self.bytes) ?? []
    if let place = came["redirectURL"]?.stringValue, !place.isEmpty,
      !answer.headers.contains(.location)
    {
      answer.headers[.location] = place
    }
    return Recording.Exchange(
      number: number,
      at: entry["startedDateTime"]?.stringValue.flatMap(Dates.seconds), request: request,
      answer: answer,
      lacksBody: answer.body.isEmpty && (content?["size"]?.integerValue ?? 0) > 0)
  }

  /// Host and port, without the usual port.
  private static func authority(_ uri: URIReference) -> String {
    let text = uri.authority.lowercased()
    let usual = uri.scheme.lowercased() == "https" ? ":443" : ":80"
    return text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : text
  }

  private static func headers(_ message: JSONValue) -> Headers {
    Headers(
      (message["headers"]?.arrayValue ?? []).compactMap { field in
        guard let name = field["name"]?.stringValue, !name.hasPrefix(":"),
          let value = field["value"]?.stringValue
        else { return nil }
        return .init(name, value)
      })
  }

  private static func posted(_ data: JSONValue) -> String {
    if let text = data["text"]?.stringValue, !text.isEmpty { return text }
    let pairs = (data["params"]?.arrayValue ?? []).compactMap { each in
      each["name"]?.stringValue.map { (name: $0, value: each["value"]?.stringValue ?? "") }
    }
    return QueryStyle().encode(pairs)
  }

  static func bytes(_ content: JSONValue) -> [UInt8] {
    let text = content["text"]?.stringValue ?? ""
    guard content["encoding"]?.stringValue?.lowercased() == "base64" else {
      return Array(text.utf8)
    }
    return Base64.decode(text) ?? []
  }
}
