import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JSON
import ProviderModel

/// One exchange, or one act of the control API, as it is shown later: secrets are gone already.
struct JournalEntry: Sendable {
  enum Event: Sendable {
    case exchange(Request, Answer)
    /// What was done to the sandbox.
    case act(String)
  }

  var number = 0
  /// Seconds since 1970: the wall clock, and the sandbox's.
  var at: Instants
  var sandbox: String
  var kind: String
  var log = LogEntry()
  var event: Event

  /// About how much memory it takes.
  var size: Int {
    let (request, answer): (Request, Answer)
    switch event {
    case .act(let detail): return 256 + detail.utf8.count
    case .exchange(let one, let other): (request, answer) = (one, other)
    }
    func count(_ fields: HTTPFields) -> Int {
      fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    }
    let told = [log.path, log.outcome, log.why ?? "", log.remedy ?? ""] + log.near
    return 1024 + told.reduce(0) { $0 + $1.utf8.count } + request.target.utf8.count
      + request.body.count + answer.body.count
      + count(request.headers) + count(answer.headers)
  }

  var status: Int {
    if case .exchange(_, let answer) = event { answer.status.code } else { 0 }
  }

  var value: JSONValue {
    var object = JSONObject()
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty, text != "-" { object[name] = JSONValue(.string(text)) }
    }
    object["n"] = JSONValue(.number(String(number)))
    put("at", Dates.text(at.wall))
    put("sandbox_time", Dates.text(at.sandbox))
    put("sandbox", sandbox)
    put("kind", kind)
    put("provider", log.provider)
    put("endpoint", log.endpoint)
    put("client", log.client)
    put("person", log.person)
    put("outcome", log.outcome)
    put("condition", log.condition)
    put("why", log.why)
    put("remedy", log.remedy)
    put("clause", log.clause)
    put("rule", log.rule)
    if !log.near.isEmpty {
      object["near"] = JSONValue(.array(log.near.map { JSONValue(.string($0)) }))
    }
    switch event {
    case .act(let text): put("detail", text)
    case .exchange(let request, let answer):
      object["request"] = [
        "method": JSONValue(.string(request.method.rawValue)),
        "authority": JSONValue(.string(request.authority)),
        "target": JSONValue(.string(request.target)), "headers": Self.list(request.headers),
        "body": JSONValue(.string(String(decoding: request.body, as: UTF8.self))),
      ]
      object["response"] = [
        "status": JSONValue(.number(String(answer.status.code))),
        "headers": Self.list(answer.headers),
        "body": JSONValue(.string(String(decoding: answer.body, as: UTF8.self))),
      ]
    }
    return JSONValue(.object(object))
  }

  static func list(_ fields: HTTPFields) -> JSONValue {
    JSONValue(
      .array(
        fields.map {
          [
            "name": JSONValue(.string($0.name.rawName)), "value": JSONValue(.string($0.value)),
          ]
        }))
  }
}

extension JournalEntry {
  /// An entry of an HTTP archive (HAR 1.2), as browsers' tools read it.
  var har: JSONValue? {
    guard case .exchange(let request, let answer) = event else { return nil }
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let pairs = Parameters(formEncoded: query).list.map { parameter -> JSONValue in
      ["name": JSONValue(.string(parameter.name)), "value": JSONValue(.string(parameter.value))]
    }
    func number(_ value: Int) -> JSONValue { JSONValue(.number(String(value))) }
    func text(_ bytes: [UInt8]) -> JSONValue {
      JSONValue(.string(String(decoding: bytes, as: UTF8.self)))
    }
    var sent = JSONObject()
    sent["method"] = JSONValue(.string(request.method.rawValue))
    sent["url"] = JSONValue(.string("http://\(request.authority)\(request.target)"))
    sent["httpVersion"] = "HTTP/1.1"
    sent["cookies"] = []
    sent["headers"] = Self.list(request.headers)
    sent["queryString"] = JSONValue(.array(pairs))
    if !request.body.isEmpty {
      sent["postData"] = [
        "mimeType": JSONValue(.string(request.headers[.contentType] ?? "")),
        "text": text(request.body),
      ]
    }
    sent["headersSize"] = -1
    sent["bodySize"] = number(request.body.count)
    let got: JSONValue = [
      "status": number(answer.status.code),
      "statusText": JSONValue(.string(answer.status.reasonPhrase)), "httpVersion": "HTTP/1.1",
      "cookies": [], "headers": Self.list(answer.headers),
      "content": [
        "size": number(answer.body.count),
        "mimeType": JSONValue(.string(answer.headers[.contentType] ?? "")),
        "text": text(answer.body),
      ],
      "redirectURL": JSONValue(.string(answer.headers[.location] ?? "")), "headersSize": -1,
      "bodySize": number(answer.body.count),
    ]
    return [
      // Only what a rule or a slow person has ordered is known: there is no other clock here.
      "startedDateTime": JSONValue(.string(Dates.text(at.wall))),
      "time": number(answer.delivery.delay),
      "request": JSONValue(.object(sent)), "response": got, "cache": [:],
      "timings": ["send": 0, "wait": number(answer.delivery.delay), "receive": 0],
      "comment": JSONValue(
        .string([log.outcome, log.why].compactMap { $0 }.joined(separator: ": "))),
    ]
  }
}
