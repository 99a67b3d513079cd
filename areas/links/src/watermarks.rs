//! The text that a link draws over its pictures, so that what is copied from its page says whose it is.

use db::{Row, Tx, params};
use primitives::Seconds;
use rest::{FieldErrors, Rule};
use serde::{Deserialize, Serialize};

use crate::LinkId;

const LONGEST: usize = 80;

/// Files are not given away beside marked pictures.
pub(crate) const WATERMARK: Rule = Rule::OfRoom("link_rules.watermark");

/// The link shows pictures with a text over them, and gives no files away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ShareLinkWatermark)]
pub struct Watermark {
    /// One line of at most 80 letters; null: the name of the organisation.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub text: Option<String>,
    /// The day of the visit stands beside it.
    #[serde(default)]
    pub dated: bool,
}

impl Watermark {
    /// How many columns `from_row` reads.
    pub(crate) const WIDTH: usize = 2;

    /// None if the link has none.
    pub(crate) fn from_row(row: &Row<'_>, at: usize) -> db::Result<Option<Self>> {
        let Some(text) = row.get::<Option<String>>(at)? else { return Ok(None) };
        Ok(Some(Self { text: Some(text).filter(|text| !text.is_empty()), dated: row.get(at + 1)? }))
    }

    pub(crate) fn read(self, errors: &mut FieldErrors) -> Self {
        let text = self.text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST) {
            errors.add("watermark", Rule::MaxLength(LONGEST));
        }
        let is_odd = |text: &String| text.chars().any(char::is_control) || primitives::has_invisible(text);
        if text.as_ref().is_some_and(is_odd) {
            errors.add("watermark", Rule::OneLine);
        }
        Self { text, ..self }
    }

    /// What is drawn at this moment.
    pub(crate) fn drawn(&self, tenant: &str, now: Seconds) -> String {
        let text = self.text.as_deref().unwrap_or(tenant);
        let day = self.dated.then(|| jiff::Timestamp::from_second(now).ok()).flatten();
        day.map_or_else(|| text.to_owned(), |day| format!("{text} · {}", day.strftime("%Y-%m-%d")))
    }
}

/// Notes the watermark of a link, or that it has none.
pub(crate) fn set(tx: &mut Tx<'_>, link: LinkId, watermark: Option<&Watermark>) -> db::Result<()> {
    let text = watermark.map(|mark| mark.text.as_deref().unwrap_or_default());
    let dated = watermark.is_some_and(|mark| mark.dated);
    let sql = "UPDATE links_link SET watermark = $2, watermark_dated = $3 WHERE link_id = $1";
    tx.run(sql, params![link, text, dated]).map(drop)
}

#[cfg(test)]
mod tests {
    use rest::FieldErrors;

    use super::Watermark;

    const NOW: i64 = 1_795_000_000;

    #[test]
    fn a_mark_is_the_organisation_or_a_text_and_maybe_the_day() {
        let mark = |text: Option<&str>, dated| Watermark { text: text.map(str::to_owned), dated };
        assert_eq!(mark(None, false).drawn("Casa Lume", NOW), "Casa Lume");
        assert_eq!(mark(Some("For review"), true).drawn("Casa Lume", NOW), "For review · 2026-11-18");
    }

    #[test]
    fn a_text_is_one_short_line() {
        let read = |text: &str| {
            let mut errors = FieldErrors::default();
            let read = Watermark { text: Some(text.to_owned()), dated: false }.read(&mut errors);
            errors.check().ok().map(|()| read.text)
        };
        assert_eq!(read("  "), Some(None));
        assert_eq!(read(" Só para o cliente "), Some(Some("Só para o cliente".to_owned())));
        assert_eq!((read("a\nb"), read(&"x".repeat(81))), (None, None));
        for unseen in ["\u{200b}", "\u{2060}\u{200b}", "\u{202e}For review", "For\u{200b} review"] {
            assert_eq!(read(unseen), None, "{unseen:?}");
        }
    }
}
