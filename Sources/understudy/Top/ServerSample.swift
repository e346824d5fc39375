import Basics
import HTTPTypes

/// What a server tells about itself at one moment.
struct ServerSample: Sendable {
  enum State: Sendable, Equatable {
    /// It runs without a store, and tells no more.
    case alone
    case ready
    /// It does not reach its store. The reason is a sentence.
    case unready(String)
    /// Nothing answers. The reason is a part of a sentence.
    case silent(String)

    var text: String {
      switch self {
      case .alone: "no store"
      case .ready: "ready"
      case .unready: "not ready"
      case .silent: "no answer"
      }
    }

    var reason: String? {
      switch self {
      case .alone, .ready: nil
      case .unready(let why), .silent(let why): why
      }
    }
  }

  var state: State
  /// When it was taken, in nanoseconds of `MonotonicClock`.
  var taken = MonotonicClock.nanoseconds()
  var metrics = ServerMetrics()
}

/// The numbers of `GET /_understudy/metrics`.
struct ServerMetrics: Sendable, Equatable {
  var requests = 0
  /// Requests with a status of 500 or more.
  var errors = 0
  /// How many requests took at most as many seconds, by growing bounds; infinity is the last.
  var buckets: [(bound: Double, count: Int)] = []
  var sandboxes = 0
  /// By the names that follow `understudy_store_`.
  var store: [String: Int] = [:]

  init() {}

  init(openMetrics text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " "),
        let value = Double(line[line.index(after: space)...]), value.magnitude < 1e15
      else { continue }
      let (series, number) = (line[..<space], Int(value))
      let name = series.prefix { $0 != "{" }
      switch name {
      case "understudy_requests_total":
        requests += number
        if let status = Self.label("status", of: series).flatMap({ Int($0) }), status >= 500 {
          errors += number
        }
      case "understudy_request_seconds_bucket":
        let bound = Self.label("le", of: series) ?? ""
        buckets.append((bound == "+Inf" ? .infinity : Double(bound) ?? .infinity, number))
      case "understudy_sandboxes": sandboxes = number
      default:
        guard name.hasPrefix("understudy_store_"), name.hasSuffix("_total") else { continue }
        store[String(name.dropFirst("understudy_store_".count).dropLast("_total".count))] = number
      }
    }
  }

  /// The value of a label. No value of these labels has a quotation mark in it.
  private static func label(_ name: String, of series: Substring) -> String? {
    guard let start = series.firstRange(of: "\(name)=\"") else { return nil }
    return String(series[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The bound below which such a share of the requests lies; `nil` without requests.
  func quantile(_ share: Double) -> Double? {
    guard let all = buckets.last?.count, all > 0 else { return nil }
    return buckets.first { Double($0.count) >= share * Double(all) }?.bound
  }

  /// What has happened since an earlier sample. A server that was started again counts anew.
  func since(_ earlier: ServerMetrics) -> ServerMetrics {
    guard requests >= earlier.requests, buckets.count == earlier.buckets.count else {
      return self
    }
    var change = self
    change.requests -= earlier.requests
    change.errors -= earlier.errors
    for index in buckets.indices { change.buckets[index].count -= earlier.buckets[index].count }
    for (name, count) in earlier.store { change.store[name, default: 0] -= count }
    return change
  }

  static func == (a: ServerMetrics, b: ServerMetrics) -> Bool {
    a.requests == b.requests && a.errors == b.errors && a.sandboxes == b.sandboxes
      && a.store == b.store && a.buckets.map(\.bound) == b.buckets.map(\.bound)
      && a.buckets.map(\.count) == b.buckets.map(\.count)
  }
}

/// A sandbox as the control API lists it.
struct SandboxSample: Sendable {
  let id: String
  let name: String
  let created: String
  let used: String
  let lifetime: String
  let entries: Int
  /// Why it can't be used, if it can't.
  let problem: String?

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.stringValue else { return nil }
    func text(_ name: String) -> String { value[name]?.stringValue ?? "" }
    self.id = id
    (name, created, used) = (text("name"), text("created"), text("last_used"))
    lifetime = value["lifetime"]?.stringValue ?? "-"
    entries = value["journal"]?["last"]?.integerValue ?? 0
    problem = value["problem"]?.stringValue
  }
}

/// Asks one server.
struct ServerWatch: Sendable {
  let client: ControlClient

  /// - Throws: `Failure` with 2 if it asks for another control token, or the URL is invalid.
  func sample() throws -> ServerSample {
    let ready: Answer
    do { ready = try client.answer("/ready") } catch let failure as Failure {
      guard failure.code == 3 else { throw failure }
      return ServerSample(state: .silent(failure.text))
    }
    let state: ServerSample.State
    switch ready.status.code {
    case 200: state = .ready
    case 503:
      let body = try? JSONReader().read(ready.body, file: "").root
      state = .unready(body?["why"]?.stringValue ?? "The server is not ready.")
    // Only a server with a store has this address.
    default:
      _ = try client.body(of: client.answer("/health"))
      return ServerSample(state: .alone)
    }
    let metrics = try client.body(of: client.answer("/metrics"))
    return ServerSample(
      state: state, metrics: ServerMetrics(openMetrics: String(decoding: metrics, as: UTF8.self)))
  }

  /// The sandboxes that were used last come first.
  func sandboxes() throws -> [SandboxSample] {
    let body = try client.body(of: client.answer("/sandboxes"))
    let list = try JSONReader().read(body, file: "sandboxes").root.arrayValue ?? []
    return list.compactMap(SandboxSample.init).sorted {
      $0.used == $1.used ? $0.id < $1.id : $0.used > $1.used
    }
  }
}
