import ArgumentParser

/// Something that the user has to mend.
struct Failure: Error {
  var text: String
  var code: Int32 = 2
}
