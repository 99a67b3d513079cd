//! What lists are ordered by, as SQL about `nodes_node n`; each order has an index.

use nodes::Listed;
use primitives::{Cursor, sort_key};

use super::model::Order;

impl Order {
    /// What the order goes by; entries for which it is the same stand by their ids.
    pub(super) fn by(self) -> &'static str {
        match self {
            Self::Name | Self::NameDescending => "n.sort_key",
            Self::Modified | Self::ModifiedDescending => "n.modified_at",
            Self::Taken | Self::TakenDescending => "COALESCE(n.taken_at, n.modified_at)",
            Self::Size | Self::SizeDescending => "n.size_bytes",
        }
    }

    pub(super) fn is_descending(self) -> bool {
        matches!(self, Self::NameDescending | Self::ModifiedDescending | Self::TakenDescending | Self::SizeDescending)
    }

    pub(super) fn by_text(self) -> bool {
        matches!(self, Self::Name | Self::NameDescending)
    }

    pub(super) fn by_size(self) -> bool {
        matches!(self, Self::Size | Self::SizeDescending)
    }

    /// The same list from its end.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Name => Self::NameDescending,
            Self::NameDescending => Self::Name,
            Self::Modified => Self::ModifiedDescending,
            Self::ModifiedDescending => Self::Modified,
            Self::Taken => Self::TakenDescending,
            Self::TakenDescending => Self::Taken,
            Self::Size => Self::SizeDescending,
            Self::SizeDescending => Self::Size,
        }
    }

    /// Whether an entry comes after the one at a place, which is two parameters.
    pub(super) fn after(self, place: [&str; 2]) -> String {
        self.beyond(if self.is_descending() { "<" } else { ">" }, place)
    }

    /// Whether an entry comes before the one at a place.
    pub(super) fn before(self, place: [&str; 2]) -> String {
        self.beyond(if self.is_descending() { ">" } else { "<" }, place)
    }

    fn beyond(self, sign: &str, [value, id]: [&str; 2]) -> String {
        let by = self.by();
        let beyond = format!("({by}, n.node_id) {sign} ({value}, {id})");
        match self {
            // SQLite finds the place in an index of an expression by a comparison of the expression alone.
            Self::Taken | Self::TakenDescending => format!("{by} {sign}= {value} AND {beyond}"),
            _ => beyond,
        }
    }

    /// The place of an entry in the list.
    pub(super) fn cursor_at(self, node: &Listed) -> Cursor {
        let (text, number) = match self {
            Self::Name | Self::NameDescending => (sort_key(&node.name), 0),
            Self::Modified | Self::ModifiedDescending => (String::new(), node.modified_at),
            Self::Taken | Self::TakenDescending => (String::new(), node.taken_at.unwrap_or(node.modified_at)),
            Self::Size | Self::SizeDescending => (String::new(), node.size),
        };
        Cursor { kind: node.kind.code(), text, number, id: node.id.0 }
    }
}
