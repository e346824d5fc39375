import Basics

/// What `POST /_understudy/sandboxes` is sent to set the stage for a check.
package enum SandboxBody {
  /// - Parameters:
  ///   - id: the sandbox's.
  ///   - client: as it stands in a cast; one without a `client_id` registers itself, and stands in none.
  ///   - placeholders: what `{issuer}` and its kin in the check's stage stand for.
  package static func of(
    _ check: Check, id: String, client: JSONValue, provider: String, _ placeholders: Placeholders
  ) -> JSONValue {
    var body = placeholders.expanded(check.stage).objectValue ?? JSONObject()
    body["id"] = JSONValue(.string(id))
    body["name"] = JSONValue(.string(check.id))
    guard client["client_id"] != nil else { return JSONValue(.object(body)) }
    var cast = body["cast"]?.objectValue ?? JSONObject()
    var record = client.objectValue ?? JSONObject()
    record["provider"] = JSONValue(.string(provider))
    cast["clients"] = JSONValue(
      .array((cast["clients"]?.arrayValue ?? []) + [JSONValue(.object(record))]))
    body["cast"] = JSONValue(.object(cast))
    return JSONValue(.object(body))
  }

  /// The quirks of a provider that a stage switches, as the control API has them: `vk.some-quirk` without the provider.
  package static func switches(of stage: JSONValue, at provider: String) -> JSONObject {
    var switches = JSONObject()
    for name in ["with", "without"] {
      guard let list = stage[name]?.arrayValue else { continue }
      let ids = list.compactMap(\.stringValue).filter { $0.hasPrefix("\(provider).") }
        .map { String($0.dropFirst(provider.utf8.count + 1)) }
      if !ids.isEmpty { switches[name] = JSONValue(.array(ids.map { JSONValue(.string($0)) })) }
    }
    return switches
  }

  /// A check's id as the beginning of a sandbox's id: a label of a host name.
  package static func label(of check: Check) -> String {
    String(
      check.id.lowercased().unicodeScalars.prefix(50).map { scalar in
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
      })
  }
}
