//! Where a page of a list begins.

use primitives::Cursor;

use crate::Problem;

/// The cursor that the parameter `name` has, if it was sent. What no page has ended with is refused.
pub fn cursor(name: &'static str, sent: Option<&str>) -> Result<Option<Cursor>, Problem> {
    let read = |text| Cursor::decode(text).ok_or_else(|| Problem::invalid(name, "invalid"));
    sent.map(read).transpose()
}

#[cfg(test)]
mod tests {
    use primitives::Cursor;

    use super::cursor;

    #[test]
    fn a_cursor_is_left_out_or_one_that_a_page_ended_with() {
        let end = Cursor { kind: 0, text: "a".into(), number: 1, id: 2 };
        assert_eq!(cursor("after", Some(&end.encode())).ok().flatten(), Some(end));
        assert!(cursor("after", None).is_ok_and(|read| read.is_none()));
        assert_eq!(cursor("after", Some("x")).unwrap_err().status().as_u16(), 422);
    }
}
