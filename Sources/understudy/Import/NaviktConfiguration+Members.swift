import Basics

extension NaviktConfiguration {
  /// The members of a configuration, each with whether a value of it has the right type.
  private static let members: [(name: String, noun: String, fits: @Sendable (JSONValue) -> Bool)] =
    [
      ("interactiveLogin", "true or false", { $0.boolValue != nil }),
      ("rotateRefreshToken", "true or false", { $0.boolValue != nil }),
      ("loginPagePath", "a string", { $0.stringValue != nil }),
      ("staticAssetsPath", "a string", { $0.stringValue != nil }),
      ("httpServer", "a string or an object", { $0.stringValue != nil || $0.objectValue != nil }),
      ("tokenProvider", "an object", { $0.objectValue != nil }),
      (
        "tokenCallbacks", "an array of objects",
        { $0.arrayValue.map { $0.allSatisfy { $0.objectValue != nil } } ?? false }
      ),
    ]

  /// - Throws: if it is another file, or a member has a wrong type.
  func check() throws {
    let known = Self.members.map(\.name)
    guard known.contains(where: { root[$0] != nil }) else {
      throw Failure(
        text: "\(name).json: error: expected the configuration of mock-oauth2-server, with one of "
          + known.joined(separator: ", ")
          + (root["realm"] == nil ? "" : "; a realm is imported by \"understudy import keycloak\""))
    }
    for member in Self.members {
      guard let value = root[member.name], !value.isNull, !member.fits(value) else { continue }
      throw Failure(
        text: "\(name).json: error: /\(member.name): expected \(member.noun), found \(value.found)")
    }
  }
}
