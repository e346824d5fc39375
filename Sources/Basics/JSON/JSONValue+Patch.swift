extension JSONValue {
  /// What a document becomes by this merge patch (RFC 7396 §2): `null` takes a member away, an object is merged, anything
  /// else stands in place of what was there.
  package func merged(into target: JSONValue?) -> JSONValue {
    guard let patch = objectValue else { return self }
    var object = target?.objectValue ?? JSONObject()
    for member in patch {
      object[member.name] =
        member.value.isNull ? nil : member.value.merged(into: object[member.name])
    }
    return JSONValue(.object(object), origin: target?.origin ?? origin)
  }
}
