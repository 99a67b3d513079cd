//! CSV and TSV as a table: header shaded, columns as wide as they need, numbers to the right.

use super::page::{INK, MUTED, Page, Style};

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 960;
const ROW: u32 = 48;
const SIZE: u32 = 24;
const COLUMNS: usize = 7;
const ROWS: usize = (HEIGHT / ROW) as usize;
/// Pixels a character takes on average, and around a cell.
const ADVANCE: u32 = 15;
const PADDING: u32 = 20;

pub(super) fn page(text: &str) -> Page {
    let rows = records(text, delimiter(text));
    let mut page = Page::new(WIDTH, HEIGHT);
    let widths = widths(&rows);
    page.fill(0, 0, WIDTH, ROW, "#e8edf3");
    for (at, row) in (0..).zip(&rows) {
        let top = at * ROW;
        page.fill(0, top + ROW - 1, WIDTH, 1, "#d9dee5");
        let mut x = 0;
        for (cell, width) in row.iter().zip(&widths) {
            let head = at == 0;
            let shown = clipped(cell, *width);
            let number = !head && is_number(&shown);
            let style = Style { size: SIZE, colour: if head { MUTED } else { INK }, bold: head, mono: number };
            let indent =
                if number { width.saturating_sub(PADDING + ADVANCE * shown.chars().count() as u32) } else { PADDING };
            page.text(x + indent, top + ROW - 15, &shown, &style);
            x += width;
            page.fill(x, top, 1, ROW, "#d9dee5");
        }
    }
    page
}

/// The candidate found most often in the first line, outside quotes.
fn delimiter(text: &str) -> char {
    let head = text.lines().next().unwrap_or_default();
    let mut quoted = false;
    let bare: String = head
        .chars()
        .filter(|c| {
            quoted ^= *c == '"';
            !quoted
        })
        .collect();
    [';', '\t', '|', ','].into_iter().max_by_key(|candidate| bare.matches(*candidate).count()).unwrap_or(',')
}

/// RFC 4180, tolerant: a quote opens only at the start of a cell, and an unclosed one ends with the text.
fn records(text: &str, delimiter: char) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let full = rows.len() == ROWS;
        let row = rows.last_mut().expect("starts with one row");
        let cell = row.last_mut().expect("a row starts with one cell");
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            c if quoted => cell.push(if c == '\n' { ' ' } else { c }),
            c if c == delimiter => row.push(String::new()),
            '\n' if full => break,
            '\n' => rows.push(vec![String::new()]),
            '\r' => {}
            c => cell.push(c),
        }
    }
    rows
}

/// The width of the longest cell; scaled to fill the page if there are few columns.
fn widths(rows: &[Vec<String>]) -> Vec<u32> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1).min(COLUMNS);
    let needed = |column: usize| {
        let longest = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        (longest.unwrap_or(0).clamp(3, 28) as u32) * ADVANCE + 2 * PADDING
    };
    let needed: Vec<u32> = (0..columns).map(needed).collect();
    let total: u32 = needed.iter().sum();
    needed.iter().map(|width| if total < WIDTH { width * WIDTH / total } else { *width }).collect()
}

fn clipped(cell: &str, width: u32) -> String {
    let room = (width.saturating_sub(2 * PADDING) / ADVANCE).max(1) as usize;
    let cell = cell.trim();
    if cell.chars().count() <= room {
        return cell.to_owned();
    }
    cell.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

fn is_number(cell: &str) -> bool {
    cell.chars().any(|c| c.is_ascii_digit()) && cell.chars().all(|c| c.is_ascii_digit() || "+-., %€$R".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_guessed_from_the_header() {
        assert_eq!(delimiter("sku;name;\"a,b,c,d\"\n1;2;3"), ';');
        assert_eq!(delimiter("a\tb"), '\t');
        assert_eq!(delimiter("a,b,c"), ',');
    }

    #[test]
    fn quoted_cells_keep_delimiters_quotes_and_lines() {
        let rows = records("a,\"b, \"\"c\"\"\nd\"\r\n1,2", ',');
        assert_eq!(rows, [["a", "b, \"c\" d"], ["1", "2"]]);
    }
}
