//! The rows of icons, and of their pictures, which entries with the same icon share.

use std::collections::HashMap;

use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{NodeId, Seconds};

/// So many nodes are named in one statement.
const AT_ONCE: usize = 256;

/// An icon in both of its sizes.
pub(super) struct IconPicture {
    pub hash: String,
    pub small: Vec<u8>,
    pub large: Vec<u8>,
}

/// The two sizes in which an icon is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IconSize {
    Small,
    Large,
}

impl IconSize {
    /// Pixels of its edges.
    pub fn edge(self) -> u32 {
        match self {
            Self::Small => 96,
            Self::Large => 384,
        }
    }

    /// The smaller one, if that has as many pixels as are wanted.
    pub fn for_edge(wanted: Option<u32>) -> Self {
        if wanted.is_some_and(|wanted| wanted <= Self::Small.edge()) { Self::Small } else { Self::Large }
    }
}

/// What entries tell of their icon: it changes with it, and is a part of its address.
pub(super) fn version_of(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}

/// The version of the icon of each of `nodes` that has one. Whether the asker may see them is not asked here.
pub(crate) fn versions(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, String>> {
    let mut found = HashMap::new();
    for some in nodes.chunks(AT_ONCE) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT node_id, picture_hash FROM media_icon WHERE node_id IN ({list})");
        let icons =
            conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, version_of(&row.get::<String>(1)?).to_owned())));
        found.extend(icons?);
    }
    Ok(found)
}

/// The hash of a node's icon.
pub(super) fn find(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<String>> {
    conn.find("SELECT picture_hash FROM media_icon WHERE node_id = $1", params![node], |row| row.get(0))
}

/// The bytes of an icon: WebP.
pub(super) fn bytes(conn: &mut Conn<'_>, hash: &str, size: IconSize) -> db::Result<Option<Vec<u8>>> {
    let sql = match size {
        IconSize::Small => "SELECT small FROM media_icon_picture WHERE picture_hash = $1",
        IconSize::Large => "SELECT large FROM media_icon_picture WHERE picture_hash = $1",
    };
    conn.find(sql, params![hash], |row| row.get(0))
}

/// Gives the node this icon; one that it had goes.
pub(super) fn set(tx: &mut Tx<'_>, node: NodeId, picture: &IconPicture, now: Seconds) -> db::Result<()> {
    let IconPicture { hash, small, large } = picture;
    tx.run(
        "INSERT INTO media_icon_picture (picture_hash, made_at, small, large)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (picture_hash) DO UPDATE SET made_at = excluded.made_at",
        params![hash, now, small.as_slice(), large.as_slice()],
    )?;
    tx.run(
        "INSERT INTO media_icon (node_id, picture_hash) VALUES ($1, $2)
         ON CONFLICT (node_id) DO UPDATE SET picture_hash = excluded.picture_hash",
        params![node, hash],
    )?;
    Ok(())
}

/// False if it has none.
pub(super) fn remove(tx: &mut Tx<'_>, node: NodeId) -> db::Result<bool> {
    Ok(tx.run("DELETE FROM media_icon WHERE node_id = $1", params![node])? > 0)
}

/// Gives a new node the icon of another one, if that has one.
pub(super) fn copy(tx: &mut Tx<'_>, source: NodeId, node: NodeId) -> db::Result<()> {
    let sql = "INSERT INTO media_icon (node_id, picture_hash)
               SELECT CAST($1 AS BIGINT), i.picture_hash FROM media_icon i WHERE i.node_id = $2";
    tx.run(sql, params![node, source]).map(drop)
}

/// Some pictures made before that time which no entry has.
pub(super) fn unused(conn: &mut Conn<'_>, before: Seconds, most: i64) -> db::Result<Vec<String>> {
    let sql = "SELECT p.picture_hash FROM media_icon_picture p
               WHERE p.made_at < $1
                 AND NOT EXISTS (SELECT 1 FROM media_icon i WHERE i.picture_hash = p.picture_hash)
               ORDER BY p.made_at, p.picture_hash
               LIMIT $2";
    conn.rows(sql, params![before, most], |row| row.get(0))
}

/// Deletes the picture, unless it was made again or an entry has it by now.
pub(super) fn forget(tx: &mut Tx<'_>, hash: &str, before: Seconds) -> db::Result<()> {
    let sql = "DELETE FROM media_icon_picture
               WHERE picture_hash = $1 AND made_at < $2
                 AND NOT EXISTS (SELECT 1 FROM media_icon i WHERE i.picture_hash = media_icon_picture.picture_hash)";
    tx.run(sql, params![hash, before]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::IconSize;

    #[test]
    fn the_small_size_answers_as_far_as_it_is_sharp() {
        for (wanted, given) in [(Some(1), 96), (Some(96), 96), (Some(97), 384), (Some(9000), 384), (None, 384)] {
            assert_eq!(IconSize::for_edge(wanted).edge(), given, "{wanted:?}");
        }
    }
}
