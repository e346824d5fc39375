import Basics
import Engine
import ProviderModel

/// The keys that sign, and their rotation.
enum KeyOperations {
  static let all: [Operation] = [
    Operation(
      id: "listKeys", method: .get, path: "/sandboxes/{sandbox}/keys",
      summary: "The keys that are published, and those that sign.",
      results: [.init(status: 200, summary: "The keys.", schema: Operation.reference("Keys"))],
      run: { call throws(Problem) in .json(200, show(try call.sandboxHost())) }),
    Operation(
      id: "rotateKeys", method: .post, path: "/sandboxes/{sandbox}/keys",
      summary:
        "Takes steps of a key rotation at all providers. In any other order than publish, use, retire, the rotation is a faulty one.",
      body: Operation.reference("KeyRotation"),
      results: [.init(status: 200, summary: "The keys.", schema: Operation.reference("Keys"))],
      problems: [409],
      run: { call throws(Problem) in .json(200, try rotate(&call)) }),
  ]

  private static func rotate(_ call: inout Call) throws(Problem) -> JSONValue {
    let sandboxHost = try call.sandboxHost()
    let steps = try call.read(KeyRotationSteps.self).steps.compactMap(KeyRotation.Step.init)
    let result = sandboxHost.contents.withLock { contents -> Result<Void, KeyRotation.Limit> in
      // A copy, so that what can't be done is not begun.
      var sandbox = contents.sandbox
      do throws(KeyRotation.Limit) {
        for step in steps { try sandbox.rotate(step) }
      } catch {
        return .failure(error)
      }
      contents.sandbox = sandbox
      return .success(())
    }
    if case .failure(let limit) = result { throw problem(limit) }
    let view = show(sandboxHost)
    let names = steps.map(\.rawValue).joined(separator: ", ")
    sandboxHost.record(
      .keys, "The signing keys were rotated: \(names).", by: call)
    return view
  }

  private static func problem(_ limit: KeyRotation.Limit) -> Problem {
    switch limit {
    case .last:
      Problem(
        409, "Only one key is published.", "Publish the next key before this one is retired.",
        pointer: "/steps")
    case .most:
      Problem(
        409, "The keys were rotated too often.",
        "A sandbox has \(KeyRotation.most) rotations. Reset it, or make a new one.",
        pointer: "/steps")
    }
  }

  /// The keys that are missing are made here, outside of the sandbox's lock.
  private static func show(_ sandboxHost: SandboxHost) -> JSONValue {
    let sandbox = sandboxHost.contents.withLock { $0.sandbox }
    return KeysView.declaration.write(
      KeysView(isSound: sandbox.keyRotation.isSound, keys: sandbox.signingKeys))
  }
}

/// The steps of a key rotation.
struct KeyRotationSteps: RequestBody {
  var steps: [String] = []

  private static let known = KeyRotation.Step.allCases.map(\.rawValue)

  static let declaration = BodyDeclaration<Self>([
    .init(
      name: "steps",
      schema: [
        "type": "array", "minItems": 1, "maxItems": 10, "items": Schemas.choice(known),
      ],
      meaning:
        "The steps, in their order. publish: the next key is published. use: the next key signs. retire: the oldest published key is removed.",
      isRequired: true,
      read: { rotation, reader in
        rotation.steps = reader.list("steps") ?? []
        for (index, step) in rotation.steps.enumerated() where !known.contains(step) {
          reader.findings.error(
            nil, "/steps/\(index)",
            "there is no step \"\(step)\"" + Suggestion.list(for: step, among: known))
        }
        if !(1...10).contains(reader.value["steps"]?.arrayValue?.count ?? 0) {
          reader.findings.error(nil, "/steps", "expected 1 to 10 steps")
        }
      })
  ])
}

/// The keys as a response shows them.
struct KeysView: Sendable {
  let isSound: Bool
  let keys: [SigningKeyView]

  static let key = BodyDeclaration<SigningKeyView>([
    .output("provider", "The provider.") { $0.provider },
    .output("alg", "The algorithm (RFC 7518 §3.1).") { $0.algorithm },
    .output("kid", "The name of the key (RFC 7517 §4.5).") { $0.kid },
    .output("published", "Whether the key is in the key set of the provider.") { $0.isPublished },
    .output("signs", "Whether new tokens are signed with it.") { $0.signs },
  ])

  static let declaration = BodyDeclaration<Self>([
    .output("sound", "Whether the keys that sign are published.") { $0.isSound },
    .output(
      "keys", as: Operation.list(of: "SigningKey"),
      "The keys that are published or sign, the oldest first."
    ) { JSONValue(.array($0.keys.map(key.write))) },
  ])
}
