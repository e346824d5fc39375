import Basics

/// A place where the fixture answers otherwise than the recording.
struct Difference: Equatable {
  enum Kind: String {
    /// The recording has it, the fixture does not.
    case missing
    /// The fixture has it, the recording does not.
    case additional
    case type, value
  }

  /// `status`, `header Content-Type`, `body /expires_in`.
  let place: String
  let kind: Kind
  /// What stands there, as it may be shown: no secrets.
  let recorded: String?
  let played: String?

  var text: String {
    switch kind {
    case .missing: "\(place): missing; the recording has \(recorded ?? "it")"
    case .additional: "\(place): additional; the provider file has \(played ?? "it")"
    case .type, .value:
      "\(place): the recording has \(recorded ?? "none"), the provider file \(played ?? "none")"
    }
  }

  var json: JSONValue {
    var object: JSONObject = [
      "place": .init(.string(place)), "kind": .init(.string(kind.rawValue)),
    ]
    object["recorded"] = recorded.map { .init(.string($0)) }
    object["fixture"] = played.map { .init(.string($0)) }
    return JSONValue(.object(object))
  }
}
