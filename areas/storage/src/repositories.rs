//! File servers and repositories: the top of a tenant's tree and of its bytes.

pub(crate) mod admin;
pub(crate) mod create;
pub(crate) mod gdrive;
mod model;
mod store;
pub(crate) mod update;

use std::path::PathBuf;

use axum::extract::State;
use blobs::{S3, S3Address, SharedStore, Tree, Trouble};
use db::{Conn, Db, Tx, params};
use primitives::{AppInstanceId, EntryName, NodeId, NodeRole, RepositoryId, Seconds, TenantId, fold, sort_key};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

pub(crate) use create::taken;
pub(crate) use model::{RepositoryMoveObstacle, RepositorySettings};
pub(crate) use store::{find, folded, is_taken};

use crate::blocking::blocking;
use crate::file_server::FileServerType;
use crate::{Error, FileServerId, Result, S3Access, Storage, disk};

/// A directory of this host, or a mounted volume, that holds repositories.
#[derive(Clone, Debug)]
pub struct NewFileServer<'s> {
    pub label: &'s str,
    /// The directory.
    pub url: &'s str,
    pub tenants: &'s [TenantId],
}

#[derive(Clone, Debug)]
pub struct NewRepository<'r> {
    pub tenant: TenantId,
    pub file_server: FileServerId,
    pub title: &'r str,
    /// The folder below the file server's directory.
    pub folder_name: &'r EntryName,
    pub now: Seconds,
}

pub fn create_file_server(tx: &mut Tx<'_>, new: &NewFileServer<'_>) -> Result<FileServerId> {
    let url = disk::kept(tx, new.url);
    insert_file_server(tx, &NewFileServer { url: &url, ..*new }, FileServerType::Posix)
}

/// A file server that is a bucket of an S3 store. It is not tried.
pub fn create_object_server(
    tx: &mut Tx<'_>,
    label: &str,
    address: &S3Address,
    tenants: &[TenantId],
) -> Result<FileServerId> {
    let new = NewFileServer { label, url: address.endpoint.as_str(), tenants };
    let id = insert_file_server(tx, &new, FileServerType::S3)?;
    S3Access::of(tx)?.keep(tx, id, address)?;
    Ok(id)
}

fn insert_file_server(tx: &mut Tx<'_>, new: &NewFileServer<'_>, kind: FileServerType) -> Result<FileServerId> {
    let id = tx.get(
        "INSERT INTO content_file_server (label, url, type, folded) VALUES ($1, $2, $3, $4) RETURNING file_server_id",
        params![new.label, new.url, kind.word(), &fold(new.label)],
        |row| row.get(0),
    )?;
    for tenant in new.tenants {
        tx.run(
            "INSERT INTO content_file_server_tenant (file_server_id, tenant_id) VALUES ($1, $2)",
            params![id, *tenant],
        )?;
    }
    Ok(id)
}

/// A repository with its node and its first ACL. Its folder on disk is made outside: see `make_repository_folders`.
pub fn create_repository(tx: &mut Tx<'_>, new: &NewRepository<'_>) -> Result<(RepositoryId, NodeId)> {
    let title = EntryName::parse(new.title)?;
    let id: RepositoryId = tx.get(
        "INSERT INTO content_repository (tenant_id, file_server_id, title, folder_name, folded)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING repository_id",
        params![
            new.tenant,
            new.file_server,
            title.as_str(),
            new.folder_name.as_str(),
            &store::folded(&title, new.folder_name.as_str())
        ],
        |row| row.get(0),
    )?;
    let node = nodes::insert_repository(tx, new.tenant, id, &title, new.now)?;
    tx.run("UPDATE content_repository SET node_id = $2 WHERE repository_id = $1", params![id, node])?;
    security::create_repository_acl(tx, new.tenant, node)?;
    Ok((id, node))
}

/// Makes what all repositories need in their stores, where it is missing.
pub async fn make_repository_folders(db: &Db) -> Result<()> {
    let stores = db.read(|c| {
        let known = all(c)?;
        known.into_iter().map(|repository| disk::store(c, repository)).collect::<db::Result<Vec<SharedStore>>>()
    });
    for store in stores.await? {
        blocking(move || store.prepare()).await?;
    }
    Ok(())
}

fn all(conn: &mut Conn<'_>) -> db::Result<Vec<RepositoryId>> {
    conn.rows("SELECT repository_id FROM content_repository ORDER BY repository_id", &[], |row| row.get(0))
}

/// A file server that is a bucket of an S3 store.
#[derive(Clone, Debug)]
pub struct ObjectServer {
    pub label: String,
    /// Its address and the bucket.
    pub place: String,
    store: S3,
}

impl ObjectServer {
    /// What prevents its use. It waits for the network.
    pub fn trouble(&self) -> Option<Trouble> {
        self.store.probe().err()
    }
}

/// The file servers that are buckets.
pub fn object_servers(conn: &mut Conn<'_>) -> db::Result<Vec<ObjectServer>> {
    let sql = "SELECT file_server_id, label FROM content_file_server WHERE type = 's3'
               ORDER BY label, file_server_id LIMIT 1000";
    let known = conn.rows(sql, &[], |row| Ok((row.get::<FileServerId>(0)?, row.get::<String>(1)?)))?;
    let mut found = Vec::new();
    for (id, label) in known {
        let access = S3Access::of(conn)?;
        let address = access.address(conn, id)?;
        found.push(ObjectServer { label, place: address.to_string(), store: access.at(&address, "", "probes") });
    }
    Ok(found)
}

/// Label and directory of every file server that is one.
pub fn file_servers(conn: &mut Conn<'_>) -> db::Result<Vec<(String, String)>> {
    let sql = "SELECT label, url FROM content_file_server WHERE type = 'posix'
               ORDER BY label, file_server_id LIMIT 1000";
    let found = conn.rows(sql, &[], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
    Ok(found.into_iter().map(|(label, url)| (label, disk::server_folder(conn, &url).display().to_string())).collect())
}

/// The folders of all repositories that have one.
pub async fn repository_folders(db: &Db) -> Result<Vec<PathBuf>> {
    let folders = db.read(|c| {
        let mut folders = Vec::new();
        for repository in all(c)? {
            folders.extend(disk::tree(c, repository)?.map(|tree| tree.root().to_owned()));
        }
        Ok::<_, db::Error>(folders)
    });
    Ok(folders.await?)
}

/// The obstacle that prevents the use of the repository in `folder`.
pub fn obstacle_in(folder: &std::path::Path) -> Option<String> {
    blobs::Store::missing_areas(&Tree::at(folder)).err().map(|obstacle| obstacle.to_string())
}

/// The top nodes of a tenant's repositories, oldest first.
pub fn repository_roots(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT node_id FROM content_repository WHERE tenant_id = $1 AND active ORDER BY repository_id";
    conn.rows(sql, params![tenant], |row| row.get(0))
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Repositories {
    items: Vec<Repository>,
    total: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Repository {
    repository_id: RepositoryId,
    node_id: NodeId,
    title: String,
    folder_name: String,
    file_server_id: FileServerId,
    tenant_id: TenantId,
    tenant_title: String,
    active: bool,
    /// The asker's role at its top; null: it can only be traversed.
    #[schema(required)]
    role: Option<NodeRole>,
}

/// Lists the repositories in which the asker sees anything.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/repository", tag = "content",
    operation_id = "repository_list", params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = Repositories, description = "The repositories, by title")))]
pub async fn list(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
) -> Result<Json<Repositories>, Problem> {
    let items = security::read(&storage.db, &actor, move |c, access| {
        let mut found = Vec::new();
        for tenant in access.actor().tenants() {
            for repository in of_tenant(c, tenant, instance)? {
                found.extend(visible(c, access, repository)?);
            }
        }
        found.sort_by_cached_key(|repository| (sort_key(&repository.title), repository.node_id));
        Ok::<_, Error>(found)
    });
    let items = items.await?;
    Ok(Json(Repositories { total: items.len(), items }))
}

fn visible(conn: &mut Conn<'_>, access: &mut Access<'_>, repository: Repository) -> Result<Option<Repository>> {
    match access.find_visible(conn, repository.node_id) {
        Ok(seen) => Ok(Some(Repository { role: seen.facts.role, ..repository })),
        Err(security::Error::Denied(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A tenant's repositories, if the tenant has the requested content instance.
fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId, instance: AppInstanceId) -> db::Result<Vec<Repository>> {
    conn.rows(
        "SELECT r.repository_id, r.node_id, r.title, r.folder_name, r.file_server_id, r.tenant_id, t.tenant_title,
           r.active
         FROM content_repository r
         JOIN tenancy_tenant t ON t.tenant_id = r.tenant_id
         JOIN tenancy_tenant_application a ON a.tenant_id = r.tenant_id AND a.application_instance_id = $2
         WHERE r.tenant_id = $1 AND r.active
         ORDER BY r.title, r.repository_id",
        params![tenant, instance],
        |row| {
            Ok(Repository {
                repository_id: row.get(0)?,
                node_id: row.get(1)?,
                title: row.get(2)?,
                folder_name: row.get(3)?,
                file_server_id: row.get(4)?,
                tenant_id: row.get(5)?,
                tenant_title: row.get(6)?,
                active: row.get(7)?,
                role: None,
            })
        },
    )
}
