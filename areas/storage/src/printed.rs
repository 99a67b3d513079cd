//! Names of users as they are printed for operators.

use std::fmt::{self, Write as _};

/// A name given by users, printed on one line of a terminal: a control character could forge another line, and
/// characters that are invisible or change the text direction could imitate another name.
pub(crate) struct Printed<'t>(pub &'t str);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|sign| {
            if sign.is_control() || is_unseen(sign) {
                write!(f, "{}", sign.escape_default())
            } else {
                f.write_char(sign)
            }
        })
    }
}

/// Whether a character is invisible, or changes how others look.
fn is_unseen(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
