//! SVG by resvg: no scripts (it has none), no file or network access by references, pictures only as data URLs. Fonts
//! are loaded only if there is text.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::{Budget, Drawn, Facts};
use crate::confine::FONT_FOLDERS;
use crate::failure::Failure;
use crate::frame::Wanted;
use crate::picture::{Channels, Picture};

pub(super) fn decode(source: &[u8], budget: &Budget) -> Result<Drawn, Failure> {
    let fonts = if has_text(source) { system_fonts() } else { Database::new() };
    let drawing = parse(source, fonts)?;
    let size = drawing.size();
    let picture = draw(&drawing, budget.wanted)?;
    let side = |length: f32| (length.round() as u32).max(1);
    let facts = Facts { width: side(size.width()), height: side(size.height()), scales: true, ..Facts::default() };
    Ok(Drawn::upright(picture, facts))
}

pub(crate) fn parse(source: &[u8], fonts: Database) -> Result<Tree, Failure> {
    let embedded = ImageHrefResolver::default_data_resolver();
    let options = Options {
        resources_dir: None,
        image_href_resolver: ImageHrefResolver { resolve_data: embedded, resolve_string: Box::new(|_, _| None) },
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    Tree::from_data(source, &options).map_err(Failure::malformed)
}

/// A drawing has no pixels, so it reaches what is wanted whatever size it states.
pub(super) fn draw(drawing: &Tree, wanted: Wanted) -> Result<Picture, Failure> {
    let size = drawing.size();
    let (width, height) = wanted.fill(size.width(), size.height());
    let mut pixmap = Pixmap::new(width, height).ok_or(Failure::TooLarge)?;
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(drawing, scale, &mut pixmap.as_mut());
    Picture::new(pixmap.take_demultiplied(), Channels::Rgba, width, height)
}

pub(crate) fn own_fonts() -> Database {
    let mut fonts = Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans_mono::regular()] {
        fonts.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_serif_family("DejaVu Sans");
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_monospace_family("DejaVu Sans Mono");
    fonts
}

pub(crate) fn system_fonts() -> Database {
    let mut fonts = own_fonts();
    for folder in FONT_FOLDERS {
        fonts.load_fonts_dir(folder);
    }
    fonts
}

/// XML 1.0 cannot contain most control characters, so they are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\t' => out.push_str("    "),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Compressed drawings may have text too.
fn has_text(source: &[u8]) -> bool {
    source.starts_with(&[0x1f, 0x8b]) || source.windows(5).any(|window| window == b"<text" || window == b":text")
}
