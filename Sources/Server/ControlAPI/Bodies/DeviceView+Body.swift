import Basics
import Engine

extension DeviceView {
  static let declaration = BodyDeclaration<Self>([
    .output("provider", "The provider at which the device asked.") { $0.provider },
    .output("client", "The client that the device runs.") { $0.client },
    .output("user_code", "The user code, as the device shows it.") { $0.userCode },
    .output("scopes", "The approved scopes. Until then, the requested scopes.") { $0.scopes },
    .output(
      "person",
      "The person who has decided; absent if nobody was signed in, and if a rule has decided."
    ) {
      $0.person
    },
    .output(
      "status", as: Schemas.choice(DeviceStatus.allCases.map(\.rawValue)),
      "The status. redeemed: the device has its tokens. revoked: its code was revoked, or the person was removed."
    ) { $0.status.rawValue },
    .output("interval", "The seconds between two polls; slow_down makes it longer.") {
      $0.interval
    },
    .output("polled", "The time of the last poll; absent before the first one.") {
      $0.polled.map { Instant($0) }
    },
    .output("issued", "The time of the request, by the sandbox's clock.") { Instant($0.issued) },
    .output("expires", "The expiry of both codes.") { $0.ends.map { Instant($0) } },
  ])
}

/// The approval of a device.
struct DeviceApproval: RequestBody {
  var person = ""
  var scopes: [String]?

  static let declaration = BodyDeclaration<Self>([
    .input("person", \.person, required: true, "The username of the person who approves."),
    .input(
      "scopes", \.scopes,
      "The only scopes to which the person consents. Default: all requested scopes."),
  ])
}

/// The denial of a device.
struct DeviceDenial: RequestBody {
  var person: String?

  static let declaration = BodyDeclaration<Self>([
    .input("person", \.person, "The username of the person who denies.")
  ])
}
