/// The body of an answer that can't differ from one request to the next.
final class WrittenDocument: Sendable {
  let body: [UInt8]
  init(_ body: [UInt8]) { self.body = body }
}
