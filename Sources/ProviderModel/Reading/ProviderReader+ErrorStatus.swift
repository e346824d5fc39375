import Basics

/// Errors that a program takes for a success (RFC 6749 §5.2, RFC 9110 §15.5).
extension ProviderReader {
  func checkErrorStatus() {
    let tables = Set(body.endpoints.filter(\.kind.isService).map(\.errorTable))
    let answers = Set(body.token.grants.compactMap(\.rule.answer))
    // An unknown token is revoked, and is inactive, with the status 200 (RFC 7009 §2.2, RFC 7662 §2.2).
    let usual = Set(body.endpoints.filter(\.kind.isAboutToken).compactMap(\.service.answer))
    for table in tables.sorted() {
      for entry in tree["errors"]?[table]?.objectValue ?? JSONObject() where isOwn(entry.value) {
        guard let name = entry.value["shape"]?.stringValue,
          let place = body.shapes.firstIndex(where: { $0.name == name })
        else { continue }
        let pointer = JSONPointer.appending(entry.name, to: "/errors/\(table)")
        if answers.contains(place) {
          findings.error(
            entry.value["shape"], pointer + "/shape",
            "the shape \"\(name)\" is the answer of a grant, which clients take for tokens; name a shape of an error"
          )
        } else if body.shapes[place].hasUsualStatus, entry.value["status"] == nil,
          !usual.contains(place)
        {
          findings.error(
            entry.value, pointer,
            "this error has the status 200, which clients take for a success: neither the entry nor the shape \"\(name)\" has a status; write \"status\": 400, or \"status\": 200 if the provider answers so"
          )
        }
      }
    }
  }
}

extension AnswerShape {
  /// Whether it has a body for programs, and no status of its own.
  fileprivate var hasUsualStatus: Bool {
    switch form {
    case .json, .text, .form, .empty: !hasStatus
    case .redirect, .page, .accept: false
    }
  }
}
