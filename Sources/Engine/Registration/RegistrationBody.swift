import Basics
import HTTPTypes
import ProviderModel

/// The body of a registration request: a JSON object (RFC 7591 §3.1), and a form at providers that take one.
enum RegistrationBody {
  private static let type = "application/json"
  private static let formType = "application/x-www-form-urlencoded"

  /// - Parameter formNames: The names of members in a form, if the provider takes one.
  static func read(
    _ request: Request, formNames: [(member: String, wire: String)]? = nil
  ) throws(Refusal) -> JSONObject {
    let type = request.headers.mediaType
    let isJSON = formNames == nil
    do throws(MetadataObject.Flaw) {
      if type == Self.type { return try MetadataObject.read(request.body) }
      if let formNames, type == formType { return try members(of: request.body, formNames) }
    } catch {
      throw Refusal(
        .bodyUnreadable, at: .registration, "the body \(error.text)",
        remedy:
          "send \(isJSON ? "one JSON object" : "one JSON object or a form") of at most \(FetchedDocument.mostBytes >> 10) KiB"
      )
    }
    throw Refusal(
      .contentTypeUnsupported, at: .registration, facts: [("value", type)],
      type.isEmpty ? "the request has no Content-Type" : "the Content-Type is \(type)",
      remedy:
        "send a JSON object with Content-Type: \(Self.type)\(isJSON ? "" : ", or a form with \(formType)")"
    )
  }

  private static let lists: Set<String> = [
    "redirect_uris", "grant_types", "response_types", "contacts", "post_logout_redirect_uris",
    "request_uris",
  ]

  /// The metadata in a form.
  private static func members(
    of body: [UInt8], _ names: [(member: String, wire: String)]
  ) throws(MetadataObject.Flaw) -> JSONObject {
    guard body.count <= FetchedDocument.mostBytes else {
      throw MetadataObject.Flaw(text: "has \(body.count) bytes")
    }
    var texts: [String: String] = [:]
    var elements: [String: [JSONValue]] = [:]
    let members = Dictionary(names.map { ($0.wire, $0.member) }) { first, _ in first }
    for field in Parameters(formEncoded: String(decoding: body, as: UTF8.self)[...]).list {
      let wire = field.name.hasSuffix("[]") ? String(field.name.dropLast(2)) : field.name
      let name = members[wire] ?? wire
      guard lists.contains(name) else {
        guard texts.updateValue(field.value, forKey: name) == nil else {
          throw MetadataObject.Flaw(text: "has the member \(name) twice")
        }
        continue
      }
      elements[name, default: []] += field.value.split(whereSeparator: \.isWhitespace).map {
        JSONValue(.string(String($0)))
      }
    }
    let all =
      texts.map { JSONObject.Member($0.key, JSONValue(.string($0.value))) }
      + elements.map { JSONObject.Member($0.key, JSONValue(.array($0.value))) }
    return JSONObject(all.sorted { $0.name < $1.name })
  }

  /// Returns the metadata with the values that the provider registers, whatever was sent (RFC 7591 §3.2.1).
  static func replacing(_ sent: JSONObject, _ rule: RegistrationRule) -> JSONObject {
    var members = sent
    for (name, value) in rule.replaced { members[name] = value }
    return members
  }
}
