/// Where a client may be redirected to.
package struct RedirectRule: Sendable {
  package enum Match: String, Sendable, CaseIterable {
    case exact
    /// Scheme, host and path; any query.
    case path
    /// Host and path; the registered query may be added to at its end.
    case append
  }
  package var match = Match.exact
  package var anyLoopbackPort = false
  package var fallback: Template?
  /// When it may be left out by a client that has registered exactly one (RFC 6749 §3.1.2.3).
  package var omit: Predicate?
  /// Errors about the URI go to the first registered one instead of a page.
  package var mismatchToFirst = false
}
