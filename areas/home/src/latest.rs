//! Pages of what was remembered, the latest first: rows by keyset, and of these what the asker may see now.

use std::collections::HashMap;

use content::Entry;
use db::{Conn, Row};
use primitives::{Cursor, NodeId, PageLimit, Seconds};
use rest::Problem;
use security::Access;
use serde::Deserialize;

use crate::error::Result;

/// A page that skips many hidden entries ends after this many rows, and goes on with `next`.
const MOST_READ: usize = 600;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct PageQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

impl PageQuery {
    pub fn limit(&self) -> usize {
        PageLimit::clamp(self.limit).rows()
    }

    /// Where the page begins; the first begins before all rows.
    pub fn place(&self) -> Result<Place, Problem> {
        let cursor = rest::cursor("after", self.after.as_deref())?;
        Ok(cursor.map_or(Place::FIRST, |cursor| Place { at: cursor.number, id: cursor.id }))
    }
}

/// The place of a row in such a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub at: i64,
    pub id: i64,
}

impl Place {
    /// Before all rows.
    pub const FIRST: Self = Self { at: i64::MAX, id: i64::MAX };

    fn encode(self) -> String {
        Cursor { kind: 0, text: String::new(), number: self.at, id: self.id }.encode()
    }
}

/// A remembered node, and what is known beside it.
#[derive(Clone, Debug)]
pub struct Remembered<K> {
    pub node: NodeId,
    pub place: Place,
    pub known: K,
}

impl Remembered<Seconds> {
    /// A node, and when it was remembered.
    pub fn from_row(row: &Row<'_>) -> db::Result<Self> {
        let (node, at): (NodeId, Seconds) = (row.get(0)?, row.get(1)?);
        Ok(Self { node, place: Place { at, id: node.0 }, known: at })
    }
}

pub struct Page<K> {
    pub items: Vec<(Entry, K)>,
    pub next: Option<String>,
}

/// Up to `limit` entries that the asker sees, of the rows that `read` gives after a place. A node that comes twice is shown
/// once, where it comes first.
pub fn page<K>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (mut place, limit): (Place, usize),
    read: impl Fn(&mut Conn<'_>, Place, usize) -> db::Result<Vec<Remembered<K>>>,
) -> Result<Page<K>> {
    let (mut items, mut rows_read): (Vec<(Entry, K)>, _) = (Vec::new(), 0);
    loop {
        let rows = read(conn, place, limit + 1)?;
        let is_end = rows.len() <= limit;
        rows_read += rows.len();
        let nodes: Vec<NodeId> = rows.iter().map(|row| row.node).collect();
        let seen = content::entries_of(conn, access, &nodes)?;
        let mut seen: HashMap<NodeId, Entry> = seen.into_iter().map(|entry| (entry.node_id, entry)).collect();
        for row in rows {
            if items.len() == limit {
                return Ok(Page { items, next: Some(place.encode()) });
            }
            place = row.place;
            let again = items.iter().any(|(entry, _)| entry.node_id == row.node);
            items.extend(seen.remove(&row.node).filter(|_| !again).map(|entry| (entry, row.known)));
        }
        if is_end || rows_read >= MOST_READ {
            return Ok(Page { items, next: (!is_end).then(|| place.encode()) });
        }
    }
}
