extension SuiteCase {
  /// The `y_` cases: what every reader must accept.
  static let accepted: [SuiteCase] = [
    SuiteCase("y_array_arraysWithSpaces", "[[]   ]", reads: "[[]]"),
    SuiteCase("y_array_empty", "[]", reads: "[]"),
    SuiteCase("y_array_empty-string", #"[""]"#, reads: #"[""]"#),
    SuiteCase("y_array_ending_with_newline", "[\"a\"]\n", reads: #"["a"]"#),
    SuiteCase("y_array_false", "[false]", reads: "[false]"),
    SuiteCase("y_array_heterogeneous", #"[null, 1, "1", {}]"#, reads: #"[null,1,"1",{}]"#),
    SuiteCase("y_array_null", "[null]", reads: "[null]"),
    SuiteCase("y_array_with_1_and_newline", "[1\n]", reads: "[1]"),
    SuiteCase("y_array_with_leading_space", " [1]", reads: "[1]"),
    SuiteCase(
      "y_array_with_several_null", "[1,null,null,null,2]", reads: "[1,null,null,null,2]"),
    SuiteCase("y_array_with_trailing_space", "[2] ", reads: "[2]"),
    SuiteCase("y_number", "[123e65]", reads: "[123e65]"),
    SuiteCase("y_number_0e+1", "[0e+1]", reads: "[0e+1]"),
    SuiteCase("y_number_0e1", "[0e1]", reads: "[0e1]"),
    SuiteCase("y_number_after_space", "[ 4]", reads: "[4]"),
    SuiteCase(
      "y_number_double_close_to_zero", "[-0.000000000000000000000000000000000000000001]",
      reads: "[-0.000000000000000000000000000000000000000001]"),
    SuiteCase("y_number_int_with_exp", "[20e1]", reads: "[20e1]"),
    SuiteCase("y_number_minus_zero", "[-0]", reads: "[-0]"),
    SuiteCase("y_number_negative_int", "[-123]", reads: "[-123]"),
    SuiteCase("y_number_negative_one", "[-1]", reads: "[-1]"),
    SuiteCase("y_number_negative_zero", "[-0]", reads: "[-0]"),
    SuiteCase("y_number_real_capital_e", "[1E22]", reads: "[1E22]"),
    SuiteCase("y_number_real_capital_e_neg_exp", "[1E-2]", reads: "[1E-2]"),
    SuiteCase("y_number_real_capital_e_pos_exp", "[1E+2]", reads: "[1E+2]"),
    SuiteCase("y_number_real_exponent", "[123e45]", reads: "[123e45]"),
    SuiteCase("y_number_real_fraction_exponent", "[123.456e78]", reads: "[123.456e78]"),
    SuiteCase("y_number_real_neg_exp", "[1e-2]", reads: "[1e-2]"),
    SuiteCase("y_number_real_pos_exponent", "[1e+2]", reads: "[1e+2]"),
    SuiteCase("y_number_simple_int", "[123]", reads: "[123]"),
    SuiteCase("y_number_simple_real", "[123.456789]", reads: "[123.456789]"),
    SuiteCase("y_object", #"{"asd":"sdf", "dfg":"fgh"}"#, reads: #"{"asd":"sdf","dfg":"fgh"}"#),
    SuiteCase("y_object_basic", #"{"asd":"sdf"}"#, reads: #"{"asd":"sdf"}"#),
    SuiteCase("y_object_duplicated_key", #"{"a":"b","a":"c"}"#, reads: #"{"a":"c"}"#),
    SuiteCase("y_object_duplicated_key_and_value", #"{"a":"b","a":"b"}"#, reads: #"{"a":"b"}"#),
    SuiteCase("y_object_empty", "{}", reads: "{}"),
    SuiteCase("y_object_empty_key", #"{"":0}"#, reads: #"{"":0}"#),
    SuiteCase(
      "y_object_escaped_null_in_key", #"{"foo\u0000bar": 42}"#, reads: #"{"foo\u0000bar":42}"#),
    SuiteCase(
      "y_object_extreme_numbers", #"{ "min": -1.0e+28, "max": 1.0e+28 }"#,
      reads: #"{"min":-1.0e+28,"max":1.0e+28}"#),
    SuiteCase(
      "y_object_long_strings",
      #"{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxx"}"#,
      reads:
        #"{"x":[{"id":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}],"id":"xxxxxxxxxxxxxxxxxxxx"}"#
    ),
    SuiteCase("y_object_simple", #"{"a":[]}"#, reads: #"{"a":[]}"#),
    SuiteCase(
      "y_object_string_unicode", #"{"title":"\u041f\u043e\u043b"}"#, reads: #"{"title":"Пол"}"#),
    SuiteCase("y_object_with_newlines", "{\n\"a\": \"b\"\n}", reads: #"{"a":"b"}"#),
    SuiteCase(
      "y_string_1_2_3_bytes_UTF-8_sequences", #"["\u0060\u012a\u12AB"]"#,
      reads: "[\"`\u{12a}\u{12ab}\"]"),
    SuiteCase("y_string_accepted_surrogate_pair", #"["\uD801\udc37"]"#, reads: "[\"\u{10437}\"]"),
    SuiteCase(
      "y_string_accepted_surrogate_pairs", #"["\ud83d\ude39\ud83d\udc8d"]"#,
      reads: "[\"\u{1f639}\u{1f48d}\"]"),
    SuiteCase(
      "y_string_allowed_escapes", #"["\"\\\/\b\f\n\r\t"]"#, reads: #"["\"\\/\b\f\n\r\t"]"#),
    SuiteCase(
      "y_string_backslash_and_u_escaped_zero", #"["\\u0000"]"#, reads: #"["\\u0000"]"#),
    SuiteCase("y_string_backslash_doublequotes", #"["\""]"#, reads: #"["\""]"#),
    SuiteCase("y_string_comments", #"["a/*b*/c/*d//e"]"#, reads: #"["a/*b*/c/*d//e"]"#),
    SuiteCase("y_string_double_escape_a", #"["\\a"]"#, reads: #"["\\a"]"#),
    SuiteCase("y_string_double_escape_n", #"["\\n"]"#, reads: #"["\\n"]"#),
    SuiteCase(
      "y_string_escaped_control_character", #"["\u0012"]"#, reads: #"["\u0012"]"#),
    SuiteCase("y_string_escaped_noncharacter", #"["\uFFFF"]"#, reads: "[\"\u{ffff}\"]"),
    SuiteCase("y_string_in_array", #"["asd"]"#, reads: #"["asd"]"#),
    SuiteCase("y_string_in_array_with_leading_space", #"[ "asd"]"#, reads: #"["asd"]"#),
    SuiteCase(
      "y_string_last_surrogates_1_and_2", #"["\uDBFF\uDFFF"]"#, reads: "[\"\u{10ffff}\"]"),
    SuiteCase("y_string_nbsp_uescaped", #"["new\u00A0line"]"#, reads: "[\"new\u{a0}line\"]"),
    SuiteCase(
      "y_string_nonCharacterInUTF-8_U+10FFFF", "[\"\u{10ffff}\"]", reads: "[\"\u{10ffff}\"]"),
    SuiteCase("y_string_nonCharacterInUTF-8_U+FFFF", "[\"\u{ffff}\"]", reads: "[\"\u{ffff}\"]"),
    SuiteCase("y_string_null_escape", #"["\u0000"]"#, reads: #"["\u0000"]"#),
    SuiteCase("y_string_one-byte-utf-8", #"["\u002c"]"#, reads: #"[","]"#),
    SuiteCase("y_string_pi", #"["π"]"#, reads: #"["π"]"#),
    SuiteCase(
      "y_string_reservedCharacterInUTF-8_U+1BFFF", "[\"\u{1bfff}\"]", reads: "[\"\u{1bfff}\"]"),
    SuiteCase("y_string_simple_ascii", #"["asd "]"#, reads: #"["asd "]"#),
    SuiteCase("y_string_space", #"" ""#, reads: #"" ""#),
    SuiteCase(
      "y_string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", #"["\uD834\uDd1e"]"#,
      reads: "[\"\u{1d11e}\"]"),
    SuiteCase("y_string_three-byte-utf-8", #"["\u0821"]"#, reads: "[\"\u{821}\"]"),
    SuiteCase("y_string_two-byte-utf-8", #"["\u0123"]"#, reads: "[\"\u{123}\"]"),
    SuiteCase("y_string_u+2028_line_sep", "[\"\u{2028}\"]", reads: "[\"\u{2028}\"]"),
    SuiteCase("y_string_u+2029_par_sep", "[\"\u{2029}\"]", reads: "[\"\u{2029}\"]"),
    SuiteCase("y_string_uEscape", #"["\u0061\u30af\u30EA\u30b9"]"#, reads: #"["aクリス"]"#),
    SuiteCase("y_string_uescaped_newline", #"["new\u000Aline"]"#, reads: #"["new\nline"]"#),
    SuiteCase("y_string_unescaped_char_delete", "[\"\u{7f}\"]", reads: "[\"\u{7f}\"]"),
    SuiteCase("y_string_unicode", #"["\uA66D"]"#, reads: "[\"\u{a66d}\"]"),
    SuiteCase("y_string_unicodeEscapedBackslash", #"["\u005C"]"#, reads: #"["\\"]"#),
    SuiteCase("y_string_unicode_2", #"["⍂㈴⍂"]"#, reads: #"["⍂㈴⍂"]"#),
    SuiteCase(
      "y_string_unicode_U+10FFFE_nonchar", #"["\uDBFF\uDFFE"]"#, reads: "[\"\u{10fffe}\"]"),
    SuiteCase(
      "y_string_unicode_U+1FFFE_nonchar", #"["\uD83F\uDFFE"]"#, reads: "[\"\u{1fffe}\"]"),
    SuiteCase(
      "y_string_unicode_U+200B_ZERO_WIDTH_SPACE", #"["\u200B"]"#, reads: "[\"\u{200b}\"]"),
    SuiteCase("y_string_unicode_U+2064_invisible_plus", #"["\u2064"]"#, reads: "[\"\u{2064}\"]"),
    SuiteCase(
      "y_string_unicode_U+FDD0_nonchar", #"["\uFDD0"]"#,
      // Swift's literals refuse U+FDD0, the only noncharacter they do.
      reads: String(decoding: inString([0xef, 0xb7, 0x90]), as: UTF8.self)),
    SuiteCase("y_string_unicode_U+FFFE_nonchar", #"["\uFFFE"]"#, reads: "[\"\u{fffe}\"]"),
    SuiteCase("y_string_unicode_escaped_double_quote", #"["\u0022"]"#, reads: #"["\""]"#),
    SuiteCase("y_string_utf8", #"["€𝄞"]"#, reads: #"["€𝄞"]"#),
    SuiteCase("y_string_with_del_character", "[\"a\u{7f}a\"]", reads: "[\"a\u{7f}a\"]"),
    SuiteCase("y_structure_lonely_false", "false", reads: "false"),
    SuiteCase("y_structure_lonely_int", "42", reads: "42"),
    SuiteCase("y_structure_lonely_negative_real", "-0.1", reads: "-0.1"),
    SuiteCase("y_structure_lonely_null", "null", reads: "null"),
    SuiteCase("y_structure_lonely_string", #""asd""#, reads: #""asd""#),
    SuiteCase("y_structure_lonely_true", "true", reads: "true"),
    SuiteCase("y_structure_string_empty", #""""#, reads: #""""#),
    SuiteCase("y_structure_trailing_newline", "[\"a\"]\n", reads: #"["a"]"#),
    SuiteCase("y_structure_true_in_array", "[true]", reads: "[true]"),
    SuiteCase("y_structure_whitespace_array", " [] ", reads: "[]"),
  ]
}
