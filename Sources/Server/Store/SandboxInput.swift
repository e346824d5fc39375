import Basics
import Engine
import HTTPTypes
import ProviderModel

/// What a sandbox decides on: all that a replica needs to come to the same state.
struct SandboxInput: Sendable {
  enum Kind: String, Sendable {
    /// The sandbox was made.
    case made
    /// A request to a provider.
    case request
    /// A request to the control API that changes the sandbox.
    case control
  }

  /// Where its codes and tokens were drawn from.
  enum Chance: Sendable {
    /// The position of the sandbox's own generator, which has a seed.
    case seed(UInt64)
    /// A key for this input alone.
    case key([UInt8])

    var entropy: Entropy {
      switch self {
      case .seed(let seed): Entropy(seed: seed)
      case .key(let key): Entropy(key: key)
      }
    }

    fileprivate var text: String {
      switch self {
      case .seed(let seed): "seed \(seed)"
      case .key(let key): "key \(Base64URL.encode(key))"
      }
    }

    fileprivate init?(_ text: String) {
      guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      let value = text[text.utf8.index(after: space)...]
      switch text[..<space] {
      case "seed":
        guard let seed = UInt64(value) else { return nil }
        self = .seed(seed)
      case "key":
        guard let key = Base64URL.decode(String(value)), key.count >= 16 else { return nil }
        self = .key(key)
      default: return nil
      }
    }
  }

  var kind: Kind
  /// The wall clock, in seconds since 1970.
  var at: Int
  var request: Request
  var documents = FetchedDocuments()
  var chance: Chance
  /// What was decided, in words, and a digest of what was issued. A replica that comes to something else must not go on.
  var outcome = ""
  var issued = ""
  /// The name of the control token with which it came; empty without one.
  var token = ""
}

extension SandboxInput {
  typealias Field = StoredEntry.Field

  /// The fields of inputs that are stored as one entry. The names of the second input's begin with "2.", and so on.
  static func fields(of inputs: [SandboxInput]) -> [Field] {
    guard inputs.count > 1 else { return inputs.first?.fields ?? [] }
    return inputs.enumerated().flatMap { place, input in
      place == 0 ? input.fields : input.fields.map { Field("\(place + 1).\($0.name)", $0.value) }
    }
  }

  /// The inputs of an entry, in their order.
  /// - Returns: `nil` if a field is missing or can't be read.
  static func inputs(of entry: StoredEntry) -> [SandboxInput]? {
    var parts = [Parts()]
    for field in entry.fields {
      var (place, name) = (0, field.name[...])
      if let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), let number = Int(name[..<dot]) {
        if number == parts.count + 1 { parts.append(Parts()) }
        guard number == parts.count else { return nil }
        (place, name) = (number - 1, name[name.utf8.index(after: dot)...])
      }
      guard parts[place].take(name, field.value) else { return nil }
    }
    let inputs = parts.compactMap(\.input)
    return inputs.count == parts.count ? inputs : nil
  }

  private var fields: [Field] {
    var fields: [Field] = [
      Field("kind", kind.rawValue), Field("at", Dates.text(at)),
      Field("method", request.method.rawValue), Field("target", request.target),
      Field("host", request.authority), Field("scheme", request.scheme),
    ]
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { fields.append(Field(name, value)) }
    }
    add("called", request.calledPath ?? "")
    add("headers", request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
    if !request.body.isEmpty {
      if let text = String(validating: request.body, as: UTF8.self) {
        fields.append(Field("body", text))
      } else {
        fields.append(Field("body_base64url", Base64URL.encode(request.body)))
      }
    }
    if let certificate = request.clientCertificate {
      fields.append(Field("certificate", Base64URL.encode(certificate)))
    }
    if !documents.isEmpty { fields.append(Field("documents", documents.json.text())) }
    add("token", token)
    add("outcome", outcome)
    add("issued", issued)
    fields.append(Field("chance", chance.text))
    return fields
  }

  /// What has been read of an input. A takeover reads thousands of entries, so each field is looked at once.
  private struct Parts {
    private var kind: Kind?
    private var at: Int?
    private var chance: Chance?
    private var method: HTTPRequest.Method?
    private var target, host, scheme: String?
    private var rest = SandboxInput(
      kind: .made, at: 0, request: Request(method: .get, scheme: "", authority: "", target: ""),
      chance: .seed(0))

    /// - Returns: false if the value can't be read. Other fields say nothing about an input.
    mutating func take(_ name: Substring, _ value: String) -> Bool {
      switch name {
      case "kind": kind = Kind(rawValue: value)
      case "at": at = Dates.seconds(value)
      case "chance": chance = Chance(value)
      case "method": method = HTTPRequest.Method(value)
      case "target": target = value
      case "host": host = value
      case "scheme": scheme = value
      case "called": rest.request.calledPath = value
      case "headers": return takeHeaders(value)
      case "body": rest.request.body = Array(value.utf8)
      case "body_base64url":
        guard let bytes = Base64URL.decode(value) else { return false }
        rest.request.body = bytes
      case "certificate":
        guard let bytes = Base64URL.decode(value) else { return false }
        rest.request.clientCertificate = bytes
      case "documents":
        guard let root = try? JSONReader().read(Array(value.utf8), file: "documents").root,
          let documents = FetchedDocuments(json: root)
        else { return false }
        rest.documents = documents
      case "token": rest.token = value
      case "outcome": rest.outcome = value
      case "issued": rest.issued = value
      default: break
      }
      return true
    }

    private mutating func takeHeaders(_ text: String) -> Bool {
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        rest.request.headers.append(
          Headers.Field(
            String(Substring(line[..<colon])), String(Substring(line[colon...].dropFirst(2)))))
      }
      return true
    }

    var input: SandboxInput? {
      guard let kind, let at, let method, let target, let host, let scheme, let chance else {
        return nil
      }
      var input = rest
      (input.kind, input.at, input.chance) = (kind, at, chance)
      (input.request.method, input.request.target) = (method, target)
      (input.request.authority, input.request.scheme) = (host, scheme)
      return input
    }
  }
}
