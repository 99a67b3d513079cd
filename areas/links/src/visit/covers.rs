//! The pictures on the cards of folders: of what the link shows in each folder itself, and in a few statements for a page.

use std::collections::HashMap;

use content::newest_in_each;
use db::Conn;
use media::{Preview, PreviewStatus, is_written, previews_of};
use nodes::Listed;
use primitives::NodeId;
use security::{Access, PrincipalScope};
use serde::Serialize;

use super::is_shown::is_shown;
use crate::Result;

/// The first folders of a page have pictures; a page has rarely more.
const FOLDERS: usize = 24;
/// How many of the newest files of a folder are considered.
const CONSIDERED: usize = 8;
/// The pictures of one folder.
const PICTURES: usize = 3;

/// A picture on the card of a folder.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedCover {
    node_id: NodeId,
    entry_type: String,
    /// Pixels of the source, upright.
    #[schema(required)]
    width: Option<i64>,
    #[schema(required)]
    height: Option<i64>,
    /// A thumbhash, base64, to paint before the picture is loaded.
    #[schema(required)]
    placeholder: Option<String>,
}

impl SharedCover {
    fn of(file: Listed, preview: Preview) -> Self {
        let Preview { width, height, placeholder, .. } = preview;
        Self { node_id: file.id, entry_type: file.entry_type, width, height, placeholder }
    }
}

/// The newest pictures of each of these folders, which the link shows.
pub(super) fn of_folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    folders: impl Iterator<Item = NodeId>,
) -> Result<HashMap<NodeId, Vec<SharedCover>>> {
    let maker = access.actor().user;
    let folders: Vec<NodeId> = folders.take(FOLDERS).collect();
    let files = newest_in_each(conn, access, scope, &folders, CONSIDERED)?.into_iter();
    let files = files.filter(|(file, role)| is_shown(file, Some(*role), maker) && !is_written(file));
    let files: Vec<Listed> = files.map(|(file, _)| file).collect();
    if files.is_empty() {
        return Ok(HashMap::new());
    }
    let previews = previews_of(conn, &files.iter().collect::<Vec<_>>())?;
    let mut covers: HashMap<NodeId, Vec<SharedCover>> = HashMap::new();
    for (file, preview) in files.into_iter().zip(previews) {
        let Some(folder) = file.parent.filter(|_| preview.status == PreviewStatus::Ready) else { continue };
        let pictures = covers.entry(folder).or_default();
        if pictures.len() < PICTURES {
            pictures.push(SharedCover::of(file, preview));
        }
    }
    Ok(covers)
}
