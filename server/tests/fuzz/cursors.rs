//! Cursors: the server's own are decoded unchanged, and a made-up one is valid or refused.

use primitives::Cursor;

pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Some(cursor) = Cursor::decode(&text) {
        assert_eq!(Cursor::decode(&cursor.encode()).as_ref(), Some(&cursor), "a cursor survives the wire");
        assert_eq!(cursor.encode(), text.to_lowercase(), "one cursor has one spelling");
    }
    let number = input.iter().fold(0_i64, |sum, byte| sum.wrapping_mul(257).wrapping_add(i64::from(*byte)));
    let made = Cursor { kind: number % 3, text: text.into_owned(), number, id: number.rotate_left(17) };
    assert_eq!(Cursor::decode(&made.encode()), Some(made));
}
