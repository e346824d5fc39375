import Basics
import JOSE
import ProviderModel

extension RequestSignature {
  /// The signed text: the head's lines, then the parameters, sorted by name, then by value.
  func message(_ parameters: [Parameters.Parameter], _ facts: Facts) -> [UInt8] {
    let style = QueryStyle.rfc3986
    func coded(_ text: String) -> String { self.coded ? style.encode(text) : text }
    let pairs = (signsParameters ? parameters : []).sorted {
      $0.name == $1.name
        ? $0.value.utf8.lexicographicallyPrecedes($1.value.utf8)
        : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }.map { (coded($0.name), coded($0.value)) }
    let lines = head.map { facts.text($0) ?? "" } + pairs.map { "\($0.0)=\($0.1)" }
    return Array((lines.joined(separator: separator) + (closed ? separator : "")).utf8)
  }

  func code(_ message: [UInt8], secret: String) -> String {
    let mac = HMAC.sha256(key: Array(secret.utf8), message: message)
    switch coding {
    case .base64: return Base64.encode(mac)
    case .hex: return Hexadecimal.encode(mac)
    }
  }
}
