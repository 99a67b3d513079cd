//! Markdown: headings, lists, quotes and code have their styles; inline marks are removed.

use super::page::{INK, MUTED, Page, Style};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 1280;
const MARGIN: u32 = 72;

struct Block {
    text: String,
    style: Style,
    indent: u32,
    space_before: u32,
    quoted: bool,
}

pub(super) fn page(text: &str) -> Page {
    let mut page = Page::new(WIDTH, HEIGHT);
    let mut y = MARGIN;
    for block in blocks(text) {
        y += block.space_before;
        let leading = block.style.size * 3 / 2;
        let room = WIDTH - 2 * MARGIN - block.indent;
        for row in wrap(&block.text, room, &block.style) {
            if y + leading > HEIGHT - MARGIN / 2 {
                return page;
            }
            if block.style.mono {
                page.fill(MARGIN, y, WIDTH - 2 * MARGIN, leading, "#f3f4f6");
            }
            if block.quoted {
                page.fill(MARGIN, y, 5, leading, "#d1d5db");
            }
            y += leading;
            page.text(MARGIN + block.indent, y - leading / 3, &row, &block.style);
        }
    }
    page
}

fn blocks(text: &str) -> Vec<Block> {
    let mut code = false;
    let mut blank = true;
    let mut blocks = Vec::new();
    for line in text.lines().take(200) {
        if line.trim_start().starts_with("```") {
            code = !code;
            continue;
        }
        if line.trim().is_empty() && !code {
            blank = true;
            continue;
        }
        blocks.push(block(line, code, std::mem::take(&mut blank)));
    }
    blocks
}

fn block(line: &str, code: bool, after_blank: bool) -> Block {
    let body = |size| Style { size, colour: INK, bold: false, mono: false };
    let space_before = if after_blank { 18 } else { 0 };
    if code {
        let style = Style { mono: true, ..body(22) };
        return Block { text: line.to_owned(), style, indent: 16, space_before, quoted: false };
    }
    let trimmed = line.trim();
    let level = trimmed.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&level) && trimmed.as_bytes().get(level) == Some(&b' ') {
        let style = Style { bold: true, ..body([54, 42, 34, 30, 28, 28][level - 1]) };
        return Block { text: plain(&trimmed[level..]), style, indent: 0, space_before, quoted: false };
    }
    if let Some(item) = trimmed.strip_prefix("- ").or(trimmed.strip_prefix("* ")).or(trimmed.strip_prefix("+ ")) {
        let text = format!("•  {}", plain(item));
        return Block { text, style: body(26), indent: 20, space_before, quoted: false };
    }
    if let Some(quote) = trimmed.strip_prefix('>') {
        let style = Style { colour: MUTED, ..body(26) };
        return Block { text: plain(quote), style, indent: 24, space_before, quoted: true };
    }
    Block { text: plain(trimmed), style: body(26), indent: 0, space_before, quoted: false }
}

/// `[shown](address)` becomes `shown`; emphasis and code marks go.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.trim();
    while let Some((before, after)) = rest.split_once("](") {
        out.push_str(&before.replacen('[', "", 1));
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.replace("**", "").replace("__", "").replace('`', "")
}

/// Wraps by the average width of a character: a row may end early, but exceeds the page by little.
fn wrap(text: &str, room: u32, style: &Style) -> Vec<String> {
    let advance = if style.mono || style.bold { 0.64 } else { 0.57 };
    let columns = (f64::from(room) / (f64::from(style.size) * advance)) as usize;
    let mut rows = vec![String::new()];
    if style.mono {
        return vec![text.chars().take(columns).collect()];
    }
    for word in text.split_whitespace() {
        let word: String = word.chars().take(columns).collect();
        match rows.last_mut() {
            Some(row) if row.is_empty() => row.push_str(&word),
            Some(row) if row.chars().count() + 1 + word.chars().count() <= columns => {
                row.push(' ');
                row.push_str(&word);
            }
            _ => rows.push(word),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_marks_are_left_out() {
        assert_eq!(plain("see **the** [guide](http://x/y) and `code`"), "see the guide and code");
        assert_eq!(plain("an open [link](never closed"), "an open link");
    }

    #[test]
    fn blocks_of_markdown_have_their_style() {
        let text = "# Title\n\n- item\n> quote\n```\n# code\n```\n#hashtag";
        let seen: Vec<_> = blocks(text).into_iter().map(|b| (b.text, b.style.size, b.style.mono, b.quoted)).collect();
        let expected = [
            ("Title", 54, false, false),
            ("•  item", 26, false, false),
            ("quote", 26, false, true),
            ("# code", 22, true, false),
            ("#hashtag", 26, false, false),
        ];
        assert_eq!(seen, expected.map(|(text, size, mono, quoted)| (text.to_owned(), size, mono, quoted)));
    }
}
