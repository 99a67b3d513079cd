//! A tenant for tests: its groups and marks, a chief who may do anything, and short names for common acts.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use authz::{Actor, Membership, Origin};
use db::testing::{QueryLog, TestDb};
use db::{Db, Engine, Tx, params};
use events::{Header, Listeners};
use nodes::{NewNode, NodeState};
use primitives::{EntryName, GroupId, NodeId, NodeKind, NodeRole, RepositoryId, SessionId, TenantId, UserId};

use super::acts::{CreateChild, Remove, Restore, Upload};
use super::reference::Sees;
use crate::{
    Access, Error, GrantAccess, MarkId, Match, NewGroup, Principal, PropagationPolicy, Result, SecurityGroupId,
};

pub const NOW: i64 = 1_800_000_000;
pub const TENANT: TenantId = TenantId(5);
pub const OTHER_TENANT: TenantId = TenantId(6);
const CHIEFS: GroupId = GroupId(900);

pub struct World {
    test: TestDb,
    pub tenant: TenantId,
    pub chief: Arc<Actor>,
    pub repository: NodeId,
}

/// A person whose home is `home`, without rights.
pub fn somebody(user: i64, home: TenantId) -> Actor {
    Actor {
        user: UserId(user),
        session: Some(SessionId(1)),
        origin: Origin::Job,
        language: None,
        must_reset_password: false,
        master: false,
        home: Some(home),
        admin_of: vec![],
        groups: vec![],
        instances: vec![],
    }
}

pub fn member(user: i64, home: TenantId, groups: &[GroupId], tenant: TenantId) -> Arc<Actor> {
    let groups = groups.iter().map(|group| Membership { group: *group, tenant, manager: false }).collect();
    Arc::new(Actor { groups, ..somebody(user, home) })
}

pub fn fresh_name() -> EntryName {
    static COUNT: AtomicI64 = AtomicI64::new(0);
    EntryName::parse(&format!("n{}", COUNT.fetch_add(1, Ordering::Relaxed))).unwrap()
}

/// A folder or file by the right of `access`, ACLs and all.
pub fn create(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    parent: NodeId,
    kind: NodeKind,
    state: NodeState,
) -> Result<NodeId> {
    let name = fresh_name();
    let new = NewNode { kind, name: &name, state, size: 0, now: NOW };
    if kind == NodeKind::File {
        let into = access.authorize::<Upload>(tx, parent)?;
        return Ok(nodes::insert(tx, &into, &new)?);
    }
    let into = access.authorize::<CreateChild>(tx, parent)?;
    let folder = nodes::insert(tx, &into, &new)?;
    crate::inherit_acl(tx, into.tenant(), parent, folder)?;
    Ok(folder)
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::of(engine, TENANT).await
    }

    /// Two tenants, groups 1 to 6 in `tenant`, and a repository in it.
    pub async fn of(engine: Engine, tenant: TenantId) -> Self {
        let mut test = TestDb::new(engine, &crate::migrations()).await;
        test.db = Listeners::default().of(test.db.clone());
        let found = move |tx: &mut Tx<'_>| -> Result<NodeId> {
            for id in [tenant, OTHER_TENANT] {
                insert_tenant(tx, id)?;
            }
            for group in (1..=6).map(GroupId).chain([CHIEFS]) {
                tx.run(
                    "INSERT INTO tenancy_usergroup (user_group_id, tenant_id, company_id, group_title, group_key)
                     VALUES ($1, $2, $2, 'Group', $3)",
                    params![group, tenant, &format!("group{group}")],
                )?;
            }
            repository(tx, tenant, 1)
        };
        let repository = test.db.write(found).await.unwrap();
        let member = Membership { group: CHIEFS, tenant, manager: false };
        let chief = Arc::new(Actor { admin_of: vec![tenant], groups: vec![member], ..somebody(1, tenant) });
        Self { test, tenant, chief, repository }
    }

    pub fn db(&self) -> &Db {
        &self.test.db
    }

    /// Runs an act of the chief in one transaction.
    pub async fn act<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        crate::write(self.db(), &self.chief, change).await
    }

    /// A security group with marks, for all of which the chief is cleared. Each `parents` entry is one mark: the index
    /// of its parent in the list.
    pub async fn marks(
        &self,
        kind: Match,
        propagation: PropagationPolicy,
        single: bool,
        parents: &[Option<usize>],
    ) -> Vec<MarkId> {
        let (tenant, parents) = (self.tenant, parents.to_vec());
        let make = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let header = Header::by(access.actor(), tenant, NOW);
            let (group, category) = security_group(tx, tenant, kind, propagation, single)?;
            let mut marks: Vec<MarkId> = Vec::new();
            for parent in parents {
                let key = fresh_name();
                let parent = parent.map(|at| marks[at]);
                let mark = crate::create_mark(tx, tenant, group, category, key.as_str(), parent)?;
                crate::give_clearance(tx, header, CHIEFS, mark)?;
                marks.push(mark);
            }
            Ok(marks)
        };
        self.act(make).await.unwrap()
    }

    pub async fn folder(&self, parent: NodeId) -> NodeId {
        self.act(move |tx, access| create(tx, access, parent, NodeKind::Folder, NodeState::Ready)).await.unwrap()
    }

    pub async fn file(&self, parent: NodeId) -> NodeId {
        self.act(move |tx, access| create(tx, access, parent, NodeKind::File, NodeState::Ready)).await.unwrap()
    }

    pub async fn grant(&self, node: NodeId, principal: Principal, role: NodeRole, recursive: bool) {
        let give = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, node)?;
            crate::grant(tx, &permit, access.actor(), crate::NewGrant { principal, role, recursive }, NOW)
        };
        self.act(give).await.unwrap();
    }

    pub async fn revoke(&self, node: NodeId, principal: Principal, recursive: bool) {
        let take = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, node)?;
            crate::revoke(tx, &permit, access.actor(), principal, recursive, NOW)
        };
        self.act(take).await.unwrap();
    }

    pub async fn classify(&self, node: NodeId, marks: &[MarkId]) -> Result<()> {
        let marks = marks.iter().copied().collect();
        let set = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, node)?;
            crate::classify(tx, &permit, access.actor(), &marks, NOW)
        };
        self.act(set).await
    }

    pub async fn clear(&self, group: GroupId, marks: &[MarkId]) {
        let (tenant, marks) = (self.tenant, marks.to_vec());
        let give = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let header = Header::by(access.actor(), tenant, NOW);
            marks.iter().try_for_each(|mark| crate::give_clearance(tx, header, group, *mark))
        };
        self.act(give).await.unwrap();
    }

    pub async fn unclear(&self, group: GroupId, mark: MarkId) {
        let tenant = self.tenant;
        let take = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            crate::take_clearance(tx, Header::by(access.actor(), tenant, NOW), group, mark)
        };
        self.act(take).await.unwrap();
    }

    pub async fn set_state(&self, node: NodeId, state: NodeState) {
        let sql = "UPDATE nodes_node SET state = $2 WHERE node_id = $1";
        self.act(move |tx, _| Ok(tx.run(sql, params![node, state.code()])?)).await.unwrap();
    }

    pub async fn bin(&self, node: NodeId) {
        let remove = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<Remove>(tx, node)?;
            nodes::bin(tx, &permit, NOW)?;
            crate::binned(tx, &permit)
        };
        self.act(remove).await.unwrap();
    }

    pub async fn restore(&self, node: NodeId) {
        let back = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let (permit, _) = access.authorize_binned::<Restore>(tx, node)?;
            nodes::restore(tx, &permit, &fresh_name())?;
            crate::restored(tx, &permit)
        };
        self.act(back).await.unwrap();
    }

    /// The same database, opened as by another process.
    pub fn elsewhere(&self) -> Db {
        Listeners::default().of(Db::open(&self.test.url).unwrap())
    }

    pub fn query_log(&self) -> QueryLog {
        self.test.query_log()
    }

    pub async fn sees(&self, actor: &Arc<Actor>, node: NodeId) -> Sees {
        let ask = move |c: &mut db::Conn<'_>, access: &mut Access<'_>| look(c, access, node);
        crate::read::<_, Error, _>(self.db(), actor, ask).await.unwrap()
    }

    /// The actor's view of each of `nodes`, in order.
    pub async fn sees_each(&self, actor: &Arc<Actor>, nodes: &[NodeId]) -> Vec<Sees> {
        let mut seen = Vec::new();
        for node in nodes {
            seen.push(self.sees(actor, *node).await);
        }
        seen
    }

    pub async fn pending(&self) -> Vec<i64> {
        let ask = |c: &mut db::Conn<'_>| {
            c.rows("SELECT propagation_id FROM security_propagation ORDER BY propagation_id", &[], |row| row.get(0))
        };
        self.db().read::<_, db::Error, _>(ask).await.unwrap()
    }

    pub async fn propagate_all(&self) {
        for propagation in self.pending().await {
            crate::propagate(self.db(), propagation).await.unwrap();
        }
    }
}

/// The result of access, in the words of the reference.
pub fn look(conn: &mut db::Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<Sees> {
    match access.find_visible(conn, node) {
        Ok(seen) => Ok(seen.facts.role.map_or(Sees::Passing, Sees::Role)),
        Err(Error::Denied(_)) => Ok(Sees::Nothing),
        Err(error) => Err(error),
    }
}

pub fn repository(tx: &mut Tx<'_>, tenant: TenantId, id: i64) -> Result<NodeId> {
    let node = nodes::insert_repository(tx, tenant, RepositoryId(id), &fresh_name(), NOW)?;
    crate::create_repository_acl(tx, tenant, node)?;
    Ok(node)
}

pub fn security_group(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    kind: Match,
    propagation: PropagationPolicy,
    single: bool,
) -> Result<(SecurityGroupId, i64)> {
    let key = fresh_name();
    let new = NewGroup { key: key.as_str(), kind, propagation, single_per_node: single, single_per_group: false };
    Ok((crate::create_group(tx, tenant, &new)?, crate::create_category(tx, tenant, key.as_str())?))
}

fn insert_tenant(tx: &mut Tx<'_>, id: TenantId) -> Result<()> {
    let key = format!("tenant{id}");
    tx.run(
        "INSERT INTO tenancy_tenant (tenant_id, tenant_title, tenant_key, created_at) VALUES ($1, 'Tenant', $2, 0)",
        params![id, &key],
    )?;
    tx.run(
        "INSERT INTO tenancy_company (company_id, tenant_id, company_name, company_key) VALUES ($1, $1, 'Company', $2)",
        params![id, &key],
    )?;
    Ok(())
}
