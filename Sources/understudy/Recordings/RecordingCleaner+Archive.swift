import Basics

extension RecordingCleaner {
  /// Cleans an HTTP archive. Members that begin with an underscore are left out: tools add them.
  mutating func clean(archive root: JSONValue) -> JSONValue {
    guard let log = root["log"]?.objectValue else { return root }
    var cleaned = JSONObject()
    for member in log where !member.name.hasPrefix("_") {
      switch member.name {
      case "entries":
        let entries = member.value.arrayValue ?? []
        cleaned["entries"] = .init(.array(entries.map { entry($0) }))
      // The titles of a browser's pages may name a person.
      case "pages": continue
      default: cleaned[member.name] = member.value
      }
    }
    return ["log": JSONValue(.object(cleaned))]
  }

  private mutating func entry(_ entry: JSONValue) -> JSONValue {
    map(entry) { cleaner, member in
      switch member.name {
      case "request": cleaner.message(member.value, bodies: ["postData"])
      case "response": cleaner.message(member.value, bodies: ["content"])
      case "pageref": nil
      default: member.value
      }
    }
  }

  private mutating func message(_ message: JSONValue, bodies: Set<String>) -> JSONValue {
    map(message) { cleaner, member in
      switch member.name {
      case "url", "redirectURL":
        member.value.stringValue.map { .init(.string(cleaner.address($0))) }
      case "headers": cleaner.named(member.value) { $0.field($1, $2) }
      case "cookies": cleaner.named(member.value) { $0.replacement(for: $2) }
      case "queryString": cleaner.named(member.value) { $0.parameter($1, $2) }
      case let name where bodies.contains(name): cleaner.content(member.value)
      default: member.value
      }
    }
  }

  /// `postData` and `content`.
  private mutating func content(_ content: JSONValue) -> JSONValue {
    let type = content["mimeType"]?.stringValue ?? ""
    let headers: Headers = [.contentType: type]
    let cleaned = body(ArchiveReader.bytes(content), headers)
    return map(content) { cleaner, member in
      switch member.name {
      case "text": .init(.string(String(decoding: cleaned, as: UTF8.self)))
      case "params": cleaner.named(member.value) { $0.parameter($1, $2) }
      case "encoding": nil
      default: member.value
      }
    }
  }

  private mutating func parameter(_ name: String, _ value: String) -> String {
    isSecret(name, value) ? replacement(of: name, value) : address(value)
  }

  /// A list of names with values.
  private mutating func named(
    _ list: JSONValue, _ clean: (inout RecordingCleaner, String, String) -> String
  ) -> JSONValue {
    JSONValue(
      .array(
        (list.arrayValue ?? []).map { each in
          map(each) { cleaner, member in
            guard member.name == "value", let text = member.value.stringValue else {
              return member.value
            }
            return .init(.string(clean(&cleaner, each["name"]?.stringValue ?? "", text)))
          }
        }))
  }

  private mutating func map(
    _ value: JSONValue, _ change: (inout RecordingCleaner, JSONObject.Member) -> JSONValue?
  ) -> JSONValue {
    guard let object = value.objectValue else { return value }
    var changed = JSONObject()
    for member in object where !member.name.hasPrefix("_") {
      changed[member.name] = change(&self, member)
    }
    return JSONValue(.object(changed))
  }
}
