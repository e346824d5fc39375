import Basics
import Engine
import HTTPTypes
import JOSE

extension NumberedEntry {
  /// As the control API shows it.
  package var value: JSONValue {
    let (log, exchange) = entry.shown()
    var object = JSONObject()
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty, text != "-" { object[name] = JSONValue(.string(text)) }
    }
    object["n"] = JSONValue(.number(String(number)))
    put("at", Dates.text(entry.at.wall))
    put("sandbox_time", Dates.text(entry.at.sandbox))
    put("sandbox", entry.sandbox)
    put("kind", entry.kind.rawValue)
    put("provider", log.provider)
    put("endpoint", log.endpoint)
    put("client", log.client)
    put("person", log.person)
    put("outcome", log.outcome.text)
    put("condition", log.condition?.name)
    put("why", log.why)
    put("remedy", log.remedy)
    put("clause", log.clause)
    put("rule", log.rule)
    if !log.near.isEmpty {
      object["near"] = JSONValue(.array(log.near.map { JSONValue(.string($0)) }))
    }
    if case .act(let text) = entry.event { put("detail", text) }
    if let exchange {
      let (request, answer) = (exchange.request, exchange.answer)
      var sent = JSONObject()
      sent["method"] = JSONValue(.string(request.method.rawValue))
      sent["scheme"] = JSONValue(.string(request.scheme))
      sent["authority"] = JSONValue(.string(request.authority))
      sent["target"] = JSONValue(.string(request.target))
      sent["headers"] = Self.list(request.headers)
      sent["body"] = JSONValue(.string(String(decoding: request.body, as: UTF8.self)))
      if let certificate = request.clientCertificate {
        let digest = Base64URL.encode(Digest.sha256(certificate))
        sent["client_certificate"] = JSONValue(.string(digest))
      }
      object["request"] = JSONValue(.object(sent))
      object["response"] = [
        "status": JSONValue(.number(String(answer.status.code))),
        "headers": Self.list(answer.headers),
        "body": JSONValue(.string(String(decoding: answer.body, as: UTF8.self))),
      ]
    }
    return JSONValue(.object(object))
  }

  static func list(_ fields: Headers) -> JSONValue {
    JSONValue(
      .array(
        fields.map {
          ["name": JSONValue(.string($0.name)), "value": JSONValue(.string($0.value))]
        }))
  }
}
