//! `POST selection/download` and `GET actions/download/{node_id}`: the link to what somebody wants to download.

use std::collections::HashSet;
use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, NodeKind};
use rest::{CurrentUser, Here, Json, Path, Problem, Query, current_language};
use security::Access;
use serde::{Deserialize, Serialize};

use super::gather::{Manner, gather};
use super::names::safe;
use super::plan::Plan;
use super::recorded::{act_of, note_archive};
use super::subject::Subject;
use super::substitutes::Originals;
use super::ticket::{self, Asked};
use crate::downloads::{ByteAddress, from_store};
use crate::selections::{Selection, ToDownload};
use crate::{Content, Download, Error, Result};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DownloadLink {
    /// A whole address of this server. It returns the bytes to the signed-in asker.
    link: String,
    /// The address is at the access address of the file server: it opens without token and cookie for six hours, as long
    /// as the session lives, with the rights of the moment.
    elsewhere: bool,
    /// The address is that of the store. For one minute it gives the bytes to everybody who has it, by GET alone.
    from_store: bool,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct DownloadLinkQuery {
    /// Of a file: its address at the store that has it, if its file server says so. It is to be followed at once.
    #[serde(default)]
    from_store: bool,
}

/// The address of a file's bytes, or of the archive of a folder.
///
/// The link to an archive is valid for six hours, for the session that asked for it.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/actions/download/{node_id}", tag = "content",
    operation_id = "download_link",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), DownloadLinkQuery),
    responses((status = OK, body = DownloadLink, description = "The address"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn link(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path((instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<DownloadLinkQuery>,
) -> Result<Json<DownloadLink>, Problem> {
    let (beginning, now) = (here.clone(), content.clock.now());
    let file = security::read(&content.db, &actor, move |c, access| {
        if access.authorize::<Download>(c, node)?.kind() != NodeKind::File {
            return Ok(None);
        }
        let path = format!("/api/file/content/{node}?download=1");
        Ok::<_, Error>(Some(ByteAddress::of(c, access.actor(), (&beginning, &path), &[node], now)?))
    });
    if let Some(ByteAddress { link, elsewhere }) = file.await? {
        let at_store = if query.from_store { from_store::address(&content, &actor, node).await? } else { None };
        return Ok(Json(match at_store {
            Some(link) => DownloadLink { link, elsewhere: true, from_store: true },
            None => DownloadLink { link, elsewhere, from_store: false },
        }));
    }
    let archive = archive_of(&content, &actor, (instance, here), move |_, _| Ok(vec![node])).await?;
    Ok(Json(DownloadLink { link: archive.link, elsewhere: archive.elsewhere, from_store: false }))
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ArchiveLink {
    /// A whole address of this server. It returns the archive to the session that asked for it, for six hours.
    link: String,
    /// As of a download link.
    elsewhere: bool,
    /// Of the archive, in the asker's language.
    name: String,
    /// Of the archive, if nothing changes until it is fetched.
    bytes: u64,
    /// How many files are in it.
    count: usize,
}

/// The link to an archive of the selected entries, with everything in those that are folders.
///
/// The archive is a ZIP file. What the asker may not see is not in it; what they see and cannot have is named in a text
/// at its end. It has at most 100,000 entries.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/download", tag = "content",
    operation_id = "selection_download", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = ArchiveLink, description = "The link"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn selected(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<Json<ArchiveLink>, Problem> {
    let wanted = ToDownload::parse(selection, content.clock.now())?;
    Ok(Json(archive_of(&content, &actor, (instance, here), move |c, access| wanted.ids(c, access)).await?))
}

/// What an archive is called, what it is recorded as, and what is in it.
pub(super) struct Described {
    pub name: String,
    pub roots: Vec<NodeId>,
    pub subject: Subject,
    pub plan: Plan,
}

async fn archive_of(
    content: &Content,
    actor: &Arc<Actor>,
    (instance, here): (AppInstanceId, String),
    roots: impl Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<Vec<NodeId>> + Clone + Send + 'static,
) -> Result<ArchiveLink, Problem> {
    // Planning takes memory as sending does, and a browser that follows the link shows no refusal.
    let _turn = content.archives.take(actor.user)?;
    let (language, now) = (current_language(), content.clock.now());
    let described = security::read_long(&content.db, actor, move |c, access| {
        let roots = roots(c, access)?;
        let manner = Manner { told: (language, now), substitutes: &Originals, for_others: false };
        describe(c, access, roots, manner)
    });
    let Described { name, roots, subject, plan } = described.await?;
    let (bytes, files, files_hash) = (plan.length(), plan.files(), plan.files_hash());
    let act = act_of((subject.tenant(), subject.object()), &plan);
    let asked = Asked { instance, name: name.clone(), roots, made_at: now };
    let who = actor.clone();
    let made = content.db.write(move |tx| {
        let ticket = ticket::make(tx, &who, &asked)?;
        note_archive(tx, &ticket::key_of(&ticket), &files_hash, now)?;
        audit::record(tx, &*who, act, now);
        let path = format!("/api/file/archive/{ticket}");
        Ok::<_, Error>(ByteAddress::of(tx, &who, (&here, &path), &asked.roots, now)?)
    });
    let ByteAddress { link, elsewhere } = made.await?;
    Ok(ArchiveLink { link, elsewhere, name, bytes, count: files })
}

pub(super) fn describe(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: Vec<NodeId>,
    manner: Manner<'_>,
) -> Result<Described> {
    refuse_other_tenants(conn, access, &roots)?;
    let plan = gather(conn, access, &roots, manner)?;
    let subject = Subject::of(conn, access, &roots)?;
    let title = subject.title(plan.files(), manner.told.0);
    Ok(Described { name: safe(&format!("{title}.zip")), roots, subject, plan })
}

/// What is taken from a tenant is in its own log, so an archive is of one.
fn refuse_other_tenants(conn: &mut Conn<'_>, access: &mut Access<'_>, roots: &[NodeId]) -> Result<()> {
    let mut tenants = HashSet::new();
    for root in roots {
        tenants.insert(access.find_visible(conn, *root)?.node.tenant);
    }
    if tenants.len() > 1 { Err(Error::ArchiveOfTenants) } else { Ok(()) }
}
