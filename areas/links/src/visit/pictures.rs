//! `POST /api/link/{token}/pictures` and what follows it: many pictures in one size and format, as one ZIP file. They are
//! made first, which takes a while; the page asks how far they are, and then fetches the archive.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use content::{ArchiveOnBehalf, send_archive};
use media::{
    PictureFormat, PicturesMade, PicturesOfVisitors, PicturesOrder, PresetId, ReadyPictures, SizeWish, WantedSize,
    find_pictures, have_pictures_made, order_pictures, pictures_of_visitors,
};
use primitives::NodeId;
use rest::{ClientOrigin, Json, Path, Problem};
use serde::{Deserialize, Serialize};

use super::archive::{title_or_usual, while_not_revoked};
use super::found::{FoundLink, Given, Visit};
use super::part::Part;
use super::taken::{Wanted, counted, require_left};
use crate::{Error, Links, store};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = SharedPicturesForm)]
pub struct PicturesForm {
    /// Only what is in this folder.
    #[serde(default)]
    folder: Option<NodeId>,
    /// Only these entries, at most 500; not together with `folder`.
    #[serde(default)]
    #[schema(max_items = 500)]
    node_ids: Option<Vec<NodeId>>,
    /// A download size of the organisation. The fields of a size of one's own are ignored then.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    preset: Option<PresetId>,
    /// JPEG by default.
    #[serde(default)]
    format: PictureFormat,
    /// In pixels. Each picture fits into width and height, and is never larger than it is.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    width: Option<i64>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    height: Option<i64>,
}

/// How far the pictures of an archive are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedPictures {
    /// The end of its address.
    pictures_id: String,
    /// Contents of which a picture is made; equal files share one.
    total: i64,
    made: i64,
    /// Of which none could be made. They are named in the archive.
    failed: i64,
    /// The archive can be fetched, for a day.
    ready: bool,
}

impl SharedPictures {
    fn of(PicturesMade { key, total, made, failed, is_ready }: PicturesMade) -> Self {
        Self { pictures_id: key, total, made, failed, ready: is_ready }
    }
}

/// Has the pictures among what a link shows made in one size and format, to be downloaded as one ZIP file.
///
/// There are at most 500. Other files are in it as they are, if the link gives those away, and otherwise left out. Who
/// wants the same as another visitor shares what is made.
#[utoipa::path(post, path = "/api/link/{token}/pictures", tag = "link", operation_id = "link_pictures_prepare",
    request_body = PicturesForm,
    params(("token" = String, Path, description = "The end of the link's address")),
    responses((status = ACCEPTED, body = SharedPictures, description = "How far they are"),
        (status = FORBIDDEN, description = "The link gives no pictures in this size away")))]
pub async fn prepare(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
    Json(form): Json<PicturesForm>,
) -> Result<(StatusCode, Json<SharedPictures>), Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let part = Part::of_ids(form.folder, form.node_ids.clone())?;
    let PicturesForm { preset, format, width, height, .. } = form;
    let size = WantedSize::parse(&SizeWish { preset, format, width, height })?;
    let found = links.find_open(&visit).await?;
    // Nobody could download them.
    if found.row.is_used_up() {
        return Err(Error::NoLink.into());
    }
    let (roots, title) = security::read_long(&links.db, &found.maker, found.part(part)).await?;
    Given::by(size).require(&found.row)?;
    links.limits.count_pictures(found.row.id, visit.address)?;
    let _turn = links.turns.take(found.row.id, visit.address)?;
    let order = ordered(&links, &found, (roots, title), size).await?;
    let (link, now) = (found.row.id, links.clock.now());
    let made = links.db.write(move |tx| {
        store::hold(tx, link)?;
        // What the link gives away may have changed meanwhile.
        let row = store::find(tx, link)?.filter(|row| row.revoked_at.is_none()).ok_or(Error::NoLink)?;
        Given::by(size).require(&row)?;
        if row.gives_originals() != found.row.gives_originals() {
            return Err(Error::NoSizes.into());
        }
        have_pictures_made(tx, &order, now)
    });
    Ok((StatusCode::ACCEPTED, Json(SharedPictures::of(made.await?))))
}

async fn ordered(
    links: &Links,
    found: &FoundLink,
    (roots, title): (Vec<NodeId>, Option<String>),
    size: WantedSize,
) -> Result<PicturesOrder, Problem> {
    let row = &found.row;
    let wanted = PicturesOfVisitors {
        link: row.id.0,
        tenant: row.tenant,
        maker: row.maker,
        instance: row.instance,
        title: title_or_usual(title),
        roots,
        size,
        keeps_others: row.gives_originals(),
    };
    let read = security::read_long(&links.db, &found.maker, move |c, access| {
        Ok::<_, Error>(order_pictures(c, access, wanted.clone())?)
    });
    read.await?.ok_or_else(|| Problem::unknown("preset"))
}

/// How far the pictures of an archive are.
#[utoipa::path(get, path = "/api/link/{token}/pictures/{pictures_id}", tag = "link", operation_id = "link_pictures",
    params(("token" = String, Path, description = "The end of the link's address"), ("pictures_id" = String, Path)),
    responses((status = OK, body = SharedPictures, description = "How far they are")))]
pub async fn show(
    State(links): State<Links>,
    Path((token, key)): Path<(String, String)>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
) -> Result<Json<SharedPictures>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find_open(&visit).await?;
    let (require_any, link) = (found.require_any(), found.row.id.0);
    let read = security::read(&links.db, &found.maker, move |c, access| {
        require_any(c, access)?;
        find_pictures(c, link, &key)?.ok_or(Error::NoLink)
    });
    Ok(Json(SharedPictures::of(read.await?)))
}

/// The pictures as one ZIP file, in a range if one is requested. It counts as one download.
///
/// Rights are asked for again: what may not be had any more is not in it.
#[utoipa::path(get, path = "/api/link/{token}/pictures/{pictures_id}/archive", tag = "link",
    operation_id = "link_pictures_archive",
    params(("token" = String, Path, description = "The end of the link's address"), ("pictures_id" = String, Path)),
    responses(
        (status = OK, description = "The whole archive", content_type = "application/zip"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end")))]
pub async fn archive(
    State(links): State<Links>,
    Path((token, key)): Path<(String, String)>,
    ClientOrigin(origin): ClientOrigin,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let found = links.find_open(&visit).await?;
    let (require_any, link, media, wanted) = (found.require_any(), found.row.id, links.media.clone(), key.clone());
    let read = security::read(&links.db, &found.maker, move |c, access| {
        require_any(c, access)?;
        pictures_of_visitors(&media, c, link.0, &wanted)?.ok_or(Error::NoLink)
    });
    let ReadyPictures { title, roots, made_at, substitutes } = read.await?;
    Given::Preset.require(&found.row)?;
    // What is shown by the link may have changed since they were made.
    let shown = found.shown_of(&links, roots).await?;
    let what = Wanted { name: format!("pictures {key}"), nodes: shown.clone() };
    require_left(&links, &visit, &found, &what.name).await?;
    let turn = links.turns.take(link, visit.address)?;
    let wanted = ArchiveOnBehalf {
        actor: found.maker.clone(),
        instance: found.row.instance,
        title,
        roots: shown,
        made_at,
        goes_on: while_not_revoked(link),
        substitutes: Some(substitutes),
    };
    let answer = send_archive(&links.content, wanted, &headers, turn).await?;
    counted(&links, &visit, &found, (&method, what), answer).await
}

impl FoundLink {
    /// Those of these entries that the link shows now.
    async fn shown_of(&self, links: &Links, nodes: Vec<NodeId>) -> crate::Result<Vec<NodeId>> {
        let part = self.part(Part::Named(nodes));
        Ok(security::read_long(&links.db, &self.maker, part).await?.0)
    }
}
