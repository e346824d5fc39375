import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel

/// One request to the control API: who may ask, which operation is meant, what it comes to.
struct Control {
  let house: MockServer
  let request: Request
  let now: Int
  /// The body as a value, if the caller is in this process; otherwise the body is read from the request.
  var body: JSONValue?
  /// The token with a name by which the request came.
  var caller: ControlToken?

  static let root = "/_understudy"
  static let prefix = root + "/"

  func reply() -> Reply {
    do throws(Problem) {
      try house.admit(request)
      let target = RequestTarget(request.target)
      let path = String(target.path.dropFirst(Self.root.count))
      if let page = BuiltInPages.answer(to: request, at: path, house.version) {
        return .answer(page)
      }
      var control = self
      control.caller = try house.authorize(request, at: now)
      var isStale = false
      let result = try control.perform(isStale: &isStale)
      return isStale ? result.reply.markedStale : result.reply
    } catch {
      if error.isOfStore {
        house.sandboxes.replica?.counters.rejections.add(1, ordering: .relaxed)
      }
      var answer = error.answer
      if error.status == 405 {
        answer.headers[.allow] = methods(RequestTarget(request.target).path).joined(separator: ", ")
      }
      log(error, answer)
      return .answer(answer)
    }
  }

  /// Calls the operation that the request names, without asking who the caller is.
  func perform() throws(Problem) -> OperationResult {
    var isStale = false
    return try perform(isStale: &isStale)
  }

  private func perform(isStale: inout Bool) throws(Problem) -> OperationResult {
    var (operation, call) = try prepared()
    try call.checkQuotas(operation)
    guard house.sandboxes.replica != nil else { return try run(operation, &call) }
    return try performShared(operation, &call, isStale: &isStale)
  }

  /// Runs the operation on a copy of the sandbox that it names.
  /// - Parameters:
  ///   - token: the name of the control token by which the request came.
  ///   - outbox: receives what it sends.
  func perform(
    on draft: SandboxHost, by token: String, _ outbox: Outbox
  ) throws(Problem) -> OperationResult {
    var (operation, call) = try prepared()
    (call.draft, call.outbox, call.recordedToken) = (draft, outbox, token)
    call.takeRecordedConfigurations()
    return try run(operation, &call)
  }

  /// Runs an operation. If it came by a token with a name, the journal gets the entry that says who changed what.
  func run(_ operation: Operation, _ call: inout Call) throws(Problem) -> OperationResult {
    let result = try operation.run(&call)
    if let kind = operation.records, !call.tokenName.isEmpty {
      let path = RequestTarget(request.target).path.split(separator: "/").dropFirst(3)
      try call.sandboxHost().record(
        kind, "\(request.method.rawValue) /\(path.joined(separator: "/")): \(operation.summary)",
        by: call)
    }
    return result
  }

  /// The sandbox that the request orders; it is listed nowhere.
  func madeSandbox() throws(Problem) -> MadeSandbox {
    var (_, call) = try prepared()
    call.takeRecordedConfigurations()
    return try SandboxOperations.made(&call, call.configurations()).sandbox
  }

  private func prepared() throws(Problem) -> (Operation, Call) {
    let target = RequestTarget(request.target)
    let (operation, variables) = try find(String(target.path.dropFirst(Self.root.count)))
    var call = Call(
      house: house, request: request, now: now, variables: variables,
      query: Parameters(formEncoded: (target.query ?? "")[...]))
    call.caller = caller
    try call.check(operation, body)
    return (operation, call)
  }

  private func find(_ path: String) throws(Problem) -> (Operation, [String: String]) {
    var isThere = false
    for operation in Operation.all {
      guard let variables = operation.match(path) else { continue }
      isThere = true
      // HEAD is a GET whose body nobody carries, and no GET here changes anything.
      if operation.method == request.method || (request.method == .head && operation.method == .get)
      {
        return (operation, variables)
      }
    }
    if isThere {
      throw Problem(
        405, "Method not allowed.",
        "\(request.method.rawValue) is not answered at \(Self.root)\(path); it answers "
          + methods(Self.root + path).joined(separator: ", ") + "." + (above(path) ?? "")
          + (below(path) ?? ""))
    }
    throw Problem(
      404, "There is no such resource.",
      "Nothing answers at \(Self.root)\(path)." + (below(path) ?? nearest(path) ?? "")
        + " \(Self.root)/openapi.json lists everything.")
  }

  /// What makes something whose own address nobody can choose.
  private func above(_ path: String) -> String? {
    guard [.put, .post].contains(request.method) else { return nil }
    let parent = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    return Operation.all.first { $0.method == .post && $0.match(parent) != nil }
      .map { " POST \(Self.root)\(parent): \($0.summary)" }
  }

  /// What changes something at an address that begins with this one.
  private func below(_ path: String) -> String? {
    let asked = path.split(separator: "/")
    let found = Operation.all.filter { operation in
      let segments = operation.path.split(separator: "/")
      return operation.method != .get && segments.count > asked.count && !asked.isEmpty
        && zip(asked, segments).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }
    return found.isEmpty
      ? nil
      : found.prefix(3).map { operation in
        let segments = operation.path.split(separator: "/").enumerated().map { index, name in
          // A name in the place of the provider may be the client's, whose provider was left out.
          let isNamed = index < asked.count && (name != "{provider}" || isProvider(asked[index]))
          return "/" + (isNamed ? asked[index] : name)
        }
        let address = Self.root + segments.joined()
        return " \(operation.method.rawValue) \(address): \(operation.summary)"
      }.joined()
  }

  private func isProvider(_ id: Substring) -> Bool { house.site.providers.ids.contains(String(id)) }

  /// The address that is meant by one that does not exist, with the names that it has.
  private func nearest(_ path: String) -> String? {
    let asked = path.split(separator: "/").map(String.init)
    let known = Operation.all.compactMap { operation -> String? in
      let segments = operation.path.split(separator: "/").map(String.init)
      guard segments.count == asked.count || segments.count + 1 == asked.count else { return nil }
      return zip(segments, asked).map { $0.hasPrefix("{") ? $1 : $0 }
        .reduce(Self.root) { $0 + "/" + $1 }
    }
    let others = ["health", "ready", "metrics"].map { Self.prefix + $0 }
    if let last = asked.last, let advice = Self.elsewhere[last] { return " " + advice }
    return Suggestion.nearest(to: Self.root + path, among: known + others).map {
      " Did you mean \($0)?"
    }
  }

  /// What is done by an operation of another name.
  private static let elsewhere = [
    "rotate": "POST …/keys with {\"steps\": [\"publish\", \"use\", \"retire\"]} rotates the keys.",
    "restore": "POST …/checkpoints/NAME/restore restores a checkpoint.",
    "quirks":
      "Quirks are chosen when a sandbox is created: \"with\" and \"without\" of POST \(root)/sandboxes.",
  ]

  private func methods(_ path: String) -> [String] {
    let path = String(path.dropFirst(Self.root.count))
    return Operation.all.filter { $0.match(path) != nil }.map(\.method.rawValue)
      .flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] }
  }
}
