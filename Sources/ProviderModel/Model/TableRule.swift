/// A list of records in the cast.
package struct TableRule: Sendable {
  package let key: String
  /// Members by which a record is found too.
  package let also: [String]
  package let folds: Bool
}
