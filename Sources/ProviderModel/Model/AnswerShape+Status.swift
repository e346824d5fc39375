import Basics

extension AnswerShape {
  /// Reports a status that contradicts the content.
  func checkStatus(_ ownStatus: Int?, _ reader: FixtureReader) {
    guard let ownStatus else { return }
    var why = contradiction(of: ownStatus)
    if case .accept = form { why = "the shapes that it selects have their own status; remove it" }
    guard let why else { return }
    reader.findings.error(reader.value["status"], reader.at("status"), why)
  }

  /// The reason why a response of this form can't have a status; `nil` if it can.
  func contradiction(of status: Int) -> String? {
    let isEmpty: Bool
    switch form {
    case .redirect:
      return Bounds.redirect.contains(status)
        ? nil : "a redirect has a status from 300 to 399 (RFC 9110 §15.4), found \(status)"
    case .accept: return nil
    case .empty: isEmpty = true
    case .json, .text, .form, .page: isEmpty = false
    }
    if !isEmpty, [204, 205, 304].contains(status) {
      return
        "a response with the status \(status) has no content (RFC 9110 §15); make it \"empty\": true"
    }
    let hasAddress = headers.contains { $0.name.lowercased() == "location" }
    guard [301, 302, 303, 307, 308].contains(status), !hasAddress else { return nil }
    return
      "a response with the status \(status) leads to an address (RFC 9110 §15.4), and this one has none; take another status, or add the header Location"
  }
}
