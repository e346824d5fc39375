import Basics
import HTTPTypes
import ProviderModel

/// The JSON object in the body of a registration request (RFC 7591 §3.1).
enum RegistrationBody {
  private static let type = "application/json"

  static func read(_ request: Request) throws(Refusal) -> JSONObject {
    let type = request.headers.mediaType
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

  /// Returns the metadata with the values that the provider registers, whatever was sent (RFC 7591 §3.2.1).
  static func replacing(_ sent: JSONObject, _ rule: RegistrationRule) -> JSONObject {
    var members = sent
    for (name, value) in rule.replaced { members[name] = value }
    return members
  }
}
