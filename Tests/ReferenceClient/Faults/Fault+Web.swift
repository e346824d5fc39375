extension Fault {
  static let web: [Fault] = []
}
