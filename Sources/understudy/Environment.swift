#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Options from `UNDERSTUDY_…`: what stands on the command line wins.
struct Environment {
  private func value(_ name: String) -> String? {
    guard let text = getenv("UNDERSTUDY_\(name)") else { return nil }
    let value = String(cString: text)
    return value.isEmpty ? nil : value
  }

  func fill<Number: FixedWidthInteger>(_ option: inout Number?, _ name: String) throws {
    guard option == nil, let text = value(name) else { return }
    guard let number = Number(text) else {
      throw Failure(text: "UNDERSTUDY_\(name): expected a number, found \"\(text)\"")
    }
    option = number
  }
  /// A port, or a word that switches the usual one on.
  func fill(_ option: inout UInt16?, _ name: String, orElse usual: UInt16) throws {
    guard option == nil, let text = value(name)?.lowercased() else { return }
    if ["false", "no"].contains(text) { return }
    // As a flag is set by 1, and no server of ours could listen there.
    if ["1", "true", "yes"].contains(text) {
      option = usual
    } else {
      try fill(&option, name)
    }
  }
  func fill<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: inout Choice?, _ name: String
  ) throws {
    guard option == nil, let text = value(name) else { return }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw Failure(text: "UNDERSTUDY_\(name): expected \(known), found \"\(text)\"")
    }
    option = choice
  }
  func fill(_ option: inout String?, _ name: String) { option = option ?? value(name) }
  /// Several values are separated by commas.
  func fill(_ option: inout [String], _ name: String) {
    guard option.isEmpty, let text = value(name) else { return }
    option = text.split(separator: ",").map(String.init)
  }
  func fill(_ option: inout Bool, _ name: String) {
    if let text = value(name), !["0", "false", "no"].contains(text.lowercased()) { option = true }
  }
}
