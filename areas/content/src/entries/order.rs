//! What lists are ordered by, as SQL about `nodes_node n`; each order has an index.

use nodes::Listed;
use primitives::{Cursor, NodeKind, sort_key};

use super::model::Order;

/// By when pictures were taken, what has no such date stands so many seconds behind all that have one. The indexes of
/// these orders have the same number.
const UNDATED: i64 = 1 << 40;
/// Between all dates and what has none.
const BEYOND_DATES: i64 = UNDATED / 2;

/// The values of an order by date of what has no date: from the first up to, but without, the second.
pub(super) fn undated(value: i64) -> Option<(i64, Option<i64>)> {
    if value >= BEYOND_DATES {
        Some((BEYOND_DATES, None))
    } else if value <= -BEYOND_DATES {
        Some((i64::MIN, Some(1 - BEYOND_DATES)))
    } else {
        None
    }
}

impl Order {
    /// The order among entries of one kind: only files have pictures.
    pub(super) fn of_kind(self, kind: NodeKind) -> Self {
        match self {
            Self::Taken if kind != NodeKind::File => Self::Modified,
            Self::TakenDescending if kind != NodeKind::File => Self::ModifiedDescending,
            order => order,
        }
    }

    /// What the order goes by; entries for which it is the same stand by their ids.
    pub(super) fn by(self) -> &'static str {
        match self {
            Self::Name | Self::NameDescending => "n.sort_key",
            Self::Modified | Self::ModifiedDescending => "n.modified_at",
            Self::Taken => "COALESCE(n.taken_at, n.modified_at + 1099511627776)",
            Self::TakenDescending => "COALESCE(n.taken_at, n.modified_at - 1099511627776)",
            Self::Size | Self::SizeDescending => "n.size_bytes",
        }
    }

    /// As `by`, of entries of any kind.
    pub(super) fn by_of_each_kind(self) -> String {
        let [files, others] = [NodeKind::File, NodeKind::Folder].map(|kind| self.of_kind(kind).by());
        if files == others {
            return files.to_owned();
        }
        format!("CASE WHEN n.kind = {} THEN {files} ELSE {others} END", NodeKind::File.code())
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
        let (text, number) = match self.of_kind(node.kind) {
            Self::Name | Self::NameDescending => (sort_key(&node.name), 0),
            Self::Modified | Self::ModifiedDescending => (String::new(), node.modified_at),
            Self::Taken => (String::new(), node.taken_at.unwrap_or(node.modified_at + UNDATED)),
            Self::TakenDescending => (String::new(), node.taken_at.unwrap_or(node.modified_at - UNDATED)),
            Self::Size | Self::SizeDescending => (String::new(), node.size),
        };
        Cursor { kind: node.kind.code(), text, number, id: node.id.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, UNDATED, undated};

    #[test]
    fn what_has_no_date_lies_beyond_all_dates() {
        // The years 0 and 9999, and when an entry may have been changed.
        for date in [-62_167_219_200, 0, 253_402_300_799] {
            assert_eq!(undated(date), None, "{date}");
        }
        for changed in [0, 1_800_000_000, 253_402_300_799] {
            let (begin, end) = undated(changed + UNDATED).unwrap();
            assert!(begin > 253_402_300_799 && begin <= changed + UNDATED && end.is_none());
            let (begin, end) = undated(changed - UNDATED).unwrap();
            assert!(
                begin <= changed - UNDATED && end.is_some_and(|end| changed - UNDATED < end && end < -62_167_219_200)
            );
        }
        for order in [Order::Taken, Order::TakenDescending] {
            assert!(order.by().contains(&UNDATED.to_string()), "the number of the indexes");
        }
    }
}
