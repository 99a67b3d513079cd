//! `GET rendition/covers`: the pictures that the cards of folders show, of what the asker may see in them.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use content::{Newest, Reach};
use db::Conn;
use nodes::Listed;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use crate::acts::Preview as Look;
use crate::outcome::State as Drawn;
use crate::status::Preview;
use crate::{Media, chosen_covers, icons, store};

/// The most folders of one call.
const MOST_FOLDERS: usize = 60;
/// The most pictures of one folder, and how many there are if nothing is said.
const MOST_PICTURES: usize = 24;
const PICTURES: usize = 3;
/// The types of files whose pictures are pages of writing.
const WRITTEN: [&str; 4] = ["text", "code", "sheet", "document"];
/// The contents of one statement.
const AT_ONCE: usize = 256;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct CoversQuery {
    /// Folders, repositories and files, at most 60, with commas between them.
    #[param(pattern = "^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,59}$")]
    node_ids: String,
    /// How many pictures of each, 1 to 24; 3 if not given.
    pictures: Option<usize>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Covers {
    /// Those of the folders that the asker sees or may traverse, and of the files that they see and that have a picture.
    pub items: Vec<Cover>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Cover {
    pub node_id: NodeId,
    /// Which of the pictures was chosen: it comes first. Null if none was, or if the asker may not see it.
    #[schema(required)]
    pub chosen_node_id: Option<NodeId>,
    /// It has an icon of its own, which is shown instead of these pictures; as entries tell it. Absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// The newest pictures in the folder, then those in the folders below; text only where there is nothing else. Of a
    /// file, its own.
    pub pictures: Vec<CoverPicture>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CoverPicture {
    pub node_id: NodeId,
    pub name: String,
    pub entry_type: String,
    pub preview: Preview,
}

impl CoverPicture {
    fn of(file: Listed, preview: Preview) -> Self {
        Self { node_id: file.id, name: file.name, entry_type: file.entry_type, preview }
    }
}

/// The pictures that the cards of folders show.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/rendition/covers", tag = "content",
    operation_id = "rendition_covers", params(("application_instance_id" = i64, Path), CoversQuery),
    responses((status = OK, body = Covers, description = "Pictures that are ready, of each folder that is seen")))]
pub async fn covers(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<CoversQuery>,
) -> Result<Json<Covers>, Problem> {
    let folders = folders(&query.node_ids).ok_or_else(|| Problem::invalid("node_ids", "invalid"))?;
    let wanted = query.pictures.unwrap_or(PICTURES).clamp(1, MOST_PICTURES);
    let covers = security::read_long(&media.db, &actor, move |c, access| of_folders(c, access, &folders, wanted));
    Ok(Json(Covers { items: covers.await? }))
}

/// The ids of a list, if they are ids and not too many.
fn folders(list: &str) -> Option<BTreeSet<NodeId>> {
    let ids = list.split(',').map(|id| id.parse().ok().filter(|id| *id > 0).map(NodeId));
    let ids: Vec<NodeId> = ids.collect::<Option<_>>()?;
    (ids.len() <= MOST_FOLDERS).then(|| ids.into_iter().collect())
}

fn of_folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folders: &BTreeSet<NodeId>,
    wanted: usize,
) -> content::Result<Vec<Cover>> {
    let newest = newest(conn, access, folders, wanted)?;
    let seen: Vec<NodeId> = newest.iter().map(|(folder, _)| *folder).collect();
    let chosen = if seen.is_empty() { HashMap::new() } else { chosen_covers::of_folders(conn, &seen)? };
    let mut covers = Vec::with_capacity(newest.len());
    for (folder, files) in newest {
        let first = chosen.get(&folder).map(|picture| openable(conn, access, *picture)).transpose()?.flatten();
        covers.push(cover(folder, first, files, wanted));
    }
    for file in folders.iter().copied().filter(|node| !seen.contains(node)) {
        let own = openable(conn, access, file)?;
        covers.extend(own.map(|own| Cover { node_id: file, chosen_node_id: None, icon: None, pictures: vec![own] }));
    }
    add_icons(conn, access, &mut covers)?;
    Ok(covers)
}

/// The icons of those that the asker sees: of what they may only traverse, they see the name.
fn add_icons(conn: &mut Conn<'_>, access: &mut Access<'_>, covers: &mut [Cover]) -> content::Result<()> {
    let nodes: Vec<NodeId> = covers.iter().map(|cover| cover.node_id).collect();
    let mut icons = icons::store::versions(conn, &nodes)?;
    for cover in covers.iter_mut() {
        if let Some(icon) = icons.remove(&cover.node_id)
            && access.find_visible(conn, cover.node_id)?.facts.role.is_some()
        {
            cover.icon = Some(icon);
        }
    }
    Ok(())
}

/// Pictures, and pages of writing only where a folder has nothing else.
fn newest(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folders: &BTreeSet<NodeId>,
    wanted: usize,
) -> content::Result<Vec<(NodeId, Vec<Newest<Preview>>)>> {
    let mut newest = content::newest_files(conn, access, folders, (wanted, Reach::Enough), &pictured)?;
    let bare: BTreeSet<_> = newest.iter().filter(|(_, files)| files.is_empty()).map(|(folder, _)| *folder).collect();
    if !bare.is_empty() {
        let mut written: HashMap<_, _> =
            content::newest_files(conn, access, &bare, (wanted, Reach::Enough), &ready)?.into_iter().collect();
        for (folder, files) in newest.iter_mut().filter(|(_, files)| files.is_empty()) {
            *files = written.remove(folder).unwrap_or_default();
        }
    }
    Ok(newest)
}

/// The chosen picture first, and then the newest.
fn cover(folder: NodeId, first: Option<CoverPicture>, newest: Vec<Newest<Preview>>, wanted: usize) -> Cover {
    let chosen = first.as_ref().map(|picture| picture.node_id);
    let others = newest.into_iter().filter(|newest| Some(newest.file.id) != chosen);
    let others = others.map(|newest| CoverPicture::of(newest.file, newest.known));
    let pictures = first.into_iter().chain(others).take(wanted).collect();
    Cover { node_id: folder, chosen_node_id: chosen, icon: None, pictures }
}

/// A chosen picture, if the asker may look at it now and it is drawn.
fn openable(conn: &mut Conn<'_>, access: &mut Access<'_>, picture: NodeId) -> content::Result<Option<CoverPicture>> {
    match access.find_visible(conn, picture).and_then(|seen| seen.permit::<Look>().map(|_| seen)) {
        Ok(seen) => {
            let file: Listed = seen.node.into();
            let preview = ready(conn, &[&file])?.pop().flatten();
            Ok(preview.map(|preview| CoverPicture::of(file, preview)))
        }
        Err(security::Error::Denied(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Its picture is a page of writing, which tells nothing at the size of a card.
pub fn is_written(file: &Listed) -> bool {
    WRITTEN.contains(&file.entry_type.as_str())
}

/// Pixels. A picture with a longer side below this is too small for a card.
const TINY: i64 = 64;

/// As `ready`, without tiny pictures and pages of writing: they tell nothing at the size of a card.
fn pictured(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<Option<Preview>>> {
    let previews = ready(conn, files)?;
    let is_tiny =
        |preview: &Preview| !preview.scales && preview.width.max(preview.height).is_some_and(|longer| longer < TINY);
    let tells = |file: &Listed, preview: &Preview| !is_written(file) && !is_tiny(preview);
    Ok(files.iter().zip(previews).map(|(file, preview)| preview.filter(|one| tells(file, one))).collect())
}

/// The preview of each of `files`, if it is ready.
fn ready(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<Option<Preview>>> {
    let hashes: BTreeSet<&str> = files.iter().filter_map(|file| file.hash.as_deref()).collect();
    let mut known = HashMap::new();
    for some in hashes.into_iter().collect::<Vec<_>>().chunks(AT_ONCE) {
        known.extend(store::of_contents(conn, some)?);
    }
    let preview = |file: &&Listed| {
        let hash = file.hash.as_deref()?;
        let outcome = known.get(hash).filter(|outcome| outcome.state == Drawn::Ready)?;
        Some(Preview::of(hash, Some(outcome)))
    };
    Ok(files.iter().map(preview).collect())
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::folders;

    #[test]
    fn a_list_of_folders_has_ids_and_is_short() {
        let of = |list: &str| folders(list).map(|ids| ids.into_iter().map(|NodeId(id)| id).collect::<Vec<_>>());
        assert_eq!(of("7,3,7"), Some(vec![3, 7]));
        for wrong in ["", "a", "1,", "0", "-1", "1 2", &vec!["1"; 61].join(",")] {
            assert_eq!(of(wrong), None, "{wrong:?}");
        }
        assert!(folders(&vec!["1"; 60].join(",")).is_some());
    }
}
