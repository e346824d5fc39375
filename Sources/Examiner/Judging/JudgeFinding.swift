/// What a named judge says of a run.
package enum JudgeFinding: Sendable, Equatable {
  case fine
  /// What is wrong, in one sentence.
  case wrong(String)
  /// Why it can't be seen.
  case unseen(String)
  /// Why nobody could see it: the client shows nothing that would tell.
  case hidden(String)
}
