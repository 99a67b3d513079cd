//! What entries say of their pictures, in lists, on their own page, and to pages that look at their folder.

use std::collections::HashMap;

use activity::About;
use content::EntryAddition;
use db::{Conn, Tx};
use nodes::Listed;
use primitives::{NodeId, Seconds};
use serde::Serialize;
use serde_json::json;
use storage::{Elsewhere, elsewhere_of};
use utoipa::ToSchema;

use crate::cached::CachedPicture;
use crate::fault::PreviewFault;
use crate::outcome::{Facts, Outcome, State};
use crate::posters::{self, Poster};
use crate::{DEFINITION, store};

/// What media adds to entries.
pub(crate) fn addition() -> EntryAddition {
    EntryAddition::new(with_cached, in_detail)
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub struct InLists {
    pub preview: Preview,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preview {
    pub status: PreviewStatus,
    /// A thumbhash, base64, to paint before the picture is loaded.
    #[schema(required)]
    pub placeholder: Option<String>,
    /// Pixels of the source, upright.
    #[schema(required)]
    pub width: Option<i64>,
    #[schema(required)]
    pub height: Option<i64>,
    /// It has no pixels of its own (a document, a drawing, a text) and is sharp at every size.
    pub scales: bool,
    /// Of a document, and of a TIFF that has several.
    #[schema(required)]
    pub pages: Option<i64>,
    /// When the photograph was taken, according to its metadata.
    #[schema(required)]
    pub taken_at: Option<Seconds>,
    /// Why there is no picture, where that is known.
    #[schema(required)]
    pub reason: Option<PreviewFault>,
    /// When a picture that took too long is tried again by itself; null if it is not.
    #[schema(required)]
    pub retry_at: Option<Seconds>,
    /// It is of a film that nothing here draws, and was made by the browser of who uploaded it.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub poster: bool,
    /// Changes with the picture and is part of its address, so that caches can keep it for good.
    #[schema(required)]
    pub version: Option<String>,
    /// Its small sizes are at the CDN domain of the file server, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub cached: Option<CachedPicture>,
    /// The file itself is sent from the access address of the file server: `actions/download` says where.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub original_elsewhere: bool,
}

/// The five states of a card's picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PreviewStatus {
    #[default]
    None,
    GeneratingPreview,
    Ready,
    Error,
    Unavailable,
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub struct InDetail {
    #[schema(required)]
    pub pages: Option<i64>,
    /// Why there is no picture, if its status is `error` or `unavailable`.
    #[schema(required)]
    pub preview_reason: Option<PreviewFault>,
    /// When the photograph was taken, according to its metadata.
    #[schema(required)]
    pub taken_at: Option<Seconds>,
}

impl Preview {
    pub(crate) fn of(hash: &str, outcome: Option<&Outcome>) -> Self {
        let facts = outcome.map(|outcome| outcome.facts.clone()).unwrap_or_default();
        let Facts { placeholder, width, height, scales, pages, taken_at, .. } = facts;
        Self {
            status: PreviewStatus::of(outcome),
            placeholder,
            width,
            height,
            scales,
            pages,
            taken_at,
            reason: outcome.and_then(|outcome| outcome.fault),
            retry_at: outcome.and_then(|outcome| outcome.retry_at),
            version: Some(version_of(hash)),
            ..Self::default()
        }
    }

    pub(crate) fn of_poster(poster: &Poster) -> Self {
        Self { poster: true, ..Self::of(&poster.picture, Some(&poster.outcome())) }
    }
}

/// Of the picture of this content.
pub(crate) fn version_of(hash: &str) -> String {
    format!("{}-{DEFINITION}", hash.get(..12).unwrap_or(hash))
}

impl PreviewStatus {
    /// Where nothing is known of the content, nothing draws it.
    fn of(outcome: Option<&Outcome>) -> Self {
        match outcome.map(|outcome| outcome.state) {
            None | Some(State::Unsupported) => Self::Unavailable,
            Some(State::Waiting) => Self::GeneratingPreview,
            Some(State::Ready) => Self::Ready,
            Some(State::Failed | State::Undrawn) => Self::Error,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What is known of the pictures of files, in their order.
pub fn previews_of(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<Preview>> {
    Ok(in_lists(conn, files)?.into_iter().map(|shown| shown.preview).collect())
}

fn in_lists(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<InLists>> {
    let hashes: Vec<&str> = files.iter().filter_map(|file| file.hash.as_deref()).collect();
    let known: HashMap<String, Outcome> = store::of_contents(conn, &hashes)?;
    let is_unknown = |file: &&Listed| file.hash.as_ref().is_some_and(|hash| !known.contains_key(hash));
    let posters = posters::of_files(conn, files.iter().copied().filter(is_unknown))?;
    let shown = |file: &&Listed| match (&file.hash, posters.get(&file.id)) {
        (Some(_), Some(poster)) => InLists { preview: Preview::of_poster(poster) },
        (Some(hash), None) if !known.contains_key(hash) && belies_its_name(file) => {
            let (status, reason) = (PreviewStatus::Error, Some(PreviewFault::Unreadable));
            InLists { preview: Preview { status, reason, ..Preview::of(hash, None) } }
        }
        (Some(hash), None) => InLists { preview: Preview::of(hash, known.get(hash)) },
        (None, _) => InLists::default(),
    };
    Ok(files.iter().map(shown).collect())
}

/// Its name promises a picture, and its bytes are nothing that is known.
fn belies_its_name(file: &Listed) -> bool {
    file.size > 0 && file.mime.as_deref().is_some_and(|mime| previews::belies_name(mime, &file.name))
}

/// As `in_lists`, with what is said of other hosts: to people with a session alone, never to visitors of a link.
fn with_cached(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<InLists>> {
    let mut all = in_lists(conn, files)?;
    let mut elsewhere = elsewhere_of(conn, &files.iter().map(|file| file.id).collect::<Vec<_>>())?;
    for (file, InLists { preview }) in files.iter().zip(&mut all) {
        let Some(Elsewhere { access, cdn, .. }) = elsewhere.remove(&file.id) else { continue };
        preview.original_elsewhere = access.is_some();
        if let (Some(base), PreviewStatus::Ready, Some(version)) = (cdn, preview.status, &preview.version) {
            preview.cached = CachedPicture::at(conn, &base, file.id, version)?;
        }
    }
    Ok(all)
}

fn in_detail(conn: &mut Conn<'_>, file: &Listed) -> db::Result<InDetail> {
    let Some(hash) = &file.hash else { return Ok(InDetail::default()) };
    let known = store::of_contents(conn, &[hash])?.remove(hash);
    if known.is_none() && !posters::of_files(conn, std::iter::once(file))?.is_empty() {
        return Ok(InDetail::default());
    }
    let otherwise = match PreviewStatus::of(known.as_ref()) {
        _ if known.is_none() && belies_its_name(file) => Some(PreviewFault::Unreadable),
        PreviewStatus::Error => Some(PreviewFault::Unreadable),
        PreviewStatus::Unavailable => Some(PreviewFault::Unsupported),
        PreviewStatus::None | PreviewStatus::GeneratingPreview | PreviewStatus::Ready => None,
    };
    let preview_reason = known.as_ref().and_then(|outcome| outcome.fault).or(otherwise);
    let Facts { pages, taken_at, .. } = known.map(|outcome| outcome.facts).unwrap_or_default();
    Ok(InDetail { pages, preview_reason, taken_at })
}

/// Notifies pages that show the folder of a file of what became of its picture.
pub(crate) fn tell(
    tx: &mut Tx<'_>,
    (node, folder): (NodeId, Option<NodeId>),
    hash: &str,
    outcome: &Outcome,
) -> db::Result<()> {
    tell_of(tx, (node, folder), &Preview::of(hash, Some(outcome)))
}

pub(crate) fn tell_of(tx: &mut Tx<'_>, (node, folder): (NodeId, Option<NodeId>), preview: &Preview) -> db::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let status = match preview.status {
        PreviewStatus::GeneratingPreview => "in_progress",
        PreviewStatus::Ready => "done",
        PreviewStatus::None | PreviewStatus::Error | PreviewStatus::Unavailable => "error",
    };
    let body = json!({
        "type": "rendition_service", "node_id": node, "parent_id": folder, "status": status, "preview": preview
    });
    activity::tell_node(tx, folder, About::Node(node), &body)
}
