//! Whether a repository can move to another file server: it answers, its folder there is free, and there is room.

use authz::{Actor, Denied};
use db::Conn;
use primitives::{AppInstanceId, EntryName, RepositoryId};
use rest::{Problem, Rule};

use super::files;
use super::model::RepositoryFolderTaken;
use super::rows::Size;
use crate::blocking::{in_time, on_store};
use crate::file_servers::{DiskRequest, DiskRequests, NOT_THERE, Place, carrier, tenants_here};
use crate::repositories::{self, RepositorySettings};
use crate::{FileServerId, Result, S3Access, Storage, disk};

const SAME: Rule = Rule::OfRoom("form_rules.same_file_server");

/// A repository as its admin sees it; an error if they do not administer it.
pub(super) fn repository(
    conn: &mut Conn<'_>,
    actor: &Actor,
    (instance, id): (AppInstanceId, RepositoryId),
) -> Result<RepositorySettings> {
    let here = tenants_here(conn, actor, instance)?;
    repositories::find(conn, actor, id, &here)?.ok_or_else(|| Denied::Invisible.into())
}

/// Refuses a file server that the tenant does not have, that is not active, or that does not answer. Why the folder cannot
/// be taken there; none if it is free.
pub(super) fn taken_by(
    conn: &mut Conn<'_>,
    requests: &DiskRequests,
    repository: &RepositorySettings,
    (file_server, folder): (FileServerId, &EntryName),
) -> Result<Option<RepositoryFolderTaken>, Problem> {
    let refuse = |rule: Rule| Problem::refused(vec![rule.of("file_server_id")]);
    if file_server == repository.file_server_id {
        return Err(refuse(SAME));
    }
    let found = carrier(conn, file_server, repository.tenant_id)?.filter(|found| found.active);
    let found = found.ok_or_else(|| Problem::unknown("file_server_id"))?;
    let check = match found.place {
        Place::Folder(url) => DiskRequest::CheckFreeFolder(url, folder.clone()),
        Place::Objects(address) => {
            DiskRequest::CheckObjects(S3Access::of(conn)?.at(&address, folder.as_str(), "probes"))
        }
    };
    let is_empty = match requests.check(check)? {
        Err(NOT_THERE) => return Err(refuse(NOT_THERE)),
        Err(Rule::Taken) => false,
        Err(other) => return Err(Problem::refused(vec![other.of("folder_name")])),
        Ok(()) => true,
    };
    if repositories::is_taken(conn, file_server, folder)? {
        return Ok(Some(RepositoryFolderTaken::ByRepository));
    }
    Ok((!is_empty).then_some(RepositoryFolderTaken::NotEmpty))
}

/// What would move, and how much can be stored there.
pub(super) struct Looked {
    pub size: Size,
    pub free: Option<i64>,
}

impl Looked {
    pub fn fits(&self) -> bool {
        self.free.is_none_or(|free| self.size.bytes <= free)
    }
}

/// `folder`: that of the repository at the other file server.
pub(super) async fn look(
    storage: &Storage,
    repository: RepositoryId,
    (file_server, folder): (FileServerId, EntryName),
) -> Result<Looked, Problem> {
    let read = storage.db.read_long(move |c| {
        let store = disk::store_at(c, (file_server, folder.as_str()), "probes")?;
        Ok::<_, db::Error>((files::size_of(c, repository)?, store))
    });
    let (size, store) = read.await?;
    let free = in_time(on_store(&store, |store| store.free_bytes())).await?;
    Ok(Looked { size, free: free.map(|free| i64::try_from(free).unwrap_or(i64::MAX)) })
}

/// As `taken_by`, from outside.
pub(super) async fn ask_taken(
    storage: &Storage,
    repository: &RepositorySettings,
    (file_server, folder): (FileServerId, EntryName),
) -> Result<Option<RepositoryFolderTaken>, Problem> {
    DiskRequests::run(|requests| {
        let (repository, folder) = (repository.clone(), folder.clone());
        storage.db.read(move |c| taken_by(c, &requests, &repository, (file_server, &folder)))
    })
    .await
}
