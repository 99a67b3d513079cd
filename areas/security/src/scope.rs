//! The principal scope: how a question finds the roles of a principal set, stored or noted beside the database.

use authz::Actor;
use db::{Conn, Engine, Tx, params};
use primitives::{NodeId, NodeRole, TenantId};

use crate::epoch;
use crate::patch::{Effort, Patch};
use crate::principal_set::{PrincipalSet, PrincipalSetId};
use crate::{AclId, Error, Result};

/// A principal set that was up to date in its snapshot. If the stored roles are outdated, the differences are noted
/// beside the database, on the connection that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrincipalScope {
    pub tenant: TenantId,
    /// The parameter of statements that `role` and `passes` refer to.
    pub set: PrincipalSetId,
    pub(crate) epoch: i64,
    noted: bool,
}

/// Two equal ones give equal answers to what somebody may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RightsVersion {
    set: PrincipalSetId,
    epoch: i64,
}

/// An outdated set that should be written later.
#[derive(Clone, Debug)]
pub(crate) struct Behind {
    pub tenant: TenantId,
    pub key: String,
}

/// The topics of notes about a set.
const ROLES: i64 = 1;
const TRAVERSABLE: i64 = 2;

impl PrincipalScope {
    /// A set with its stored roles only.
    pub(crate) fn of(tenant: TenantId, set: PrincipalSetId, epoch: i64) -> Self {
        Self { tenant, set, epoch, noted: false }
    }

    /// The actor's set in `tenant`, as stored. `Stale` if the current roles differ; also returns a set that is long
    /// outdated.
    pub(crate) fn stored(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<(Self, Option<Behind>)> {
        let (stored_set, now) = PrincipalSet::find(conn, actor, tenant)?;
        let scope = Self::of(tenant, stored_set.id, now);
        if stored_set.epoch == now {
            return Ok((scope, None));
        }
        match Patch::to(conn, tenant, &stored_set, now, Effort::Little)? {
            Some(patch) if patch.is_empty() => Ok((scope, behind(tenant, &stored_set, &patch, now))),
            _ => Err(Error::Stale(tenant)),
        }
    }

    /// As `stored`; differences are noted on a connection with open notes.
    pub(crate) fn noted(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<(Self, Option<Behind>)> {
        let (stored_set, now) = PrincipalSet::find(conn, actor, tenant)?;
        let scope = Self::of(tenant, stored_set.id, now);
        if stored_set.epoch == now {
            return Ok((scope, None));
        }
        let patch = Patch::to(conn, tenant, &stored_set, now, Effort::AsNeeded)?.unwrap_or_default();
        let roles = patch.roles.iter().map(|(acl, role)| (acl.0, role.map_or(0, NodeRole::code)));
        conn.note(ROLES, stored_set.id.0, &roles.collect::<Vec<_>>())?;
        let traversable = patch.traversable.iter().map(|(node, passes)| (node.0, i64::from(*passes)));
        conn.note(TRAVERSABLE, stored_set.id.0, &traversable.collect::<Vec<_>>())?;
        Ok((Self { noted: !patch.is_empty(), ..scope }, behind(tenant, &stored_set, &patch, now)))
    }

    /// For a transaction that writes. SQLite has one writer, so a small difference is written at once.
    pub(crate) fn for_writing(tx: &mut Tx<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        let (stored_set, now) = PrincipalSet::find(tx, actor, tenant)?;
        let scope = Self::of(tenant, stored_set.id, now);
        if stored_set.epoch == now {
            return Ok(scope);
        }
        let Some(patch) = Patch::to(tx, tenant, &stored_set, now, Effort::Little)? else {
            return Err(Error::Stale(tenant));
        };
        if patch.is_empty() {
            return Ok(scope);
        }
        if tx.engine() == Engine::Postgres {
            return Err(Error::Stale(tenant));
        }
        Self::write(tx, tenant, &stored_set, &patch, now)
    }

    /// As `for_writing`, whatever the effort, while the tenant's tree and its sets are locked: rights cannot change, and
    /// nobody else updates the set.
    pub(crate) fn held(tx: &mut Tx<'_>, actor: &Actor, tenant: TenantId) -> Result<Self> {
        nodes::hold_tree(tx, tenant)?;
        epoch::hold_sets(tx, tenant)?;
        let (stored_set, now) = PrincipalSet::find(tx, actor, tenant)?;
        let patch = Patch::to(tx, tenant, &stored_set, now, Effort::AsNeeded)?.unwrap_or_default();
        Self::write(tx, tenant, &stored_set, &patch, now)
    }

    fn write(tx: &mut Tx<'_>, tenant: TenantId, stored_set: &PrincipalSet, patch: &Patch, now: i64) -> Result<Self> {
        let Some(stored_set) = stored_set.take_turn(tx, tenant, now)? else { return Err(Error::Stale(tenant)) };
        patch.store(tx, stored_set.id)?;
        Ok(Self::of(tenant, stored_set.id, now))
    }

    /// None if the roles are not those that are stored.
    pub fn version(self) -> Option<RightsVersion> {
        let is_stored = !self.noted && self.set.0 > 0;
        is_stored.then_some(RightsVersion { set: self.set, epoch: self.epoch })
    }

    /// SQL for the set's role under the ACL `acl`, NULL if there is none; `set` is the parameter with `self.set`.
    pub fn role(self, set: &str, acl: &str) -> String {
        let stored = format!(
            "(SELECT v.role FROM security_effective_role v WHERE v.principal_set_id = {set} AND v.acl_id = {acl})"
        );
        if !self.noted {
            return stored;
        }
        let noted = noted(ROLES, set, acl);
        format!("NULLIF(COALESCE({noted}, {stored}), 0)")
    }

    /// SQL for whether the set may traverse the closed folder `node`.
    pub fn passes(self, set: &str, node: &str) -> String {
        let stored = format!("FROM security_traversable p WHERE p.principal_set_id = {set} AND p.node_id = {node}");
        if !self.noted {
            return format!("EXISTS (SELECT 1 {stored})");
        }
        format!("COALESCE({}, (SELECT 1 {stored}), 0) = 1", noted(TRAVERSABLE, set, node))
    }

    /// SQL for all folders, perhaps with some more, that the set may traverse.
    pub fn traversable(self, set: &str) -> String {
        let stored = format!("SELECT p.node_id FROM security_traversable p WHERE p.principal_set_id = {set}");
        if !self.noted {
            return stored;
        }
        format!("{stored} UNION SELECT o.item FROM db_note o WHERE o.topic = {TRAVERSABLE} AND o.list = {set}")
    }

    /// SQL for all ACLs, perhaps with some more, under which the set has a role.
    pub(crate) fn open_acls(self, set: &str) -> String {
        let stored = format!("SELECT v.acl_id FROM security_effective_role v WHERE v.principal_set_id = {set}");
        if !self.noted {
            return stored;
        }
        format!(
            "{stored} UNION SELECT o.item FROM db_note o WHERE o.topic = {ROLES} AND o.list = {set} AND o.value > 0"
        )
    }

    /// Whether the set has a role under at most this many ACLs.
    pub fn opens_at_most(self, conn: &mut Conn<'_>, most: i64) -> db::Result<bool> {
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM ({}) open LIMIT $2) counted", self.open_acls("$1"));
        conn.get(&sql, params![self.set, most + 1], |row| Ok(row.get::<i64>(0)? <= most))
    }

    /// SQL for all nodes with an ACL of their own under which the set has a role, perhaps with some more. The node of
    /// each open ACL is looked up; otherwise the database might read all ACLs.
    pub fn open_nodes(self, engine: Engine, set: &str) -> String {
        let open = self.open_acls(set);
        match engine {
            // The outer table of a crossed join is read first.
            Engine::Sqlite => {
                format!("SELECT a.node_id FROM ({open}) v CROSS JOIN security_acl a WHERE a.acl_id = v.acl_id")
            }
            Engine::Postgres => format!(
                "SELECT a.node_id FROM ({open}) v
                 CROSS JOIN LATERAL (SELECT u.node_id FROM security_acl u WHERE u.acl_id = v.acl_id OFFSET 0) a"
            ),
        }
    }

    pub fn role_at(self, conn: &mut Conn<'_>, acl: AclId) -> db::Result<Option<NodeRole>> {
        let sql = format!("SELECT {}", self.role("$1", "$2"));
        let role = conn.find(&sql, params![self.set, acl], |row| row.get::<Option<i64>>(0))?;
        Ok(role.flatten().and_then(NodeRole::from_code))
    }

    /// Whether the set has at least this role under any ACL.
    pub fn has_somewhere(self, conn: &mut Conn<'_>, least: NodeRole) -> db::Result<bool> {
        let sql = format!(
            "SELECT 1 FROM ({}) open WHERE {} >= $2 LIMIT 1",
            self.open_acls("$1"),
            self.role("$1", "open.acl_id")
        );
        conn.exists(&sql, params![self.set, least.code()])
    }

    pub fn may_traverse(self, conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
        let sql = format!("SELECT 1 WHERE {}", self.passes("$1", "$2"));
        conn.exists(&sql, params![self.set, node])
    }
}

fn noted(topic: i64, set: &str, item: &str) -> String {
    format!("(SELECT o.value FROM db_note o WHERE o.topic = {topic} AND o.list = {set} AND o.item = {item})")
}

fn behind(tenant: TenantId, stored_set: &PrincipalSet, patch: &Patch, now: i64) -> Option<Behind> {
    patch
        .is_to_be_written(stored_set.epoch, now)
        .then(|| Behind { tenant, key: format!("{tenant} {}", stored_set.key.encode()) })
}
