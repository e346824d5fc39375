extension SuiteCase {
  /// The `i_` cases: RFC 8259 leaves them to the reader, and this is what ours does.
  static let ours: [SuiteCase] = numbers + halves + encodings + depths

  /// Accepted: a number is its text here, so none is too big, too small or too precise.
  private static let numbers: [SuiteCase] = [
    SuiteCase("i_number_double_huge_neg_exp", "[123.456e-789]", reads: "[123.456e-789]"),
    SuiteCase(
      "i_number_huge_exp", "[0.4e00669999999999999999999999999999999999999999999999999999999999]",
      reads: "[0.4e00669999999999999999999999999999999999999999999999999999999999]"),
    SuiteCase("i_number_neg_int_huge_exp", "[-1e+9999]", reads: "[-1e+9999]"),
    SuiteCase("i_number_pos_double_huge_exp", "[1.5e+9999]", reads: "[1.5e+9999]"),
    SuiteCase("i_number_real_neg_overflow", "[-123123e100000]", reads: "[-123123e100000]"),
    SuiteCase("i_number_real_pos_overflow", "[123123e100000]", reads: "[123123e100000]"),
    SuiteCase("i_number_real_underflow", "[123e-10000000]", reads: "[123e-10000000]"),
    SuiteCase(
      "i_number_too_big_neg_int", "[-123123123123123123123123123123]",
      reads: "[-123123123123123123123123123123]"),
    SuiteCase(
      "i_number_too_big_pos_int", "[100000000000000000000]", reads: "[100000000000000000000]"),
    SuiteCase(
      "i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]",
      reads: "[-237462374673276894279832749832423479823246327846]"),
  ]

  /// ControlAPIError: half of a surrogate pair is no character, and a Swift string could only hold a
  /// replacement, which would be written out as something else than was read.
  private static let halves: [SuiteCase] = [
    SuiteCase("i_object_key_lone_2nd_surrogate", ##"{"\uDFAA":0}"##),
    SuiteCase("i_string_1st_surrogate_but_2nd_missing", ##"["\uDADA"]"##),
    SuiteCase("i_string_1st_valid_surrogate_2nd_invalid", ##"["\uD888\u1234"]"##),
    SuiteCase("i_string_incomplete_surrogate_and_escape_valid", ##"["\uD800\n"]"##),
    SuiteCase("i_string_incomplete_surrogate_pair", ##"["\uDd1ea"]"##),
    SuiteCase("i_string_incomplete_surrogates_escape_valid", ##"["\uD800\uD800\n"]"##),
    SuiteCase("i_string_invalid_lonely_surrogate", ##"["\ud800"]"##),
    SuiteCase("i_string_invalid_surrogate", ##"["\ud800abc"]"##),
    SuiteCase("i_string_inverted_surrogates_U+1D11E", ##"["\uDd1e\uD834"]"##),
    SuiteCase("i_string_lone_second_surrogate", ##"["\uDFAA"]"##),
  ]

  /// ControlAPIError: RFC 8259 §8.1 wants UTF-8 without a byte order mark, and a reader that mends the
  /// bytes would hide from an author that the file is saved wrongly.
  private static let encodings: [SuiteCase] = [
    SuiteCase(
      "i_string_UTF-16LE_with_BOM", [0xff, 0xfe, 0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d, 0]),
    SuiteCase("i_string_UTF-8_invalid_sequence", inString([0xe6, 0x97, 0xa5, 0xd1, 0x88, 0xfa])),
    SuiteCase("i_string_UTF8_surrogate_U+D800", inString([0xed, 0xa0, 0x80])),
    SuiteCase("i_string_invalid_utf-8", inString([0xff])),
    SuiteCase("i_string_iso_latin_1", inString([0xe9])),
    SuiteCase("i_string_lone_utf8_continuation_byte", inString([0x81])),
    SuiteCase("i_string_not_in_unicode_range", inString([0xf4, 0xbf, 0xbf, 0xbf])),
    SuiteCase("i_string_overlong_sequence_2_bytes", inString([0xc0, 0xaf])),
    SuiteCase(
      "i_string_overlong_sequence_6_bytes", inString([0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf])),
    SuiteCase(
      "i_string_overlong_sequence_6_bytes_null", inString([0xfc, 0x80, 0x80, 0x80, 0x80, 0x80])),
    SuiteCase("i_string_truncated-utf-8", inString([0xe0, 0xff])),
    SuiteCase("i_string_utf16BE_no_BOM", [0, 0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d]),
    SuiteCase("i_string_utf16LE_no_BOM", [0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d, 0]),
    SuiteCase("i_structure_UTF-8_BOM_empty_object", [0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  ]

  /// ControlAPIError: 500 levels are more than the 64 that are allowed unless told otherwise.
  private static let depths: [SuiteCase] = [
    SuiteCase(
      "i_structure_500_nested_arrays",
      String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
  ]
}
