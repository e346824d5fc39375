/// RFC 6749 §3.3: what a scope may be made of, so that a list of them can be read again.
package enum ScopeToken {
  package static func isWellFormed(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x21, 0x23...0x5B, 0x5D...0x7E: true
        default: false
        }
      }
  }

  package static func expected(_ text: String) -> String {
    "expected one scope of printable ASCII without spaces, quotes and backslashes "
      + "(RFC 6749 §3.3), found \"\(text)\""
  }
}
