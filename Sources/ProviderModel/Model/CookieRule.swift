import Basics

package struct CookieRule: Sendable {
  package var name: Template?
  package var value: Pattern?
  /// It is shared by all hosts of the provider's site.
  package var site = false
  /// For the cookie of a link: the query parameter whose value ends the cookie's name.
  package var parameter: String?
}
