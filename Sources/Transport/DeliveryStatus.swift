/// How far an answer has come: said of each answer that somebody watches, as it becomes known.
///
/// An exchange ends as `sent` or `broken`, once. After `sent` may come `read` or `broken`, once: when the client asks for
/// the next thing, or when its connection ends (on Linux). Neither comes where the server ends the connection itself, as
/// it does for a client that wants it to (`Connection: close`).
package enum DeliveryStatus: Sendable, Equatable {
  /// It did not come whole: the client had left, or the connection was made to break. After `sent`: the client left
  /// without reading it.
  case broken
  /// It was handed over whole to a connection that still stood. The client may not have looked at it yet.
  case sent
  /// The client has it: it asked for the next thing on the same connection, or hung up in order, with nothing unread.
  case read
}
