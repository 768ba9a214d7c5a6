use super::*;

#[test]
fn comments_and_literals_become_blanks() {
    let cases = [
        ("let a = 1; // todo!()", "let a = 1;           "),
        ("a /* x /* y */ z */ b", "a                   b"),
        (r#"f("a\"b") + g"#, r"f(      ) + g"),
        (r##"f(r#"a"b"#) + g"##, "f(        ) + g"),
        ("m('{', '\\'', 'a')", "m(   ,     ,    )"),
        ("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)"),
        ("let for_r = br\"{\";", "let for_r = b    ;"),
    ];
    for (text, want) in cases {
        assert_eq!(code_of(text), want, "{text}");
    }
}

#[test]
fn lines_stay_where_they_were() {
    let text = "a\n/* b\nc */ d\n\"e\nf\" g";
    assert_eq!(code_of(text).matches('\n').count(), text.matches('\n').count());
}

#[test]
fn a_word_is_not_found_inside_a_longer_name() {
    assert_eq!(find_word("eprintln!(); println!()", "println!").count(), 1);
    assert_eq!(find_word("Instants Instant", "Instant").collect::<Vec<_>>(), [9]);
}
