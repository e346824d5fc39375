import Basics
import Engine
import ProviderModel

/// Requests of devices (RFC 8628): listed, approved and denied without a browser.
enum DeviceOperations {
  static let all: [Operation] = [
    Operation(
      id: "listDevices", method: .get, path: "/sandboxes/{sandbox}/devices",
      summary:
        "The requests of devices that wait for a person, and those that a person has decided.",
      results: [
        .init(
          status: 200, summary: "The list, the oldest first.", schema: Operation.list(of: "Device"))
      ],
      run: { call throws(Problem) in
        let sandboxHost = try call.sandboxHost()
        let instants = call.instants(sandboxHost)
        let sandbox = sandboxHost.contents.withLock { $0.sandbox }
        return .json(
          200, JSONValue(.array(sandbox.devices(at: instants).map(DeviceView.declaration.write))))
      }),
    Operation(
      id: "approveDevice", method: .post, path: "/sandboxes/{sandbox}/devices/{user_code}/approve",
      summary: "Approves a device as a person: its next poll gets tokens.",
      body: Operation.reference("DeviceApproval"),
      results: [
        .init(status: 200, summary: "The request.", schema: Operation.reference("Device"))
      ],
      problems: [409],
      run: { call throws(Problem) in .json(200, try approve(&call)) }),
    Operation(
      id: "denyDevice", method: .post, path: "/sandboxes/{sandbox}/devices/{user_code}/deny",
      summary: "Denies a device: its next poll gets access_denied.",
      body: Operation.reference("DeviceDenial"), needsBody: false,
      results: [
        .init(status: 200, summary: "The request.", schema: Operation.reference("Device"))
      ],
      problems: [409],
      run: { call throws(Problem) in .json(200, try deny(&call)) }),
  ]

  private static func approve(_ call: inout Call) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let device = try device(call, sandboxHost)
    let cast = sandboxHost.contents.withLock { $0.sandbox.cast }
    let wish = try call.read(DeviceApproval.self) { wish, reader in
      check(wish.person, cast, reader)
      if let reason = cast.person(wish.person).flatMap(reasonAgainst) {
        reader.findings.error(nil, "/person", "\"\(wish.person)\" \(reason)")
      }
      for (index, scope) in (wish.scopes ?? []).enumerated() where !device.scopes.contains(scope) {
        reader.findings.error(
          nil, "/scopes/\(index)",
          "the device does not ask for \"\(scope)\""
            + Suggestion.list(for: scope, among: device.scopes))
      }
    }
    return try decide(call, sandboxHost, device, "approved as \(wish.person)") {
      $0.approveDevice(device.userCode, as: wish.person, scopes: wish.scopes, at: $1)
    }
  }

  private static func deny(_ call: inout Call) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let device = try device(call, sandboxHost)
    let cast = sandboxHost.contents.withLock { $0.sandbox.cast }
    let wish = try call.read(DeviceDenial.self) { wish, reader in
      if let person = wish.person { check(person, cast, reader) }
    }
    let detail = "denied" + (wish.person.map { " as \($0)" } ?? "")
    return try decide(call, sandboxHost, device, detail) {
      $0.denyDevice(device.userCode, as: wish.person, at: $1)
    }
  }

  /// Why a person approves nothing.
  private static func reasonAgainst(_ person: Person) -> String? {
    switch person.fate {
    case .locked: "is locked out, and can't sign in to approve the device"
    case .denies: "refuses every consent; deny the device instead"
    default: nil
    }
  }

  private static func check(_ person: String, _ cast: Cast, _ reader: FixtureReader) {
    guard reader.value["person"] != nil, cast.person(person) == nil else { return }
    reader.findings.error(
      nil, "/person",
      "there is no person \"\(person)\""
        + Suggestion.hint(for: person, among: cast.people.map(\.username)))
  }

  private static func device(
    _ call: Call, _ sandboxHost: SandboxHost
  ) throws(Problem) -> DeviceView {
    let userCode = call.variable("user_code")
    let instants = call.instants(sandboxHost)
    let (found, known) = sandboxHost.contents.withLock {
      ($0.sandbox.device(userCode, at: instants), $0.sandbox.devices(at: instants))
    }
    if let found { return found }
    let rest =
      known.isEmpty
      ? "; none has asked for one yet: a client has to send a device authorization request first."
      // A code that is near by chance belongs to another device.
      : "; GET …/devices lists those that wait."
    throw Problem(
      404, "There is no such device.", "No device has the user code \"\(userCode)\"" + rest)
  }

  private static func decide(
    _ call: Call, _ sandboxHost: SandboxHost, _ device: DeviceView, _ detail: String,
    _ act: (inout ServerState, Instants) -> Bool
  ) throws(Problem) -> JSONValue {
    let instants = call.instants(sandboxHost)
    let (isDone, after) = sandboxHost.contents.withLock { contents in
      let isDone = act(&contents.sandbox, instants)
      return (isDone, contents.sandbox.device(device.userCode, at: instants) ?? device)
    }
    guard isDone else {
      throw Problem(
        409, "The device is not waiting.",
        "Its status is \(after.status.rawValue); only a pending request can be decided.")
    }
    sandboxHost.record(
      .device, "The device of \(device.client) at \(device.provider) was \(detail).", by: call)
    return DeviceView.declaration.write(after)
  }
}
