//! Looks through the entries of a tenant, one type after the other, in the order of an index and some at a time.

use db::{Conn, Db, Engine, Row, params};
use nodes::READY;
use primitives::{NodeId, NodeKind, RepositoryId, Seconds, TenantId, UserId};
use security::AclId;

use super::folders::Folders;
use super::found::{Found, Share};
use super::moved;
use crate::days::{Day, Period};
use crate::repositories;

/// So many are read at once.
const STEP: i64 = 1_000;

/// An entry, as far as a survey looks at it.
struct Entry {
    node: NodeId,
    kind: NodeKind,
    folder: Option<NodeId>,
    repository: RepositoryId,
    bytes: i64,
    person: Option<UserId>,
    /// When it came or got another content, whatever is later.
    changed_at: Seconds,
    acl: Option<AclId>,
    is_used: bool,
    /// It was used while it had another access.
    has_moved: bool,
    /// It is counted in the repository that it was in before.
    is_counted_elsewhere: bool,
}

pub(super) async fn look_through(db: &Db, tenant: TenantId, today: Day) -> db::Result<Found> {
    let year_ago = Period::YEAR.after(today).begins_at();
    let folders = Folders::of(db, tenant).await?;
    let mut survey = Survey { tenant, today, year_ago, folders, found: Found::default() };
    let mut entry_type = String::new();
    loop {
        let after = entry_type;
        let next = db.read(move |c| next_type(c, tenant, &after)).await?;
        let Some(next) = next else { return Ok(survey.found) };
        survey.look_at_type(db, &next).await?;
        entry_type = next;
    }
}

/// How far a tenant is looked through.
struct Survey {
    tenant: TenantId,
    today: Day,
    year_ago: Seconds,
    folders: Folders,
    found: Found,
}

impl Survey {
    /// All entries of a type.
    async fn look_at_type(&mut self, db: &Db, entry_type: &str) -> db::Result<()> {
        let (tenant, today, mut node) = (self.tenant, self.today, NodeId(0));
        loop {
            let (entry_type, after) = (entry_type.to_owned(), node);
            let entries = db.read_long(move |c| step(c, tenant, (&entry_type, after))).await?;
            let Some(last) = entries.last() else { return Ok(()) };
            node = last.node;
            for entry in &entries {
                if entry.is_counted_elsewhere {
                    let node = entry.node;
                    db.write(move |tx| repositories::take_along(tx, &[node], today)).await?;
                }
                let Some(acl) = entry.acl else { continue };
                if entry.has_moved {
                    let (node, repository) = (entry.node, entry.repository);
                    db.write(move |tx| moved::take_along(tx, (node, tenant, repository), acl, today)).await?;
                }
                self.add(entry, acl);
            }
        }
    }

    fn add(&mut self, entry: &Entry, acl: AclId) {
        let Some(folder) = entry.folder.filter(|_| entry.kind == NodeKind::File) else { return };
        // What lies in a folder of the bin is nobody's to see.
        let Some(folder) = self.folders.top_of(folder) else { return };
        let share = Share { repository: entry.repository, folder, acl, person: entry.person };
        self.found.add(share, entry.bytes);
        if !entry.is_used && entry.changed_at < self.year_ago {
            self.found.add_unused(entry.repository, entry.node, entry.bytes);
        }
    }
}

/// SQLite might choose an index that holds more.
fn indexed(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "nodes_node n INDEXED BY nodes_node_by_type",
        Engine::Postgres => "nodes_node n",
    }
}

fn next_type(conn: &mut Conn<'_>, tenant: TenantId, after: &str) -> db::Result<Option<String>> {
    let sql = format!(
        "SELECT n.entry_type FROM {}
         WHERE n.tenant_id = $1 AND n.state = {READY} AND n.entry_type > $2
         ORDER BY n.entry_type
         LIMIT 1",
        indexed(conn.engine())
    );
    conn.find(&sql, params![tenant, after], |row| row.get(0))
}

fn step(conn: &mut Conn<'_>, tenant: TenantId, (entry_type, after): (&str, NodeId)) -> db::Result<Vec<Entry>> {
    let acl = security::acl_sql(conn, tenant)?;
    let sql = format!(
        "SELECT n.node_id, n.kind, n.parent_id, n.repository_id, n.size_bytes, n.created_by, n.created_at,
           n.modified_at, {acl},
           EXISTS (SELECT 1 FROM insights_sum s WHERE s.node_id = n.node_id AND s.days = $4),
           EXISTS (SELECT 1 FROM insights_day d WHERE d.node_id = n.node_id AND d.acl_id <> ({acl})),
           EXISTS (SELECT 1 FROM insights_sum s
                   WHERE s.node_id = n.node_id AND s.days = $4 AND s.repository_id <> n.repository_id)
         FROM {} {}
         WHERE n.tenant_id = $1 AND n.state = {READY} AND n.entry_type = $2 AND n.node_id > $3
         ORDER BY n.node_id
         LIMIT $5",
        indexed(conn.engine()),
        security::JOINED
    );
    conn.rows(&sql, params![tenant, entry_type, after, Period::YEAR.days(), STEP], read)
}

fn read(row: &Row<'_>) -> db::Result<Entry> {
    let (created_at, modified_at): (Seconds, Seconds) = (row.get(6)?, row.get(7)?);
    Ok(Entry {
        node: row.get(0)?,
        kind: row.get(1)?,
        folder: row.get(2)?,
        repository: row.get(3)?,
        bytes: row.get(4)?,
        person: row.get(5)?,
        changed_at: created_at.max(modified_at),
        acl: row.get(8)?,
        is_used: row.get(9)?,
        has_moved: row.get(10)?,
        is_counted_elsewhere: row.get(11)?,
    })
}
