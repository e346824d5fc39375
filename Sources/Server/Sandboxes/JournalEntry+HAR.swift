import Basics
import Engine
import HTTPTypes
import JOSE

extension NumberedEntry {
  /// An entry of an HTTP archive (HAR 1.2), as browsers' tools read it.
  package var har: JSONValue? {
    let (log, exchange) = entry.shown()
    guard let exchange else { return nil }
    let (request, answer) = (exchange.request, exchange.answer)
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
    sent["url"] = JSONValue(.string("\(request.scheme)://\(request.authority)\(request.target)"))
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
    // A member of our own begins with an underscore (HAR 1.2).
    sent["_client_certificate"] = request.clientCertificate.map {
      JSONValue(.string(X509Certificate.thumbprint(of: $0)))
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
      "startedDateTime": JSONValue(.string(Dates.text(entry.at.wall))),
      "time": number(answer.delivery.delay),
      "request": JSONValue(.object(sent)), "response": got, "cache": [:],
      "timings": ["send": 0, "wait": number(answer.delivery.delay), "receive": 0],
      "comment": JSONValue(
        .string([log.outcome.text, log.why].compactMap { $0 }.joined(separator: ": "))),
    ]
  }
}
