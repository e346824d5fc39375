import Basics
import HTTPTypes

/// An answer in the provider's place, and the fields of a head.
extension RuleReader {
  func readAnswer(_ reader: inout FixtureReader) -> Rule.RawAnswer {
    let status = reader.integer("status") ?? 200
    var headers = readFields(&reader, "headers").flatMap { field in
      field.values.map { (field.name, $0) }
    }
    var body = reader.string("body") ?? ""
    let times = reader.integer("repeat") ?? 1
    if let json = reader.member("json") {
      if reader.value["body"] != nil {
        findings.error(
          reader.value, reader.pointer, "body and json are two bodies; an answer has one")
      }
      body = json.text()
      if !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
        headers.append(("Content-Type", "application/json"))
      }
    }
    reader.finish()
    if [204, 304].contains(status), !body.isEmpty {
      findings.error(
        reader.value, reader.pointer,
        "an answer of status \(status) has no body (RFC 9110 §6.4.1); leave it out")
    }
    let size = headers.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count }
    if size > Self.mostHeaderBytes {
      findings.error(
        reader.value["headers"], reader.at("headers"),
        "expected \(Self.mostHeaderBytes) bytes of headers at most, found \(size)")
    }
    if body.utf8.count * times > Self.mostBodyBytes {
      findings.error(
        reader.value["repeat"], reader.at("repeat"),
        "expected a body of \(Self.mostBodyBytes) bytes at most, found \(times) times \(body.utf8.count)"
      )
    }
    return .init(status: status, headers: headers, body: body, times: times)
  }

  /// What no client takes for an answer.
  private static let mostBodyBytes = Bounds.repeats.upperBound

  /// What clients take, and the server can send.
  private static let mostHeaderBytes = 16_384

  /// RFC 9110 §7.6.1, and what says how long the body is: of the connection, and not of the answer.
  private static let transported: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Fields of a head: a text, an array of texts for several fields of one name, `null` for none.
  func readFields(
    _ reader: inout FixtureReader, _ name: String, mayRemove: Bool = false
  ) -> [(name: String, values: [String])] {
    reader.map(name).compactMap { name, value, pointer in
      if mayRemove, value.isNull { return readField(name, nil, pointer).map { _ in (name, []) } }
      guard let list = value.arrayValue else {
        return readField(name, value, pointer).map { (name, [$0]) }
      }
      if list.isEmpty {
        findings.error(value, pointer, "expected at least one value, found none")
      }
      return (
        name,
        list.enumerated().compactMap { readField(name, $1, "\(pointer)/\($0)") }
      )
    }
  }

  private func readField(_ name: String, _ value: JSONValue?, _ pointer: String) -> String? {
    func refuse(_ sentence: String) -> String? {
      findings.error(value, pointer, sentence)
      return nil
    }
    guard HTTPField.Name(name) != nil else {
      return refuse("\"\(name)\" is no header name (RFC 9110 §5.1)")
    }
    guard !Self.transported.contains(name.lowercased()) else {
      return refuse(
        "\(name) is the connection's to say, and no rule's; leave it out "
          + "(for a body that breaks off: truncate)")
    }
    guard let value else { return "" }
    guard let text = value.stringValue else {
      return refuse("expected a string, found \(value.found)")
    }
    guard !text.isEmpty else {
      return refuse("a header without a value can't be sent; leave it out")
    }
    guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
      return refuse("white space around a header's value can't be sent (RFC 9110 §5.5)")
    }
    guard HTTPField.isValidValue(text) else {
      return refuse("expected a text on one line, without control characters (RFC 9110 §5.5)")
    }
    return text
  }
}
