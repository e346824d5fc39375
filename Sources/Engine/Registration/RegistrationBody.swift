import Basics
import HTTPTypes
import ProviderModel

/// The JSON object in the body of a registration request (RFC 7591 §3.1).
enum RegistrationBody {
  private static let type = "application/json"
  private static let formType = "application/x-www-form-urlencoded"

  /// - Parameter formNames: The names of members in a form, if the provider takes one.
  static func read(
    _ request: Request, formNames: [(member: String, wire: String)]? = nil
  ) throws(Refusal) -> JSONObject {
    let type = request.headers.mediaType
    if let formNames, type == formType { return members(of: request, formNames) }
    guard type == Self.type else {
      throw Refusal(
        .contentTypeUnsupported, at: .registration, facts: [("value", type)],
        type.isEmpty ? "the request has no Content-Type" : "the Content-Type is \(type)",
        remedy: "send a JSON object with Content-Type: \(Self.type)")
    }
    do {
      return try MetadataObject.read(request.body)
    } catch {
      throw Refusal(
        .bodyUnreadable, at: .registration, "the body \(error.text)",
        remedy: "send one JSON object of at most \(FetchedDocument.mostBytes >> 10) KiB")
    }
  }

  private static let lists: Set<String> = [
    "redirect_uris", "grant_types", "response_types", "contacts", "post_logout_redirect_uris",
    "request_uris",
  ]

  /// The metadata in a form.
  private static func members(
    of request: Request, _ names: [(member: String, wire: String)]
  ) -> JSONObject {
    var members = JSONObject()
    let form = Parameters(formEncoded: String(decoding: request.body, as: UTF8.self)[...])
    for field in form.list {
      let wire = field.name.hasSuffix("[]") ? String(field.name.dropLast(2)) : field.name
      let name = names.first { $0.wire == wire }?.member ?? wire
      guard lists.contains(name) else {
        if members[name] == nil { members[name] = JSONValue(.string(field.value)) }
        continue
      }
      let elements = field.value.split(whereSeparator: \.isWhitespace).map {
        JSONValue(.string(String($0)))
      }
      members[name] = JSONValue(.array((members[name]?.arrayValue ?? []) + elements))
    }
    return members
  }

  /// Returns the metadata with the values that the provider registers, whatever was sent (RFC 7591 §3.2.1).
  static func replacing(_ sent: JSONObject, _ rule: RegistrationRule) -> JSONObject {
    var members = sent
    for (name, value) in rule.replaced { members[name] = value }
    return members
  }
}
