import AuthorizationServer
import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel
import Sandboxes

/// One request to the control API: who may ask, which operation is meant, what it comes to.
struct Control {
  let house: Playhouse
  let request: Request
  let now: Int

  static let root = "/_understudy"
  static let prefix = root + "/"

  func reply() -> Reply {
    do throws(Problem) {
      try admit()
      let target = RequestTarget(request.target)
      let path = String(target.path.dropFirst(Self.root.count))
      let (operation, variables) = try find(path)
      var call = Call(
        house: house, request: request, now: now, variables: variables,
        query: Parameters(formEncoded: (target.query ?? "")[...]))
      try call.check(operation)
      return try operation.run(&call).reply
    } catch {
      var answer = error.answer
      if error.status == 401 { answer.headers[.wwwAuthenticate] = "Bearer realm=\"understudy\"" }
      if error.status == 405 {
        answer.headers[.allow] = methods(RequestTarget(request.target).path).joined(separator: ", ")
      }
      return .answer(answer)
    }
  }

  /// A page on another origin must not command a tool on the loopback.
  private func admit() throws(Problem) {
    let options = house.sandboxes.start.site.options
    let host = HostName.name(of: request.authority)
    let isKnown =
      HostName.isLoopback(host) || options.allowedHosts.contains { HostName.name(of: $0) == host }
    guard isKnown else {
      throw Problem(
        421, "This server does not answer to that host.",
        "The Host \"\(request.authority)\" is neither loopback nor given by --allow-host.")
    }
    if let origin = request.headers[.origin], origin != "\(request.scheme)://\(request.authority)" {
      throw Problem(
        403, "Pages of other origins may not command this server.",
        "The Origin is \(origin); call from outside of a browser.")
    }
    guard let token = house.options.controlToken else { return }
    let sent = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    guard sent.count == 2, sent[0].lowercased() == "bearer",
      equalInConstantTime(Array(sent[1].utf8), Array(token.utf8))
    else {
      throw Problem(
        401, "The control API asks for its token.",
        "Send Authorization: Bearer TOKEN; the token was printed at start, or given by --control-token."
      )
    }
  }

  private func find(_ path: String) throws(Problem) -> (Operation, [String: String]) {
    var isThere = false
    for operation in Operation.all {
      guard let variables = operation.match(path) else { continue }
      isThere = true
      if operation.method == request.method { return (operation, variables) }
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
  }
}

/// What an operation is called with.
struct Call {
  let house: Playhouse
  let request: Request
  let now: Int
  let variables: [String: String]
  let query: Parameters
  private(set) var body: JSONValue = [:]

  init(
    house: Playhouse, request: Request, now: Int, variables: [String: String], query: Parameters
  ) {
    self.house = house
    self.request = request
    self.now = now
    self.variables = variables
    self.query = query
  }

  /// Query and body, before the operation looks at them.
  mutating func check(_ operation: Operation) throws(Problem) {
    for parameter in query.list
    where !operation.query.contains(where: { $0.name == parameter.name }) {
      let names = operation.query.map(\.name)
      throw Problem(
        400, "The query has a parameter that is not known.",
        "There is no parameter \"\(parameter.name)\" here"
          + Suggestion.hint(for: parameter.name, among: names) + ".")
    }
    guard operation.body != nil else {
      guard request.body.isEmpty else {
        throw Problem(400, "This operation takes no body.", "Send none.")
      }
      return
    }
    if request.body.isEmpty, !operation.needsBody { return }
    let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    guard type == "application/json" || type.hasSuffix("+json") else {
      throw Problem(
        415, "The body has to be JSON.",
        "The Content-Type is \(type.isEmpty ? "missing" : "\"\(type)\""); send application/json.")
    }
    do {
      let document = try JSONReader().read(request.body, file: "body")
      if let duplicate = document.duplicates.first {
        throw Problem(
          400, "The body has a member twice.",
          "\"\(duplicate.name)\" stands twice, again at line \(duplicate.origin.line).",
          pointer: duplicate.pointer)
      }
      body = document.root
    } catch let error as JSONSyntaxError {
      throw Problem(
        400, "The body is not JSON.",
        "Line \(error.origin.line), column \(error.origin.column): \(error.sentence)", pointer: "")
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(400, "The body is not JSON.", "\(error)", pointer: "")
    }
  }

  func variable(_ name: String) -> String { variables[name] ?? "" }

  /// The sandbox that the path names.
  func cell() throws(Problem) -> Cell {
    let id = variable("sandbox")
    if let cell = house.sandboxes.find(id) {
      // Who commands a sandbox uses it.
      let now = now
      cell.contents.withLock { $0.used = max($0.used, now) }
      return cell
    }
    if house.sandboxes.isGone(id) {
      throw Problem(410, "The sandbox is gone.", house.sandboxes.gone(id).trimmingLineBreak)
    }
    throw Problem(404, "There is no such sandbox.", "No sandbox has the id \"\(id)\".")
  }

  func instants(_ cell: Cell) -> Instants {
    let now = now
    return cell.contents.withLock { $0.clock.instants(now) }
  }

  /// Reads the body's members; whatever is wrong with any of them is one problem.
  func read<Result>(_ body: (inout FixtureReader) -> Result) throws(Problem) -> Result {
    let findings = Findings()
    var reader = FixtureReader(self.body, "", findings)
    let result = body(&reader)
    reader.finish()
    guard findings.list.isEmpty else { throw Problem(findings.list) }
    return result
  }

  /// A whole number from the query.
  func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query.last(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(
        400, "A parameter of the query has a wrong value.",
        "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\"."
      )
    }
    return number
  }
}

/// What an operation comes to.
enum Outcome {
  case json(Int, JSONValue)
  case text(String, [UInt8])
  case nothing
  case later(Waiting)

  var reply: Reply {
    switch self {
    case .json(let status, let value):
      .answer(
        Answer(
          status: .init(code: status),
          headers: [.contentType: "application/json", .cacheControl: "no-store"],
          body: value.encoded()))
    case .text(let type, let bytes):
      .answer(
        Answer(
          status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: bytes))
    case .nothing: .answer(Answer(status: .noContent))
    case .later(let waiting): .later(waiting)
    }
  }
}

extension String {
  var trimmingLineBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
