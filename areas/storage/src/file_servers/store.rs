//! The rows of file servers.

use std::path::{Path, PathBuf};

use blobs::S3Address;
use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{Listing, TenantId, fold};

use super::Roots;
use super::allowed_roots::real_overlap;
use super::disk_requests::DiskRequests;
use super::model::{Details, FileServer};
use crate::file_server::FileServerType;
use crate::{FileServerId, Result, S3Access, disk};

const COLUMNS: &str = "s.file_server_id, s.label, s.url, s.type, s.external_access_address, s.external_api_address,
    s.queue_id, s.cdn_domain, s.active, s.version, a.region, a.bucket, a.prefix, a.path_style, a.access_key";
const FROM: &str = "content_file_server s LEFT JOIN storage_bucket a ON a.file_server_id = s.file_server_id";

fn file_server(row: &Row<'_>) -> db::Result<FileServer> {
    Ok(FileServer {
        file_server_id: row.get(0)?,
        label: row.get(1)?,
        url: row.get(2)?,
        kind: FileServerType::stored(&row.get::<String>(3)?)?,
        tenant_ids: Vec::new(),
        external_access_address: row.get(4)?,
        external_api_address: row.get(5)?,
        queue_id: row.get(6)?,
        cdn_domain: row.get(7)?,
        active: row.get(8)?,
        administered: false,
        repositories: 0,
        version: row.get(9)?,
        region: row.get(10)?,
        bucket: row.get(11)?,
        prefix: row.get(12)?,
        path_style: row.get(13)?,
        access_key: row.get(14)?,
    })
}

/// Requests that create or move a file server run one after the other (PostgreSQL), so that no two folders overlap.
const PLACES: i64 = 0x6669_6c65;

pub(crate) fn hold_places(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.lock(PLACES)
}

/// The file servers that belong to at least one of `tenants`.
pub(super) fn page(
    conn: &mut Conn<'_>,
    tenants: &[TenantId],
    roots: &Roots,
    listing: &Listing,
) -> db::Result<Page<FileServer>> {
    let theirs = if tenants.is_empty() { "NULL".to_owned() } else { placeholders(1, tenants.len()) };
    let table = Table {
        columns: COLUMNS,
        from: FROM,
        filter: format!(
            "EXISTS (SELECT 1 FROM content_file_server_tenant t
                     WHERE t.file_server_id = s.file_server_id AND t.tenant_id IN ({theirs}))"
        ),
        values: tenants.iter().copied().map(Value::from).collect(),
        searched: "s.folded",
        order: if listing.column == "url" { "s.url" } else { "s.folded" },
        id: "s.file_server_id",
    };
    let page = conn.page(&table, listing, file_server)?;
    let mut items = Vec::new();
    for row in page.items {
        items.extend(seen_by(conn, tenants, roots, row)?);
    }
    Ok(Page { items, total: page.total })
}

/// One of the file servers that belong to at least one of `tenants`.
pub(super) fn find(
    conn: &mut Conn<'_>,
    id: FileServerId,
    tenants: &[TenantId],
    roots: &Roots,
) -> db::Result<Option<FileServer>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE s.file_server_id = $1");
    match conn.find(&sql, params![id], file_server)? {
        Some(found) => seen_by(conn, tenants, roots, found),
        None => Ok(None),
    }
}

/// The file server as the admins of `tenants` see it; None if it belongs to none of them.
fn seen_by(
    conn: &mut Conn<'_>,
    tenants: &[TenantId],
    roots: &Roots,
    found: FileServer,
) -> db::Result<Option<FileServer>> {
    let id = found.file_server_id;
    let sql = "SELECT tenant_id FROM content_file_server_tenant WHERE file_server_id = $1 ORDER BY tenant_id";
    let all: Vec<TenantId> = conn.rows(sql, params![id], |row| row.get(0))?;
    let theirs: Vec<TenantId> = all.iter().copied().filter(|tenant| tenants.contains(tenant)).collect();
    if theirs.is_empty() {
        return Ok(None);
    }
    let sql = "SELECT tenant_id FROM content_repository WHERE file_server_id = $1";
    let repositories: Vec<TenantId> = conn.rows(sql, params![id], |row| row.get(0))?;
    let here = repositories.iter().filter(|tenant| tenants.contains(tenant)).count();
    Ok(Some(FileServer {
        url: roots.told(&found.url),
        administered: theirs.len() == all.len(),
        tenant_ids: theirs,
        repositories: i64::try_from(here).unwrap_or(i64::MAX),
        ..found
    }))
}

/// Tenants that have repositories on it, or moves to it or from it that have not ended.
pub(super) fn tenants_with_repositories(conn: &mut Conn<'_>, id: FileServerId) -> db::Result<Vec<TenantId>> {
    let sql = "SELECT tenant_id FROM content_repository WHERE file_server_id = $1
               UNION SELECT tenant_id FROM storage_move WHERE file_server_id = $1";
    conn.rows(sql, params![id], |row| row.get(0))
}

/// Whether the folder equals, contains or is inside that of another file server.
pub(super) fn is_taken(
    conn: &mut Conn<'_>,
    requests: &DiskRequests,
    folder: &Path,
    but: Option<FileServerId>,
) -> Result<bool> {
    let sql = "SELECT file_server_id, url FROM content_file_server WHERE type = 'posix'";
    let all: Vec<(FileServerId, String)> = conn.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let others = all.iter().filter(|(id, _)| Some(*id) != but).map(|(_, url)| disk::server_folder(conn, url));
    // All are asked for before the first lacking answer ends this.
    let folder = requests.real(folder.to_owned());
    let others: Vec<_> = others.map(|other| requests.real(other)).collect();
    let (folder, others) = (folder?, others.into_iter().collect::<Result<Vec<_>>>()?);
    Ok(others.iter().any(|other| real_overlap(&folder, other)))
}

/// Whether the keys of another file server's objects begin with those of `address`, or the other way round. Two names of
/// one store are not known to be one.
pub(super) fn is_bucket_taken(conn: &mut Conn<'_>, address: &S3Address, but: Option<FileServerId>) -> db::Result<bool> {
    let sql = "SELECT s.file_server_id, a.prefix
               FROM storage_bucket a
               JOIN content_file_server s ON s.file_server_id = a.file_server_id
               WHERE s.url = $1 AND a.bucket = $2";
    let all: Vec<(FileServerId, String)> =
        conn.rows(sql, params![address.endpoint.as_str(), &address.bucket], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let below = |whole: &str, part: &str| part.is_empty() || format!("{whole}/").starts_with(&format!("{part}/"));
    let meets = |prefix: &str| below(prefix, &address.prefix) || below(&address.prefix, prefix);
    Ok(all.iter().any(|(id, prefix)| Some(*id) != but && meets(prefix)))
}

pub(super) fn insert(tx: &mut Tx<'_>, details: &Details, url: &str, tenants: &[TenantId]) -> db::Result<FileServerId> {
    let url = disk::kept(tx, url);
    let id = tx.get(
        "INSERT INTO content_file_server (label, url, type, external_access_address, external_api_address, queue_id,
           cdn_domain, folded)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         RETURNING file_server_id",
        params![
            details.label.as_str(),
            &url,
            details.kind.word(),
            details.external_access_address.as_deref(),
            details.external_api_address.as_deref(),
            details.queue_id,
            details.cdn_domain.as_deref(),
            &fold(details.label.as_str())
        ],
        |row| row.get(0),
    )?;
    give(tx, id, tenants)?;
    Ok(id)
}

/// `url`: another folder; None leaves it unchanged.
pub(super) fn change(
    tx: &mut Tx<'_>,
    id: FileServerId,
    details: &Details,
    url: Option<&str>,
    active: bool,
) -> db::Result<()> {
    let url = url.map(|url| disk::kept(tx, url));
    tx.run(
        "UPDATE content_file_server
         SET label = $2, url = COALESCE($3, url), external_access_address = $4, external_api_address = $5,
           queue_id = $6, cdn_domain = $7, folded = $8, active = $9, version = version + 1
         WHERE file_server_id = $1",
        params![
            id,
            details.label.as_str(),
            url.as_deref(),
            details.external_access_address.as_deref(),
            details.external_api_address.as_deref(),
            details.queue_id,
            details.cdn_domain.as_deref(),
            &fold(details.label.as_str()),
            active
        ],
    )
    .map(|_| ())
}

/// Sets the tenants that it belongs to.
pub(super) fn give(tx: &mut Tx<'_>, id: FileServerId, tenants: &[TenantId]) -> db::Result<()> {
    tx.run("DELETE FROM content_file_server_tenant WHERE file_server_id = $1", params![id])?;
    for tenant in tenants {
        let sql = "INSERT INTO content_file_server_tenant (file_server_id, tenant_id) VALUES ($1, $2)";
        tx.run(sql, params![id, *tenant])?;
    }
    Ok(())
}

/// A file server on which a tenant may create repositories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Carrier {
    pub place: Place,
    pub active: bool,
}

/// Where the repositories of a file server are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Folder(PathBuf),
    Objects(S3Address),
}

pub(crate) fn carrier(conn: &mut Conn<'_>, id: FileServerId, tenant: TenantId) -> db::Result<Option<Carrier>> {
    let sql = "SELECT s.url, s.active, s.type
               FROM content_file_server s
               JOIN content_file_server_tenant t ON t.file_server_id = s.file_server_id AND t.tenant_id = $2
               WHERE s.file_server_id = $1";
    let found = conn.find(sql, params![id, tenant], |row| {
        Ok((row.get::<String>(0)?, row.get(1)?, FileServerType::stored(&row.get::<String>(2)?)?))
    })?;
    let Some((url, active, kind)) = found else { return Ok(None) };
    let place = match kind {
        FileServerType::Posix => Place::Folder(disk::server_folder(conn, &url)),
        FileServerType::S3 => Place::Objects(S3Access::of(conn)?.address(conn, id)?),
    };
    Ok(Some(Carrier { place, active }))
}
