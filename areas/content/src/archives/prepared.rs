//! Archives in which a room above has something of its own making in the place of files.

use std::sync::Arc;

use audit::Object;
use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Response};
use db::Conn;
use primitives::{AppInstanceId, Language, NodeId, Seconds, TenantId};
use rest::{Problem, current_language};
use security::Access;

use super::files::Asker;
use super::gather::{Manner, gather};
use super::link::{Described, describe};
use super::plan::EntryContent;
use super::recorded;
use super::show::respond;
use super::substitutes::Substitutes;
use crate::selections::ToDownload;
use crate::{Content, Error, Result, gives_bytes};

/// An archive that is to be made.
pub struct ArchiveToMake {
    pub tenant: TenantId,
    /// What it is recorded as.
    pub object: Object,
    pub name: String,
    /// What is at its top.
    pub roots: Vec<NodeId>,
    /// The files with a substitute.
    pub made: Vec<FileToMake>,
    /// How many other files are in it.
    pub others: usize,
    /// For `note_archive`, where making it is recorded.
    pub files_hash: String,
}

/// A file that something is to be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileToMake {
    pub node: NodeId,
    pub hash: Option<String>,
    /// That of its substitute.
    pub key: String,
}

/// What is selected, as an archive with these substitutes; none of them needs to be made yet.
pub fn archive_to_make(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    selected: &ToDownload,
    substitutes: &dyn Substitutes,
    told: (Language, Seconds),
) -> Result<ArchiveToMake> {
    let roots = selected.ids(conn, access)?;
    let manner = Manner { told, substitutes, for_others: false };
    let Described { name, roots, subject, plan } = describe(conn, access, roots, manner)?;
    let (tenant, object) = (subject.tenant(), subject.object());
    let (files, files_hash) = (plan.files(), plan.files_hash());
    let made: Vec<FileToMake> = plan.entries.into_iter().filter_map(|entry| to_make(entry.content)).collect();
    Ok(ArchiveToMake { tenant, object, name, roots, others: files - made.len(), made, files_hash })
}

fn to_make(content: EntryContent) -> Option<FileToMake> {
    match content {
        EntryContent::File { node, hash, made } => made.map(|key| FileToMake { node, hash, key }),
        EntryContent::Folder | EntryContent::Text(_) => None,
    }
}

/// The files of an archive of these entries that have a substitute, as people without a role get it in the name of the
/// actor; and how many other files are in it.
pub fn files_to_make(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    substitutes: &dyn Substitutes,
) -> Result<(Vec<FileToMake>, usize)> {
    let plan = gather(conn, access, roots, Manner { told: (current_language(), 0), substitutes, for_others: true })?;
    let files = plan.files();
    let made: Vec<FileToMake> = plan.entries.into_iter().filter_map(|entry| to_make(entry.content)).collect();
    let others = files - made.len();
    Ok((made, others))
}

/// An archive of which everything is made.
pub struct PreparedArchive {
    /// What `note_archive` knows it by.
    pub key: String,
    pub actor: Arc<Actor>,
    /// The instance that the person must still have.
    pub instance: AppInstanceId,
    pub name: String,
    pub roots: Vec<NodeId>,
    /// Of the text at its end.
    pub made_at: Seconds,
    pub substitutes: Arc<dyn Substitutes>,
}

/// The archive, or the range of it that is asked for, with the rights that its person has now.
pub async fn send_prepared(
    content: &Content,
    wanted: PreparedArchive,
    (method, headers): (&Method, &HeaderMap),
) -> Result<Response<Body>, Problem> {
    let PreparedArchive { key, actor, instance, name, roots, made_at, substitutes } = wanted;
    let turn = content.archives.take(actor.user)?;
    let (told, made) = ((current_language(), made_at), substitutes.clone());
    let planned = security::read_long(&content.db, &actor, move |c, access| {
        let plan = gather(c, access, &roots, Manner { told, substitutes: &*made, for_others: false })?;
        if plan.entries.is_empty() {
            return Err(Error::NoArchive);
        }
        let unrecorded = recorded::unrecorded(c, access, (&key, &roots), &plan)?;
        Ok((plan, unrecorded))
    });
    let (plan, unrecorded) = planned.await?;
    let now = content.clock.now();
    let asker = Asker::of(content.clone(), actor.clone(), instance, substitutes);
    let answer = respond(asker, (&name, plan), headers, now, Box::new(turn))?;
    let unrecorded = unrecorded.filter(|_| gives_bytes(method, &answer));
    recorded::record(&content.db, &actor, unrecorded, now).await?;
    Ok(answer)
}
