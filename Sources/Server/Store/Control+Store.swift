import Basics
import Engine
import HTTPTypes
import ProviderModel

/// The control API of a server with a store: operations that change a sandbox are inputs of its log.
extension Control {
  /// Calls an operation so that all replicas agree on its effect.
  /// - Parameter isStale: is set if the store can't be reached and what is read comes from memory.
  func performShared(
    _ operation: Operation, _ call: inout Call, isStale: inout Bool
  ) throws(Problem) -> OperationResult {
    guard call.variables["sandbox"] != nil else {
      if operation.showsConfiguration { isStale = try !call.readConfigurations() }
      defer { isStale = isStale || call.isStale }
      return try operation.run(&call)
    }
    let deletes = operation.id == "deleteSandbox"
    let sandboxHost = try call.sandboxHost(orDamaged: deletes)
    guard let log = sandboxHost.log else { return try run(operation, &call) }
    if operation.isShared {
      var sent =
        operation.namesScenarios
        ? call.recorded(with: try call.configurations()) : call.recorded
      if let body {
        sent.body = body.encoded()
        sent.headers[.contentType] = "application/json"
      }
      let isOfPeople = operation.id == "putPerson" && caller?.quotas[.people] != nil
      return try sandboxHost.perform(
        sent, caller?.name ?? "", in: log,
        checking: isOfPeople ? call.checkPeople(besides: call.givenPeople()) : nil)
    }
    do throws(StoreFailure) { isStale = try !sandboxHost.refresh() } catch {
      if deletes, error.kind == .damaged { return try operation.run(&call) }
      if error.kind == .gone {
        call.house.sandboxes.end(sandboxHost, "it is not in the store any more", at: call.now)
      }
      throw Problem(error)
    }
    return try operation.run(&call)
  }
}

extension Operation {
  /// Whether it shows what is set for all sandboxes.
  fileprivate var showsConfiguration: Bool {
    ["listConfigurations", "getConfiguration", "listScenarios"].contains(id)
  }

  /// Whether the body may name scenarios, which an administrator can set for all sandboxes.
  var namesScenarios: Bool { ["addRules", "setRules"].contains(id) }

  /// Whether the operation changes the state of a sandbox: then it is an input of the sandbox's log.
  var isShared: Bool {
    method != .get && method != .head && path.contains("{sandbox}")
      && !["deleteSandbox", "clearJournal"].contains(id)
  }
}

extension Problem {
  init(_ failure: StoreFailure) {
    switch failure.kind {
    case .gone: self.init(410, "The sandbox is gone.", failure.reason)
    case .unavailable: self.init(503, "The store can't be reached.", failure.reason)
    case .refused: self.init(503, "The store refuses.", failure.reason)
    case .damaged: self.init(503, "The store is damaged.", failure.reason)
    }
    isOfStore = status == 503
  }
}

extension MockServer {
  /// Connects the server with its store: from here on it answers.
  /// - Throws: if the store does not give the default sandbox.
  package func begin() throws(StoreFailure) {
    guard let replica = sandboxes.replica else { return }
    replica.connect(
      control: { [unowned self] input, draft, outbox in
        Result { () throws(Problem) in
          try Control(house: self, request: input.request, now: input.at)
            .perform(on: draft, by: input.token, outbox)
        }
      },
      making: { [unowned self] request throws(Problem) in
        try Control(house: self, request: request, now: 0).madeSandbox()
      },
      reading: { [unowned self] in
        SnapshotContext(sandboxes.start) { with, without in
          try? ProviderOperations.resolve(self, QuirkSwitches(with: with, without: without))
        }
      },
      writingBack: { [weak self] in self?.sandboxes.writeBack() },
      journalQuota: { [unowned self] name in
        options.tokens.first { ExactText.same($0.name, name) }?.quotas[.journal]
      })
    _ = try replica.askContent()
    replica.store.onReconnection { [weak replica] in _ = try? replica?.askContent() }
    try sandboxes.beginStandard()
    _ = try sandboxes.configurations.current()
    replica.isServing.store(true, ordering: .relaxed)
  }

  /// Keeps a snapshot of each sandbox that was changed, so that another version of the server can go on from there.
  package func end() { sandboxes.keepSnapshots() }

  /// What a server with a store tells about itself: to a balancer whether it is ready, and to who watches it its metrics.
  func answer(_ path: String, _ request: Request, _ replica: Replica) -> Answer? {
    guard request.method == .get || request.method == .head else { return nil }
    switch path {
    case Control.prefix + "ready":
      let (isReady, why) = replica.isReady()
      let body: JSONValue =
        isReady ? ["ready": true] : ["ready": false, "why": JSONValue(.string(why))]
      return OperationResult.answer(isReady ? 200 : 503, body)
    // A probe of Kubernetes asks by the address of its pod, which is no host of ours, and a sandbox that is busy is no reason
    // to end the process.
    case Self.health: return BuiltInAnswer.health(version)
    case Control.prefix + "metrics":
      do throws(Problem) { try admitMonitor(request) } catch { return error.answer }
      return Answer(
        status: .ok,
        headers: [
          .contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
          .cacheControl: "no-store",
        ],
        body: Array(replica.metrics.text(sandboxes, replica).utf8))
    default: return nil
    }
  }

  /// The answer to a request that the store does not let this server decide.
  static func answer(_ failure: StoreFailure) -> Answer {
    if failure.kind == .gone {
      return Answer(
        status: .gone, headers: [.contentType: "text/plain; charset=utf-8"],
        body: Array((failure.reason + "\n").utf8))
    }
    let body: JSONValue = [
      "error": "temporarily_unavailable",
      "error_description": JSONValue(.string(failure.reason)),
    ]
    return Answer(
      status: .serviceUnavailable,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store", .retryAfter: "1",
      ], body: body.encoded())
  }
}
