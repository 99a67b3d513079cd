//! Posters: pictures of films that nothing here draws, as the browser of who uploaded them has drawn them.

use std::collections::HashMap;

use db::{Conn, Tx, params};
use nodes::{Listed, in_list};
use previews::Rendered;
use primitives::{NodeId, Seconds};

use crate::outcome::{Facts, Outcome, State};

/// A poster that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Poster {
    /// By which its renditions are kept.
    pub picture: String,
    placeholder: String,
    width: i64,
    height: i64,
}

impl Poster {
    pub fn of(picture: String, drawn: Rendered) -> Self {
        let Rendered { placeholder, width, height, .. } = drawn;
        Self { picture, placeholder, width: i64::from(width), height: i64::from(height) }
    }

    /// As of a content of its own.
    pub fn outcome(&self) -> Outcome {
        let facts = Facts {
            placeholder: Some(self.placeholder.clone()),
            width: Some(self.width),
            height: Some(self.height),
            ..Facts::default()
        };
        Outcome { state: State::Ready, facts, ..Outcome::waiting() }
    }
}

/// Whether a file of this type may have one.
pub(crate) fn may_have(mime: Option<&str>) -> bool {
    mime.is_some_and(|mime| mime.starts_with("video/") && !previews::supports(mime))
}

pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId, hash: &str) -> db::Result<Option<Poster>> {
    Ok(of_nodes(conn, &[(node, hash)])?.remove(&node))
}

/// Those of these files that may have one and of which nothing else is known.
pub(crate) fn of_files<'f>(
    conn: &mut Conn<'_>,
    files: impl Iterator<Item = &'f Listed>,
) -> db::Result<HashMap<NodeId, Poster>> {
    let films = files.filter(|file| may_have(file.mime.as_deref()));
    let films: Vec<(NodeId, &str)> = films.filter_map(|film| Some((film.id, film.hash.as_deref()?))).collect();
    if films.is_empty() { Ok(HashMap::new()) } else { of_nodes(conn, &films) }
}

/// Those of these files, each with its content.
fn of_nodes(conn: &mut Conn<'_>, files: &[(NodeId, &str)]) -> db::Result<HashMap<NodeId, Poster>> {
    let nodes: Vec<NodeId> = files.iter().map(|(node, _)| *node).collect();
    let (list, values) = in_list(1, &nodes);
    let sql = format!(
        "SELECT node_id, content_hash, picture_hash, placeholder, width, height FROM media_poster WHERE node_id IN ({list})"
    );
    let found = conn.rows(&sql, &values, |row| {
        let poster = Poster { picture: row.get(2)?, placeholder: row.get(3)?, width: row.get(4)?, height: row.get(5)? };
        Ok(((row.get::<NodeId>(0)?, row.get::<String>(1)?), poster))
    })?;
    let is_shown = |node: NodeId, hash: &str| files.contains(&(node, hash));
    Ok(found
        .into_iter()
        .filter(|((node, hash), _)| is_shown(*node, hash))
        .map(|((node, _), one)| (node, one))
        .collect())
}

/// The poster of a file with this content; one of another content goes.
pub(crate) fn save(tx: &mut Tx<'_>, node: NodeId, hash: &str, poster: &Poster, now: Seconds) -> db::Result<()> {
    let Poster { picture, placeholder, width, height } = poster;
    tx.run(
        "INSERT INTO media_poster (node_id, content_hash, picture_hash, placeholder, width, height, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (node_id) DO UPDATE
         SET content_hash = excluded.content_hash, picture_hash = excluded.picture_hash,
           placeholder = excluded.placeholder, width = excluded.width, height = excluded.height,
           made_at = excluded.made_at",
        params![node, hash, picture, placeholder, *width, *height, now],
    )?;
    Ok(())
}
