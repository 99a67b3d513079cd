//! Text with code and paragraphs, as HTML.

use maud::{Markup, html};

/// Paragraphs, in which backticks mark code.
pub fn prose(told: &str) -> Markup {
    html! {
        @for paragraph in told.split("\n\n").filter(|paragraph| !paragraph.is_empty()) { p { (marked(paragraph)) } }
    }
}

/// Text in which backticks mark code.
pub fn marked(told: &str) -> Markup {
    html! {
        @for (place, part) in told.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
