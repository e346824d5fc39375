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
    guard house.sandboxes.replica != nil else { return try operation.run(&call) }
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
    return try operation.run(&call)
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
        405, "This method is not answered here.",
        "\(request.method.rawValue) is not answered at \(Self.root)\(path); it answers "
          + methods(Self.root + path).joined(separator: ", ") + ".")
    }
    let known = Operation.all.map { Self.root + $0.path }
    let near = Suggestion.nearest(to: Self.root + path, among: known)
    throw Problem(
      404, "There is no such resource.",
      "Nothing answers at \(Self.root)\(path)." + (near.map { " Did you mean \($0)?" } ?? "")
        + " \(Self.root)/openapi.json lists everything.")
  }

  private func methods(_ path: String) -> [String] {
    let path = String(path.dropFirst(Self.root.count))
    return Operation.all.filter { $0.match(path) != nil }.map(\.method.rawValue)
      .flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] }
  }
}
