//! A sheet of white paper on which rows of text are put, as SVG source.

use std::fmt::Write;

use crate::decode::svg::escaped;

pub(super) const INK: &str = "#1f2937";
pub(super) const MUTED: &str = "#6b7280";
const SANS: &str = "DejaVu Sans";
const MONO: &str = "DejaVu Sans Mono";

pub(super) struct Page {
    pub width: u32,
    pub height: u32,
    body: String,
}

pub(super) struct Style {
    pub size: u32,
    pub colour: &'static str,
    pub bold: bool,
    pub mono: bool,
}

impl Page {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, body: String::new() }
    }

    /// `y` is the baseline.
    pub(super) fn text(&mut self, x: u32, y: u32, text: &str, style: &Style) {
        if text.trim().is_empty() {
            return;
        }
        let family = if style.mono { MONO } else { SANS };
        let weight = if style.bold { "bold" } else { "normal" };
        let (size, colour, text) = (style.size, style.colour, escaped(text));
        self.push(format_args!(
            r#"<text x="{x}" y="{y}" font-family="{family}" font-size="{size}" font-weight="{weight}" fill="{colour}" xml:space="preserve">{text}</text>"#
        ));
    }

    pub(super) fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, colour: &str) {
        self.push(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>"#));
    }

    pub(super) fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="{width}" height="{height}" fill="#ffffff"/>{body}</svg>"##
        )
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        self.body.write_fmt(element).expect("a String takes all that is written");
    }
}
