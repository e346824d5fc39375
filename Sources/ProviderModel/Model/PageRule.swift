import Basics

package struct PageRule: Sendable {
  /// A place in the provider's templates.
  var template: Int?
  package var status = 200
  package var labels: [(name: String, text: Template)] = []
  package var fields: [(name: String, text: String)] = []
  package var hidden: Shape = .empty
  /// Links.
  var submit: Int?
  var deny: Int?
  var more: [(label: Template, link: Int)] = []

  package func field(_ name: String) -> String? { fields.first { $0.name == name }?.text }
}
