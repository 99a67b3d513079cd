//! Pictures with a text over them, for people who may only look. They are kept apart from the plain ones, and one is
//! never given for the other.

use previews::{Coding, Conversion, Fit, Frame};
use rest::Problem;

use crate::size::Size;
use crate::{DEFINITION, Media};

/// As of other previews.
const QUALITY: u8 = 80;

/// A picture of this size of a content, with this text over it.
pub(crate) struct Marked<'m> {
    pub hash: &'m str,
    pub size: Size,
    pub text: &'m str,
}

impl Marked<'_> {
    /// What it is kept under.
    pub fn key(&self) -> String {
        let Self { hash, size, text } = self;
        let what = format!("{hash} {DEFINITION} {} {text}", size.edge());
        blake3::hash(what.as_bytes()).to_hex()[..32].to_owned()
    }

    pub fn tag(&self) -> String {
        format!("\"{}\"", self.key())
    }
}

/// The marked picture, if it was drawn lately.
pub(crate) async fn find(media: &Media, marked: &Marked<'_>) -> Result<Option<Vec<u8>>, Problem> {
    let (kept, key) = (media.marked.clone(), marked.key());
    let found = tokio::task::spawn_blocking(move || kept.read(&key)).await;
    found.map_err(|error| unavailable(&error))?.map_err(|error| unavailable(&error))
}

/// Draws it over the plain picture, which is there.
pub(crate) async fn draw(media: &Media, marked: &Marked<'_>) -> Result<Vec<u8>, Problem> {
    let key = marked.key();
    let conversion = Conversion {
        frame: Frame { width: None, height: None, fit: Fit::Contain, enlarge: false },
        coding: Coding::WebP,
        quality: QUALITY,
        background: None,
        keep_rights: false,
        mark: Some(marked.text.to_owned()),
    };
    let plain = media.renditions.path(marked.hash, marked.size);
    let place = media.flights.place().await.map_err(|error| unavailable(&error))?;
    let media = media.clone();
    // Finished even if nobody waits for it any more: who asks again finds it.
    let drawn = tokio::task::spawn_blocking(move || {
        let _place = place;
        if let Some(kept) = media.marked.read(&key)? {
            return Ok(Some(kept));
        }
        let bench = media.renditions.bench()?;
        let out = bench.path().join("out");
        let made = previews::convert(&media.worker, &plain, "image/webp", &out, &conversion);
        let made = made.map_err(|failure| std::io::Error::other(failure.to_string()))?;
        media.marked.keep(&key, bench.path(), &made)?;
        media.marked.tidy_if_due();
        media.marked.read(&key)
    });
    let drawn: std::io::Result<Option<Vec<u8>>> = drawn.await.map_err(|error| unavailable(&error))?;
    drawn.map_err(|error| unavailable(&error))?.ok_or_else(Problem::unavailable)
}

fn unavailable(reason: &dyn std::fmt::Display) -> Problem {
    tracing::warn!("A picture could not be marked: {reason}");
    Problem::unavailable()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_text_size_or_content_is_another_picture() {
        let marked = |hash, size, text| Marked { hash, size, text }.key();
        let one = marked("a", Size::SMALL, "Casa Lume");
        assert_eq!(one, marked("a", Size::SMALL, "Casa Lume"));
        let others = [
            marked("b", Size::SMALL, "Casa Lume"),
            marked("a", Size::LARGE, "Casa Lume"),
            marked("a", Size::SMALL, "Casa Lume · 2026-11-29"),
        ];
        assert!(others.iter().all(|other| *other != one), "{others:?}");
    }
}
