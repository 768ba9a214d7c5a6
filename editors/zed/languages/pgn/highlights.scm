[
  (inline_comment)
  (rest_of_line_comment)
  (old_style_twic_section_comment)
] @comment

(command) @constant

(tagpair_key) @tag
(tagpair_delimiter_open) @punctuation.bracket
(tagpair_delimiter_close) @punctuation.bracket
(tagpair tagpair_value_delimiter: (double_quote) @string)
(tagpair_value_contents) @string

(move_number) @number
(san_move) @function
(lan_move) @function
(annotation) @operator

(variation_delimiter_open) @punctuation.bracket
(variation_delimiter_close) @punctuation.bracket

(result_code) @keyword
