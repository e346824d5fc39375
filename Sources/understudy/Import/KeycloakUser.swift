import Basics

/// A user of a realm that Keycloak has exported.
struct KeycloakUser {
  private let user: JSONValue
  private let place: String

  init(_ user: JSONValue, at place: String) { (self.user, self.place) = (user, place) }

  static func hasOTP(_ user: JSONValue) -> Bool {
    user["totp"]?.boolValue == true
      || user["credentials"]?.arrayValue?.contains { $0["type"] == "otp" } == true
  }

  /// The person; `nil` for the user that stands for a service.
  mutating func person(_ mappers: KeycloakMappers, _ result: inout Imported) -> JSONObject? {
    guard user["serviceAccountClientId"] == nil else { return nil }
    guard let username = user["username"]?.filledText else {
      result.note(place, "the user has no username, and is left out")
      return nil
    }
    var person: JSONObject = [
      "username": JSONValue(.string(username)),
      "password": JSONValue(.string(password(username, &result))),
    ]
    let names = [user["firstName"], user["lastName"]].compactMap { $0?.filledText }
    if !names.isEmpty { person["name"] = JSONValue(.string(names.joined(separator: " "))) }
    for (claim, member) in [
      ("given_name", "firstName"), ("family_name", "lastName"), ("email", "email"),
    ] {
      if let text = user[member]?.filledText { person[claim] = JSONValue(.string(text)) }
    }
    mappers.add(to: &person, from: user)
    var at = JSONObject()
    if let id = user["id"]?.filledText { at["sub"] = JSONValue(.string(id)) }
    if let isVerified = user["emailVerified"]?.boolValue, user["email"] != nil {
      at["email_verified"] = JSONValue(.bool(isVerified))
    }
    if !at.isEmpty {
      person["at"] = JSONValue(.object([KeycloakRealm.provider: JSONValue(.object(at))]))
    }
    if user["enabled"]?.boolValue == false { person["outcome"] = "locked" }
    noteOthers(mappers, &result)
    return person
  }

  private func password(_ username: String, _ result: inout Imported) -> String {
    let credentials = user["credentials"]?.arrayValue ?? []
    guard let index = credentials.firstIndex(where: { $0["type"] == "password" }) else {
      result.note(
        place, "there is no password, so \(username) signs in with the username as password")
      return username
    }
    if let text = credentials[index]["value"]?.filledText { return text }
    result.note(
      "\(place)/credentials/\(index)",
      "the password is hashed, so \(username) signs in with the username as password")
    return username
  }

  private func noteOthers(_ mappers: KeycloakMappers, _ result: inout Imported) {
    let parts: [(member: String, sentence: String)] = [
      ("requiredActions", "no sign-in asks for another action"),
      ("federatedIdentities", "nobody signs in by another identity provider"),
      ("disableableCredentialTypes", ""),
    ]
    for part in parts where !part.sentence.isEmpty {
      if user[part.member]?.arrayValue?.isEmpty == false {
        result.note("\(place)/\(part.member)", part.sentence)
      }
    }
    if let roles = user["realmRoles"]?.arrayValue, !roles.isEmpty, !mappers.hasRoles {
      result.note(
        "\(place)/realmRoles",
        "realm_access has the default roles of every realm: no mapper sends roles as one claim")
    }
    if user["clientRoles"]?.objectValue?.isEmpty == false {
      result.note(
        "\(place)/clientRoles", "resource_access has the roles of the client account alone")
    }
    if let groups = user["groups"]?.arrayValue, !groups.isEmpty, !mappers.hasGroups {
      result.note("\(place)/groups", "no mapper of the realm sends groups as a claim")
    }
    for attribute in user["attributes"]?.objectValue ?? JSONObject()
    where !mappers.knows(attribute: attribute.name) {
      result.note(
        JSONPointer.appending(attribute.name, to: "\(place)/attributes"),
        "no mapper of the realm sends the attribute as a claim")
    }
  }
}
