import Basics
import Testing

/// A device of the client `native` at `standard`.
extension Box {
  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

  func startDevice() throws -> (device: String, user: String) {
    let reply = try post("/standard/device_authorization", "client_id=native&scope=openid+email")
    #expect(reply.status == 200, "\(reply.text)")
    return (
      try #require(reply.json["device_code"]?.stringValue),
      try #require(reply.json["user_code"]?.stringValue)
    )
  }

  func poll(_ device: String) throws -> Site.Reply {
    try post(
      "/standard/token", "client_id=native&grant_type=\(Self.deviceGrant)&device_code=\(device)")
  }

  /// Types the user code at the page, where the standing answer signs in and consents.
  func type(_ user: String) throws -> Site.Reply {
    let page = try get("/standard/device")
    let ticket = try #require(page.text.firstMatch(of: /name="ticket" value="([^"]+)"/)?.1)
    let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first)
    return try post(
      "/standard/device", "ticket=\(ticket)&user_code=\(user)", ["Cookie": String(cookie)])
  }
}
