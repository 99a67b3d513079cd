//! Cells of CSV that a spreadsheet opens without running anything in them.

/// A cell that begins like a formula gets an apostrophe, which marks it as text; then it is quoted if needed.
pub fn csv_cell(value: &str) -> String {
    let begins = value.trim_start_matches([' ', '\u{a0}']).chars().next();
    let defused = match begins {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => format!("'{value}"),
        _ => value.to_owned(),
    };
    if defused.contains([',', '"', '\r', '\n']) { format!("\"{}\"", defused.replace('"', "\"\"")) } else { defused }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    #[test]
    fn a_csv_cell_is_quoted_and_never_starts_a_formula() {
        for (value, wanted) in [
            ("plain", "plain"),
            ("=1+1", "'=1+1"),
            ("+55 11", "'+55 11"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            ("a,b", "\"a,b\""),
            ("two\nlines", "\"two\nlines\""),
            ("a=b", "a=b"),
        ] {
            assert_eq!(csv_cell(value), wanted);
        }
    }
}
