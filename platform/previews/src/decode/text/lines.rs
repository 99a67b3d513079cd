//! Plain text, code, JSON: lines in a fixed pitch, long ones wrapped.

use super::page::{INK, Page, Style};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 1280;
const MARGIN: u32 = 64;
const SIZE: u32 = 23;
const LEADING: u32 = 33;
/// What fits at DejaVu Sans Mono's pitch of 0.602 em.
const COLUMNS: usize = 60;

const STYLE: Style = Style { size: SIZE, colour: INK, bold: false, mono: true };

pub(super) fn page(text: &str) -> Page {
    let mut page = Page::new(WIDTH, HEIGHT);
    let rows = (HEIGHT - 2 * MARGIN) / LEADING;
    let wrapped = text.lines().flat_map(wrap).take(rows as usize);
    for (row, line) in (0..).zip(wrapped) {
        page.text(MARGIN, MARGIN + SIZE + row * LEADING, &line, &STYLE);
    }
    page
}

fn wrap(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.trim_end().replace('\t', "    ").chars().take(COLUMNS * 40).collect();
    if characters.is_empty() {
        return vec![String::new()];
    }
    let mut rest = characters.as_slice();
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let (row, after) = rest.split_at(break_at(rest));
        rows.push(row.iter().collect());
        rest = after;
    }
    rows
}

/// After the last blank of the second half of a row, else where the row is full.
fn break_at(characters: &[char]) -> usize {
    if characters.len() <= COLUMNS {
        return characters.len();
    }
    let half = COLUMNS / 2;
    characters[half..COLUMNS].iter().rposition(|c| *c == ' ').map_or(COLUMNS, |blank| half + blank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_after_a_word() {
        let rows = wrap(&"word ".repeat(30));
        assert!(rows.iter().all(|row| row.chars().count() <= COLUMNS && row.starts_with("word")));
        assert_eq!(wrap(&"x".repeat(COLUMNS + 1)).len(), 2);
        assert_eq!(wrap(""), [""]);
    }
}
