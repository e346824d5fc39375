extension Fault {
  static let resource: [Fault] = []
}
