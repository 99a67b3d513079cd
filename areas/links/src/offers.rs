//! What a link gives away: files as they are, and pictures in other sizes and formats.

use db::{Row, Tx, params};
use rest::Rule;
use serde::{Deserialize, Serialize};

use crate::LinkId;

/// A link that allows downloads offers the originals or some sizes.
pub(crate) const NOTHING: Rule = Rule::OfRoom("link_rules.nothing_given");

/// The sizes and formats in which pictures are given away, besides the files as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ShareLinkSizes)]
pub enum Sizes {
    None,
    /// The download sizes of the organisation.
    Presets,
    /// These, and any other.
    #[default]
    Any,
}

db::word!(Sizes);

impl Sizes {
    fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Presets => "presets",
            Self::Any => "any",
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        [Self::None, Self::Presets, Self::Any].into_iter().find(|sizes| sizes.word() == word)
    }
}

/// Of a link from which something may be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    /// Files as they are.
    pub originals: bool,
    pub sizes: Sizes,
}

impl Default for Offer {
    fn default() -> Self {
        Self { originals: true, sizes: Sizes::Any }
    }
}

impl Offer {
    /// How many columns `from_row` reads.
    pub const WIDTH: usize = 2;

    pub fn from_row(row: &Row<'_>, at: usize) -> db::Result<Self> {
        Ok(Self { originals: row.get(at)?, sizes: row.get(at + 1)? })
    }

    /// With what somebody wants instead.
    pub fn with(self, originals: Option<bool>, sizes: Option<Sizes>) -> Self {
        Self { originals: originals.unwrap_or(self.originals), sizes: sizes.unwrap_or(self.sizes) }
    }

    pub fn is_nothing(self) -> bool {
        !self.originals && self.sizes == Sizes::None
    }
}

/// Notes what a link gives away.
pub(crate) fn set(tx: &mut Tx<'_>, link: LinkId, Offer { originals, sizes }: Offer) -> db::Result<()> {
    let sql = "UPDATE links_link SET originals = $2, sizes = $3 WHERE link_id = $1";
    tx.run(sql, params![link, originals, sizes.word()]).map(drop)
}
