use super::*;

#[test]
fn all_three_line_ends_count_once() {
    assert_eq!(count_line_ends(b"a\nb\r\nc\rd"), 3);
    assert_eq!(count_line_ends(b"\r\r\n\n"), 3);
    assert_eq!(count_line_ends(b""), 0);
}

#[test]
fn columns_are_scalars_and_stray_bytes_count_one() {
    assert_eq!(Location::START.after("é♘x".as_bytes()), Location { line: 1, column: 4 });
    assert_eq!(Location::START.after(b"\xE9x"), Location { line: 1, column: 3 });
    assert_eq!(Location::START.after(b"ab\ncd"), Location { line: 2, column: 3 });
}

#[test]
fn index_and_walk_agree() {
    let text = "a\r\nbé\rc\n\nlast".as_bytes();
    let index = LineIndex::new(text, Location::START);
    for offset in 0..=text.len() {
        // No offset is between CR and LF.
        if offset > 0 && text[offset - 1] == b'\r' && text.get(offset) == Some(&b'\n') {
            continue;
        }
        let walked = Location::START.after(&text[..offset]);
        assert_eq!(index.location(text, offset as u32), walked, "offset {offset}");
    }
    assert_eq!(index.n_lines(), 5);
    assert_eq!(index.line_span(text, 4).of(text), "bé".as_bytes());
}
