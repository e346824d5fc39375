import HTTPMessages
import HTTPTypes
import JSON

/// What a rule does.
extension RuleReader {
  func readEffect(_ reader: inout FixtureReader, _ match: Rule.Match) -> Rule.Effect {
    let before = findings.list.count
    var effect = Rule.Effect()
    effect.condition = reader.string("condition").map { Condition($0) }
    if let condition = effect.condition { checkCondition(condition, match, reader) }
    if var answer = reader.object("answer") { effect.answer = readAnswer(&answer) }
    let delay = duration(&reader, "delay")
    effect.delay = delay ?? 0
    effect.truncate = reader.integer("truncate")
    if var drip = reader.object("drip") {
      let bytes = drip.integer("bytes") ?? 1
      effect.drip = (bytes, duration(&drip, "every") ?? 100)
      drip.finish()
    }
    effect.reset = reader.bool("reset") ?? false
    effect.close = reader.bool("close") ?? false
    if var change = reader.object("change") { effect.change = readChange(&change) }
    effect.tls = reader.choice("tls", as: TLSFault.self)
    reader.finish()
    checkTogether(effect, reader)
    // A delay of nothing lets a request pass those rules that stand behind; `false` says nothing.
    let acts =
      effect.condition != nil || effect.answer != nil || effect.reset || effect.close
      || delay != nil || effect.truncate != nil || effect.drip != nil || effect.change != nil
      || effect.tls != nil
    if findings.list.count == before, !acts {
      findings.error(
        reader.value, reader.pointer,
        "expected at least one of: answer, change, close, condition, delay, drip, reset, tls, truncate"
      )
    }
    checkHandshake(effect, match, reader)
    return effect
  }

  /// At a handshake there is no request yet, and only its host is known.
  private func checkHandshake(
    _ effect: Rule.Effect, _ match: Rule.Match, _ reader: FixtureReader
  ) {
    guard effect.tls != nil else { return }
    if !seesHandshakes {
      findings.error(
        reader.value["tls"], reader.at("tls"),
        "a handshake knows no sandbox: it comes before the request that names one, so only the default sandbox's "
          + "rules act on it; POST the rule to /_understudy/sandboxes/default/rules")
    }
    let members = reader.value.objectValue?.names ?? []
    if members.count > 1 {
      findings.error(
        reader.value, reader.pointer,
        "tls is about the handshake, where there is no answer yet: give the rest to a rule of its own"
      )
    }
    let isMore =
      match.provider != nil || match.endpoint != nil || match.method != nil || match.grant != nil
      || match.client != nil || match.isAboutPerson || !match.parameters.isEmpty
      || match.when != nil
    if isMore {
      findings.error(
        reader.value["tls"], reader.at("tls"),
        "at a handshake only the host is known: match nothing else")
    }
  }

  /// Effects of which one would leave nothing to the other.
  private func checkTogether(_ effect: Rule.Effect, _ reader: FixtureReader) {
    let ends = [
      effect.condition != nil, effect.answer != nil, effect.reset, effect.close,
    ].filter { $0 }.count
    if ends > 1 {
      findings.error(
        reader.value, reader.pointer, "condition, answer, reset and close exclude one another")
    }
    let isSilent = effect.reset || effect.close
    if isSilent, effect.truncate != nil || effect.drip != nil {
      findings.error(
        reader.value, reader.pointer,
        "reset and close send nothing that truncate could cut off or drip could slow down")
    }
    if effect.change != nil, isSilent || effect.answer != nil {
      findings.error(
        reader.value, reader.pointer,
        "change is about the provider's own answer, which answer, reset and close do away with")
    }
  }

  private func checkCondition(_ condition: Condition, _ match: Rule.Match, _ reader: FixtureReader)
  {
    let known = Set(places(match).flatMap { $0.provider.conditions(at: $0.endpoint) })
    guard !known.contains(condition) else { return }
    findings.error(
      reader.value["condition"], reader.at("condition"),
      "there is no condition \"\(condition)\" here"
        + Suggestion.list(for: condition.name, among: known.map(\.name)))
  }

  // MARK: An answer in the provider's place

  private func readAnswer(_ reader: inout FixtureReader) -> Rule.RawAnswer {
    let status = reader.integer("status") ?? 200
    var headers = reader.map("headers").compactMap { readHeader($0, $1, $2) }
    var body = reader.string("body") ?? ""
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
    return .init(status: status, headers: headers, body: body)
  }

  /// What clients take, and the server can send.
  private static let mostHeaderBytes = 16_384

  /// RFC 9110 §7.6.1, and what says how long the body is: of the connection, and not of the answer.
  private static let transported: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  private func readHeader(
    _ name: String, _ value: JSONValue, _ pointer: String
  ) -> (String, String)? {
    func refuse(_ sentence: String) -> (String, String)? {
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
    return (name, text)
  }
}
