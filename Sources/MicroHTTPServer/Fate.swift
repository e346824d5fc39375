/// How far an answer has come: said of each answer that somebody watches, as it becomes known.
///
/// An exchange ends as `sent` or `broken`, once. After `sent` may come `read` or `broken`, once: neither comes where
/// nothing more can be learnt.
public enum Fate: Sendable, Equatable {
  /// It did not come whole: the client had left, or the connection was made to break.
  case broken
  /// It was handed over whole to a connection that still stood. The client may not have looked at it yet.
  case sent
  /// The client has it: it asked for the next thing on the same connection.
  case read
}
