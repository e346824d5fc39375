/// Someone who is signed in.
struct Session: Sendable {
  let person: String
  let since: Int
  let ends: Int
}
