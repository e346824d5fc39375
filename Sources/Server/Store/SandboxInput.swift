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
      let words = text.split(separator: " ")
      guard words.count == 2 else { return nil }
      switch words[0] {
      case "seed":
        guard let seed = UInt64(words[1]) else { return nil }
        self = .seed(seed)
      case "key":
        guard let key = Base64URL.decode(String(words[1])), key.count >= 16 else { return nil }
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
    var groups: [[Field]] = [[]]
    for field in entry.fields {
      guard let dot = field.name.firstIndex(of: "."), let number = Int(field.name[..<dot]) else {
        groups[0].append(field)
        continue
      }
      if number == groups.count + 1 { groups.append([]) }
      guard number == groups.count else { return nil }
      groups[number - 1].append(
        Field(String(field.name[field.name.index(after: dot)...]), field.value))
    }
    let inputs = groups.compactMap { SandboxInput($0) }
    return inputs.count == groups.count ? inputs : nil
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

  private init?(_ fields: [Field]) {
    let entry = StoredEntry(version: 0, fields: fields)
    guard let kind = entry["kind"].flatMap(Kind.init), let at = entry["at"].flatMap(Dates.seconds),
      let method = entry["method"].flatMap({ HTTPRequest.Method($0) }),
      let target = entry["target"], let host = entry["host"], let scheme = entry["scheme"],
      let chance = entry["chance"].flatMap(Chance.init)
    else { return nil }
    self.init(
      kind: kind, at: at,
      request: Request(method: method, scheme: scheme, authority: host, target: target),
      chance: chance)
    request.calledPath = entry["called"]
    for line in (entry["headers"] ?? "").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      request.headers.append(
        Headers.Field(
          String(line[..<colon]), String(line[line.index(after: colon)...].dropFirst())))
    }
    if let body = entry["body"] { request.body = Array(body.utf8) }
    if let body = entry["body_base64url"] {
      guard let bytes = Base64URL.decode(body) else { return nil }
      request.body = bytes
    }
    if let certificate = entry["certificate"] {
      guard let bytes = Base64URL.decode(certificate) else { return nil }
      request.clientCertificate = bytes
    }
    if let text = entry["documents"] {
      guard let root = try? JSONReader().read(Array(text.utf8), file: "documents").root,
        let read = FetchedDocuments(json: root)
      else { return nil }
      documents = read
    }
    token = entry["token"] ?? ""
    outcome = entry["outcome"] ?? ""
    issued = entry["issued"] ?? ""
  }
}
