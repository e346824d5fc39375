import Basics

/// Two sockets whose bytes are carried over from one to the other, both ways.
struct Relay {
  /// One way: what was read and has not been written yet.
  private struct Lane {
    var bytes: [UInt8]
    var sent = 0
    /// Nothing more will come.
    var isOver = false
    /// And all of it has been written.
    var isDone = false
    /// How many more bytes may be read; nil: all that come.
    var left: Int?

    var hasBytes: Bool { sent < bytes.count }
  }

  let client: Int32
  let server: Int32
  /// When it is over unless something moves, in nanoseconds of `System.now()`.
  var deadline: UInt64
  private var there: Lane
  private var back: Lane

  private static let room = 32 << 10
  private static let rounds = 16

  /// - Parameters:
  ///   - request: what the server gets first.
  ///   - answer: what the client gets first.
  ///   - left: how many bytes that follow the request belong to it, or nil for all. Bytes after them may be meant
  ///     for another server.
  init(
    client: Int32, server: Int32, request: [UInt8], answer: [UInt8], left: Int? = nil,
    deadline: UInt64
  ) {
    self.client = client
    self.server = server
    self.deadline = deadline
    there = Lane(bytes: request)
    there.left = left
    back = Lane(bytes: answer)
  }

  /// Moves what can be moved. False when it is over.
  mutating func move() -> Bool {
    guard Self.move(&there, from: client, to: server), Self.move(&back, from: server, to: client)
    else { return false }
    return !(there.isDone && back.isDone)
  }

  var readsClient: Bool { !there.isOver && !there.hasBytes }
  var readsServer: Bool { !back.isOver && !back.hasBytes }
  var writesClient: Bool { back.hasBytes }
  var writesServer: Bool { there.hasBytes }

  /// False when one of both has broken.
  private static func move(_ lane: inout Lane, from: Int32, to: Int32) -> Bool {
    // A pair that is quick must not keep the others waiting.
    for _ in 0..<rounds {
      while lane.hasBytes {
        let count = lane.bytes.withUnsafeBytes { bytes in
          System.send(to, UnsafeRawBufferPointer(rebasing: bytes[lane.sent...]))
        }
        if count <= 0 { return System.isPatient }
        lane.sent += count
      }
      if lane.left == 0 {
        // The direction stays open: some servers take its end for a client that has gone.
        (lane.isOver, lane.isDone) = (true, true)
        return true
      }
      if lane.isOver {
        if !lane.isDone {
          System.finishSending(to)
          lane.isDone = true
        }
        return true
      }
      lane.sent = 0
      var result = 0
      let most = min(room, lane.left ?? room)
      lane.bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
        result = recv(from, buffer.baseAddress, most, System.withoutWaiting)
        count = max(result, 0)
      }
      if let left = lane.left { lane.left = left - max(result, 0) }
      if result == 0 { lane.isOver = true }
      if result < 0 { return System.isPatient }
    }
    return true
  }
}
