//! Indents JSON that is on one line, so that it can be read. Works on the characters, so that a truncated or broken
//! document still shows.

const LONG_LINE: usize = 160;
const ENOUGH: usize = 16 * 1024;

/// Returns `text` unchanged if it is indented already.
pub(super) fn indented(text: &str) -> String {
    if text.lines().all(|line| line.len() <= LONG_LINE) {
        return text.to_owned();
    }
    let mut out = String::new();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for c in text.chars() {
        if out.len() > ENOUGH {
            break;
        }
        if quoted {
            out.push(c);
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '{' | '[' => {
                depth += 1;
                out.push(c);
                new_line(&mut out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            '"' => {
                quoted = true;
                out.push(c);
            }
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(12)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_line_is_laid_out_and_strings_stay_whole() {
        let long = format!(r#"{{"a":"x, {{y}} \" z","b":[1,2],"pad":"{}"}}"#, "p".repeat(LONG_LINE));
        let laid_out = indented(&long);
        assert!(laid_out.starts_with("{\n  \"a\": \"x, {y} \\\" z\",\n  \"b\": [\n    1,\n    2\n  ],"));
        assert_eq!(indented("{ \"a\": 1 }"), "{ \"a\": 1 }");
    }
}
