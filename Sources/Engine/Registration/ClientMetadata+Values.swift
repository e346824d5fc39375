import Basics

/// The values of members.
extension ClientMetadata {
  /// The largest number of values in a list, and the longest text in bytes.
  static let mostValues = 100
  static let longestText = 2048

  static func list(_ texts: [String]) -> JSONValue {
    JSONValue(.array(texts.map { JSONValue(.string($0)) }))
  }

  /// A member that is one text; `nil` if it is absent. RFC 7591 has null and an empty text for "absent" (RFC 7592 §2.2).
  func text(_ member: String, most: Int = longestText) throws(Flaw) -> String? {
    guard let value = sent[member], !value.isNull else { return nil }
    guard let text = value.stringValue else {
      throw Flaw(member: member, what: "is \(value.kindName)", remedy: "send a string")
    }
    guard text.utf8.count <= most else {
      throw Flaw(
        member: member, what: "has \(text.utf8.count) bytes", remedy: "send at most \(most)")
    }
    return text.isEmpty ? nil : text
  }

  /// A member that is a list of texts; `nil` if it is absent.
  func texts(_ member: String, isRedirect: Bool = false) throws(Flaw) -> [String]? {
    guard let value = sent[member], !value.isNull else { return nil }
    func flaw(_ what: String, _ remedy: String) -> Flaw {
      Flaw(member: member, what: what, remedy: remedy, isRedirect: isRedirect)
    }
    guard let list = value.arrayValue else {
      throw flaw("is \(value.kindName)", "send an array of strings")
    }
    guard list.count <= Self.mostValues else {
      throw flaw("has \(list.count) values", "send at most \(Self.mostValues)")
    }
    var texts: [String] = []
    for element in list {
      guard let text = element.stringValue, !text.isEmpty else {
        throw flaw("holds \(element.kindName) or an empty string", "send an array of strings")
      }
      guard text.utf8.count <= Self.longestText else {
        throw flaw(
          "holds a text of \(text.utf8.count) bytes", "send at most \(Self.longestText) bytes")
      }
      texts.append(text)
    }
    return texts
  }
}
