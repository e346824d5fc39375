import Basics
import HTTPTypes
import ProviderModel

/// The JSON object in the body of a registration request (RFC 7591 §3.1).
enum RegistrationBody {
  private static let type = "application/json"
  /// The largest body, in bytes, and its depth.
  private static let mostBytes = 64 << 10
  private static let mostDepth = 16

  static func read(_ request: Request) throws(Refusal) -> JSONObject {
    let header = request.headers[.contentType] ?? ""
    let type = header.prefix { $0 != ";" }.trimmed.lowercased()
    guard type == Self.type else {
      throw Refusal(
        .contentTypeUnsupported, at: .registration, facts: [("value", type)],
        type.isEmpty ? "the request has no Content-Type" : "the Content-Type is \(type)",
        remedy: "send a JSON object with Content-Type: \(Self.type)")
    }
    let document: JSONDocument
    do {
      document = try JSONReader(maximumDepth: mostDepth, maximumBytes: mostBytes).read(
        request.body, file: "the body")
    } catch {
      throw unreadable("the body is not JSON: \(error.sentence)")
    }
    if let twice = document.duplicates.first {
      throw unreadable("the body has the member \(twice.name) twice")
    }
    guard let object = document.root.objectValue else {
      throw unreadable("the body is \(document.root.kindName)")
    }
    return object
  }

  private static func unreadable(_ sentence: String) -> Refusal {
    Refusal(
      .bodyUnreadable, at: .registration, sentence,
      remedy: "send one JSON object of at most \(mostBytes >> 10) KiB")
  }

  /// Returns the metadata with the values that the provider registers, whatever was sent (RFC 7591 §3.2.1).
  static func replacing(_ sent: JSONObject, _ rule: RegistrationRule) -> JSONObject {
    var members = sent
    for (name, value) in rule.replaced { members[name] = value }
    return members
  }
}
