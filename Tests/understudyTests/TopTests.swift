import Basics
import Testing

@testable import understudy

/// `understudy top`.
@Suite("The table of servers", .timeLimit(.minutes(15)))
struct TopTests {
  private static let metrics = """
    # TYPE understudy_requests counter
    # HELP understudy_requests Requests to providers.
    understudy_requests_total{provider="vk",endpoint="authorize",outcome="a } b",status="200"} 30
    understudy_requests_total{provider="vk",endpoint="token",outcome="x",status="503"} 10
    # TYPE understudy_request_seconds histogram
    understudy_request_seconds_bucket{le="0.001"} 20
    understudy_request_seconds_bucket{le="0.0025"} 38
    understudy_request_seconds_bucket{le="5"} 39
    understudy_request_seconds_bucket{le="+Inf"} 40
    understudy_request_seconds_count 40
    understudy_request_seconds_sum 7.25
    understudy_sandboxes 3
    understudy_store_appends_total 12
    understudy_store_conflicts_total 2
    understudy_store_replays_total 7
    # EOF

    """

  @Test("reads what a server counts")
  func reading() {
    let metrics = ServerMetrics(openMetrics: Self.metrics)
    #expect(metrics.requests == 40 && metrics.errors == 10 && metrics.sandboxes == 3)
    #expect(metrics.store == ["appends": 12, "conflicts": 2, "replays": 7])
    #expect(metrics.quantile(0.5) == 0.001 && metrics.quantile(0.95) == 0.0025)
    #expect(metrics.quantile(0.99) == .infinity)
    #expect(ServerMetrics(openMetrics: "").quantile(0.5) == nil)
    #expect(
      ServerMetrics(openMetrics: "a\nb c\nd 1e99\n understudy_sandboxes nan\n").sandboxes == 0)
  }

  private func server(
    _ url: String, _ state: ServerSample.State, at seconds: UInt64 = 0,
    _ metrics: ServerMetrics = ServerMetrics()
  ) -> ServerSample {
    ServerSample(state: state, taken: seconds * 1_000_000_000, metrics: metrics)
  }

  @Test("shows numbers since the start, reasons, and the sandboxes")
  func once() throws {
    let metrics = ServerMetrics(openMetrics: Self.metrics)
    let sandbox = try #require(
      SandboxSample([
        "id": "team-a", "name": "A\u{1B}[2J", "created": "2026-01-01T00:00:00Z",
        "last_used": "2026-01-02T00:00:00Z", "lifetime": "PT1H", "journal": ["last": 7],
      ]))
    let table = TopTable(
      servers: [
        .init(url: "http://a", sample: server("http://a", .ready, metrics)),
        .init(
          url: "http://b:8401", sample: server("http://b:8401", .unready("The store is lost."))),
        .init(url: "http://c", sample: server("http://c", .silent("no server at http://c"))),
        .init(url: "http://d", sample: server("http://d", .alone)),
      ], sandboxes: [sandbox])
    #expect(
      table.lines() == [
        "server         state      req/s  5xx     p50    p99  appends  conflicts  replays",
        "http://a       ready          -   10  ≤ 1 ms  > 5 s       12          2        7",
        "http://b:8401  not ready      -    0       -      -        0          0        0",
        "http://c       no answer      -    -       -      -        -          -        -",
        "http://d       no store       -    -       -      -        -          -        -",
        "http://b:8401: The store is lost.", "no server at http://c", "", "1 sandbox",
        "sandbox  name      created               last used             lifetime  exchanges",
        "team-a   A\\x1b[2J  2026-01-01T00:00:00Z  2026-01-02T00:00:00Z  PT1H              7",
      ])
    let cut = table.lines(rows: 3, columns: 10)
    #expect(cut == ["server    ", "http://a  ", "… and 9 mo"])
  }

  @Test("shows what has happened since the last time, also after a restart")
  func change() {
    let before = ServerMetrics(openMetrics: Self.metrics)
    var after = before
    after.requests += 30
    after.errors += 1
    for index in after.buckets.indices { after.buckets[index].count += 30 }
    after.store["appends", default: 0] += 5
    func cells(_ metrics: ServerMetrics) -> Substring? {
      TopTable(
        servers: [
          .init(
            url: "a", sample: server("a", .ready, at: 12, metrics),
            earlier: server("a", .ready, at: 10, before))
        ]
      ).lines()[1].dropFirst("a       ".count)
    }
    #expect(cells(after) == "ready     15    1  ≤ 1 ms  ≤ 1 ms        5          0        0")
    // It has counted less than before: then all of it has happened since.
    var anew = ServerMetrics()
    anew.requests = 8
    #expect(cells(anew)?.hasPrefix("ready      4    0") == true)
  }

  @Test("is printed once where there is no terminal, and says what is wrong as other commands do")
  func command() throws {
    let served = try Served(["--quiet", "--control-token", "0123456789abcdef"])
    let url = "http://127.0.0.1:\(served.port)"
    let shown = try Tool.run("top", url, "--control-token", "0123456789abcdef")
    #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
    let lines = shown.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("\(url)  no store") }, "\(shown.output)")
    #expect(lines.contains { $0.hasPrefix("default ") })
    let wrong = try Tool.run("top", url, "--once", "--control-token", "wrong")
    #expect(wrong.status == 2 && wrong.errors.contains("control token"), "\(wrong.errors)")
    let one = try Tool.run("top", url, "http://127.0.0.1:1", "--control-token", "0123456789abcdef")
    #expect(one.status == 0 && one.output.contains("no answer"))
    let nobody = try Tool.run("top", "http://127.0.0.1:1")
    #expect(nobody.status == 3 && nobody.output.isEmpty)
    #expect(nobody.errors.contains("no server at http://127.0.0.1:1"), "\(nobody.errors)")
    let mistake = try Tool.run("top", "nonsense")
    #expect(mistake.status == 2 && mistake.errors.contains("expected the address of a server"))
  }
}
