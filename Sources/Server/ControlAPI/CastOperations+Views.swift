import Basics
import Engine
import ProviderModel

/// People and clients as the control API shows them: no password, no secret.
extension CastOperations {
  static func view(_ person: Person) -> JSONValue {
    var object = person.file
    object["password"] = nil
    return JSONValue(.object(object))
  }

  /// Whether there is a secret stands in its place.
  /// - Parameter warnings: what was doubtful when it was read.
  static func view(_ client: Client, _ warnings: [Diagnostic] = []) -> JSONValue {
    var object = JSONObject()
    for member in client.file where member.name != "secret" {
      object[member.name] = member.value
      if member.name == "name" { object["has_secret"] = JSONValue(.bool(client.secret != nil)) }
    }
    if !warnings.isEmpty {
      object["warning"] = JSONValue(.string(warnings.map(\.sentence).joined(separator: "; ")))
    }
    return JSONValue(.object(object))
  }
}
