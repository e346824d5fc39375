import Basics
import TestSupport
import Testing

@testable import Transport

@Suite("Starting") struct StartTests {
  private func server(_ addresses: [String], port: UInt16 = 0) -> MicroHTTPServer {
    MicroHTTPServer(addresses: addresses, port: port, handler: echo)
  }

  @Test("with port 0 takes one port on both addresses")
  func both() throws {
    // The address of an IPv4 loopback other than the usual one stands in where a machine has no IPv6.
    var tried = 0
    for addresses in [["127.0.0.1", "::1"], ["127.0.0.1", "127.0.0.2"]] {
      guard (try? server([addresses[1]]).start()) != nil else { continue }
      tried += 1
      let stage = try TestServer(addresses: addresses)
      defer { stage.finish() }
      let port = stage.port
      for address in addresses {
        let response = try exchange(port, Array(simple.utf8), address: address)
        #expect(response?.status == 200)
      }
    }
    #expect(tried > 0, "every machine has one of the two")
  }

  @Test("skips an address that the machine lacks, if another one works")
  func absent() throws {
    // 192.0.2.0/24 is for documentation: no machine has it (RFC 5737).
    let stage = try TestServer(addresses: ["192.0.2.1", "127.0.0.1"])
    defer { stage.finish() }
    let port = stage.port
    #expect(try exchange(port, simple)?.status == 200)
    let error = #expect(throws: MicroHTTPServer.StartError.self) {
      try server(["192.0.2.1"]).start()
    }
    guard case .addressUnavailable(let why) = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    #expect(why.contains("192.0.2.1"))
  }

  @Test("takes names, and everything once")
  func names() throws {
    let stage = try TestServer(addresses: ["localhost", "127.0.0.1"])
    defer { stage.finish() }
    let port = stage.port
    #expect(try exchange(port, simple)?.status == 200)
    #expect(throws: MicroHTTPServer.StartError.self) { try server(["no such name"]).start() }
    #expect(throws: MicroHTTPServer.StartError.self) { try server([]).start() }
  }

  @Test("says which port on which address is busy")
  func busy() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let error = #expect(throws: MicroHTTPServer.StartError.self) {
      try server(["::1", "127.0.0.1"], port: port).start()
    }
    #expect(error == .addressInUse(address: "127.0.0.1", port: port))
    #expect(error?.description.contains("port \(port) is already in use on 127.0.0.1") == true)
  }

  @Test("on every address works beside the other family")
  func wildcard() throws {
    let stage = try TestServer(addresses: ["0.0.0.0", "::"])
    defer { stage.finish() }
    let port = stage.port
    #expect(try exchange(port, simple)?.status == 200)
  }

  @Test("twice is refused, and once more after a stop is not")
  func again() throws {
    let one = server(["127.0.0.1"])
    let port = try one.start()
    #expect(throws: MicroHTTPServer.StartError.self) { try one.start() }
    one.stop()
    let next = try one.start()
    #expect(try exchange(next, simple)?.status == 200)
    one.stop()
    #expect(port != 0)
  }
}
