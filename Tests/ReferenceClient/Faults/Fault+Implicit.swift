extension Fault {
  static let implicit: [Fault] = []
}
