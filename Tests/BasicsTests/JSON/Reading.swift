import Basics

func reading(_ bytes: [UInt8]) -> Result<JSONDocument, JSONSyntaxError> {
  do throws(JSONSyntaxError) {
    return .success(try JSONReader().read(bytes, file: "t"))
  } catch {
    return .failure(error)
  }
}

/// The error as `line:column: sentence`, or "" if the text is JSON.
func complaint(_ text: String) -> String {
  complaint(Array(text.utf8))
}

func complaint(_ bytes: [UInt8]) -> String {
  guard case .failure(let error) = reading(bytes) else { return "" }
  return "\(error.origin.line):\(error.origin.column): \(error.sentence)"
}

func read(_ text: String) throws -> JSONValue {
  try JSONReader().read(Array(text.utf8), file: "t").root
}
