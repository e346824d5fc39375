import Basics
import Engine
import HTTPTypes
import ProviderModel

/// Entries of journals as texts that a store keeps.
extension JournalEntry {
  /// The entry with all that a reader may be shown.
  var stored: JSONValue {
    var object = JSONObject()
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { object[name] = JSONValue(.string(text)) }
    }
    func number(_ value: Int) -> JSONValue { JSONValue(.number(String(value))) }
    put("kind", kind.rawValue)
    object["at"] = number(at.wall)
    object["sandbox_time"] = number(at.sandbox)
    put("sandbox", sandbox)
    put("token", token)
    put("method", log.method)
    put("path", log.path)
    put("provider", log.provider)
    put("endpoint", log.endpoint)
    put("outcome", log.outcome.text)
    put("why", log.why)
    put("remedy", log.remedy)
    put("clause", log.clause)
    put("condition", log.condition?.name)
    put("client", log.client)
    put("person", log.person)
    put("rule", log.rule)
    if !log.near.isEmpty {
      object["near"] = JSONValue(.array(log.near.map { JSONValue(.string($0)) }))
    }
    switch event {
    case .act(let detail): put("detail", detail)
    case .exchange(let exchange):
      let (request, answer) = exchange.kept
      object["request"] = [
        "method": JSONValue(.string(request.method.rawValue)),
        "scheme": JSONValue(.string(request.scheme)),
        "authority": JSONValue(.string(request.authority)),
        "target": JSONValue(.string(request.target)),
        "headers": Self.stored(request.headers), "body": Self.stored(request.body),
        "certificate": request.clientCertificate.map(Self.stored) ?? .null,
      ]
      let delivered = answer.asDelivered
      object["answer"] = [
        "status": number(delivered.status.code), "headers": Self.stored(delivered.headers),
        "body": Self.stored(delivered.body), "delay": number(answer.delivery.delay),
      ]
      let names = exchange.moreNames
      if !names.isEmpty {
        object["secret_names"] = JSONValue(.array(names.map { JSONValue(.string($0)) }))
      }
    }
    return JSONValue(.object(object))
  }

  private static func stored(_ headers: Headers) -> JSONValue {
    JSONValue(.string(headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")))
  }

  /// Text as it is, other bytes in base64url.
  private static func stored(_ bytes: [UInt8]) -> JSONValue {
    if let text = String(validating: bytes, as: UTF8.self) { return JSONValue(.string(text)) }
    return ["base64url": JSONValue(.string(Base64URL.encode(bytes)))]
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    if let text = value?.stringValue { return Array(text.utf8) }
    return value?["base64url"]?.stringValue.flatMap { Base64URL.decode($0) }
  }

  private static func headers(_ value: JSONValue?) -> Headers {
    var headers = Headers()
    for line in (value?.stringValue ?? "").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers.append(
        Headers.Field(
          String(line[..<colon]), String(line[line.index(after: colon)...].dropFirst())))
    }
    return headers
  }

  /// - Returns: `nil` if the text is no entry.
  convenience init?(stored line: String, _ redactor: Redactor) {
    guard let value = try? JSONReader().read(Array(line.utf8), file: "journal").root,
      let kind = value["kind"]?.stringValue.flatMap(EntryKind.init),
      let wall = value["at"]?.integerValue, let time = value["sandbox_time"]?.integerValue
    else { return nil }
    func text(_ name: String) -> String? { value[name]?.stringValue }
    var log = LogEntry()
    log.method = text("method") ?? ""
    log.path = text("path") ?? ""
    log.provider = text("provider") ?? "-"
    log.endpoint = text("endpoint") ?? "-"
    log.outcome = text("outcome").map { .told($0) } ?? .none
    (log.why, log.remedy, log.clause) = (text("why"), text("remedy"), text("clause"))
    log.condition = text("condition").map { Condition($0) }
    (log.client, log.person, log.rule) = (text("client"), text("person"), text("rule"))
    log.near = value["near"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var event = Event.act(text("detail") ?? "")
    if let sent = value["request"], let got = value["answer"] {
      guard let method = sent["method"]?.stringValue.flatMap({ HTTPRequest.Method($0) }),
        let status = got["status"]?.integerValue
      else { return nil }
      var request = Request(
        method: method, scheme: sent["scheme"]?.stringValue ?? "http",
        authority: sent["authority"]?.stringValue ?? "",
        target: sent["target"]?.stringValue ?? "", headers: Self.headers(sent["headers"]),
        body: Self.bytes(sent["body"]) ?? [])
      request.clientCertificate = Self.bytes(sent["certificate"])
      let answer = Answer(
        status: .init(code: status), headers: Self.headers(got["headers"]),
        body: Self.bytes(got["body"]) ?? [],
        delivery: Delivery(delay: got["delay"]?.integerValue ?? 0))
      let names = value["secret_names"]?.arrayValue?.compactMap(\.stringValue) ?? []
      event = .exchange(Exchange(request, answer, SecretNames(more: Set(names)), redactor))
    }
    self.init(
      at: Instants(wall: wall, sandbox: time), arrival: 0,
      sandbox: text("sandbox") ?? "", kind: kind, log: log, event: event,
      token: text("token") ?? "")
  }
}
