/// Where a client may be redirected to.
public struct RedirectRule: Sendable {
  public enum Match: String, Sendable, CaseIterable {
    case exact
    /// Scheme, host and path; any query.
    case path
    /// Host and path; the registered query may be added to at its end.
    case append
  }
  public var match = Match.exact
  public var anyLoopbackPort = false
  public var fallback: Template?
  /// When it may be left out by a client that has registered exactly one (RFC 6749 §3.1.2.3).
  public var omit: Predicate?
  /// Errors about the URI go to the first registered one instead of a page.
  public var mismatchToFirst = false
}
