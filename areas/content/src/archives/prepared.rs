//! Archives in which a room above has something of its own making in the place of files.

use std::sync::Arc;

use audit::Object;
use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use db::Conn;
use primitives::{AppInstanceId, Language, NodeId, Seconds, TenantId};
use rest::{Problem, current_language};
use security::Access;

use super::files::Asker;
use super::gather::{Manner, gather};
use super::link::{Described, describe};
use super::plan::EntryContent;
use super::show::respond;
use super::substitutes::Substitutes;
use crate::selections::ToDownload;
use crate::{Content, Error, Result};

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
    let Described { name, roots, tenant, object, plan } = describe(conn, access, roots, manner)?;
    let files = plan.files();
    let made: Vec<FileToMake> = plan.entries.into_iter().filter_map(|entry| to_make(entry.content)).collect();
    Ok(ArchiveToMake { tenant, object, name, roots, others: files - made.len(), made })
}

fn to_make(content: EntryContent) -> Option<FileToMake> {
    match content {
        EntryContent::File { node, hash, made } => made.map(|key| FileToMake { node, hash, key }),
        EntryContent::Folder | EntryContent::Text(_) => None,
    }
}

/// An archive of which everything is made.
pub struct PreparedArchive {
    pub actor: Arc<Actor>,
    /// The instance that the person must still have.
    pub instance: AppInstanceId,
    pub name: String,
    pub roots: Vec<NodeId>,
    /// Of the text at its end.
    pub made_at: Seconds,
    pub substitutes: Arc<dyn Substitutes>,
}

/// The archive, or the range of it that `headers` ask for, with the rights that its person has now.
pub async fn send_prepared(
    content: &Content,
    wanted: PreparedArchive,
    headers: &HeaderMap,
) -> Result<Response<Body>, Problem> {
    let PreparedArchive { actor, instance, name, roots, made_at, substitutes } = wanted;
    let turn = content.archives.take(actor.user)?;
    let (told, made) = ((current_language(), made_at), substitutes.clone());
    let planned = security::read_long(&content.db, &actor, move |c, access| {
        let plan = gather(c, access, &roots, Manner { told, substitutes: &*made, for_others: false })?;
        if plan.entries.is_empty() { Err(Error::NoArchive) } else { Ok(plan) }
    });
    let plan = planned.await?;
    let asker = Asker::of(content.clone(), actor, instance, substitutes);
    respond(asker, (&name, plan), headers, content.clock.now(), Box::new(turn))
}
