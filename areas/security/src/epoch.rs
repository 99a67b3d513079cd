//! The epoch: a number per tenant that grows with every change that could alter what somebody may see, and the log of
//! what each change touched.

use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{GroupId, NodeId, TenantId};

use crate::AclId;
use crate::principal::Principal;
use crate::principal_key::PrincipalKey;

/// The part of the rights that a change may have altered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched {
    /// Everything, for the members of one group or for everybody.
    All(Option<GroupId>),
    /// The roles of everybody under this ACL.
    Acl(AclId),
    /// The roles under it and the ACLs below it, of one principal or of everybody.
    Below(AclId, Option<Principal>),
    /// Whether this node leads to something open: it was added, removed or moved.
    Node(NodeId),
}

/// The changes since an epoch, as far as they affect a set.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub all: bool,
    pub acls: Vec<AclId>,
    /// These, with the ACLs below them.
    pub below: Vec<AclId>,
    pub nodes: Vec<NodeId>,
}

impl Changes {
    pub fn is_none(&self) -> bool {
        !self.all && self.acls.is_empty() && self.below.is_empty() && self.nodes.is_empty()
    }
}

/// Changes are kept for this many epochs; a set that is further behind is computed from the beginning.
pub(crate) const REMEMBERED: i64 = 1024;

pub(crate) fn current(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<i64> {
    let sql = "SELECT epoch FROM security_epoch WHERE tenant_id = $1";
    Ok(conn.find(sql, params![tenant], |row| row.get(0))?.unwrap_or(0))
}

/// The lock of writers of a tenant's sets (PostgreSQL). It is taken after the tree's lock or without it, and its holder
/// waits for nothing else.
pub(crate) fn hold_sets(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.lock(nodes::tree_lock(tenant).wrapping_add(1))
}

/// Records a change, so that the next request looks at what was touched. The caller takes the tree's lock first, so
/// that two changes never wait for each other.
pub(crate) fn advance(tx: &mut Tx<'_>, tenant: TenantId, touched: &[Touched]) -> db::Result<()> {
    nodes::hold_tree(tx, tenant)?;
    let epoch: i64 = tx.get(
        "INSERT INTO security_epoch (tenant_id, epoch) VALUES ($1, 1)
         ON CONFLICT (tenant_id) DO UPDATE SET epoch = security_epoch.epoch + 1
         RETURNING epoch",
        params![tenant],
        |row| row.get(0),
    )?;
    for touched in touched {
        let (acl, node, principal, below) = match *touched {
            Touched::All(group) => (None, None, group.map(Principal::Group), true),
            Touched::Acl(acl) => (Some(acl), None, None, false),
            Touched::Below(acl, principal) => (Some(acl), None, principal, true),
            Touched::Node(node) => (None, Some(node), None, false),
        };
        let (group, user) = match principal {
            Some(Principal::Group(group)) => (Some(group), None),
            Some(Principal::User(user)) => (None, Some(user)),
            None => (None, None),
        };
        tx.run(
            "INSERT INTO security_change (tenant_id, epoch, acl_id, node_id, user_group_id, users_id, below)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            params![tenant, epoch, acl, node, group, user, below],
        )?;
    }
    tx.run("DELETE FROM security_change WHERE tenant_id = $1 AND epoch <= $2", params![tenant, epoch - REMEMBERED])?;
    Ok(())
}

/// The changes after `epoch`. None if they are more than `most` rows.
pub(crate) fn since(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    key: &PrincipalKey,
    epoch: i64,
    most: i64,
) -> db::Result<Option<Changes>> {
    let (list, groups) = in_list(6, &key.groups.iter().copied().collect::<Vec<_>>());
    // Grants do not affect admins, who have the strongest role anyway.
    let sql = format!(
        "SELECT acl_id, node_id, below FROM security_change
         WHERE tenant_id = $1 AND epoch > $2
           AND (user_group_id IS NULL AND users_id IS NULL
             OR (acl_id IS NULL OR NOT $3) AND (users_id = $4 OR user_group_id IN ({list})))
         LIMIT $5"
    );
    let mut values = params![tenant, epoch, key.admin, key.user, most.saturating_add(1)].to_vec();
    values.extend(groups);
    let rows = conn.rows(&sql, &values, |row| {
        Ok((row.get::<Option<AclId>>(0)?, row.get::<Option<NodeId>>(1)?, row.get::<bool>(2)?))
    })?;
    if i64::try_from(rows.len()).unwrap_or(i64::MAX) > most {
        return Ok(None);
    }
    let mut changes = Changes::default();
    for row in rows {
        match row {
            (Some(acl), _, true) => changes.below.push(acl),
            (Some(acl), _, false) => changes.acls.push(acl),
            (None, Some(node), _) => changes.nodes.push(node),
            (None, None, _) => changes.all = true,
        }
    }
    Ok(Some(changes))
}
