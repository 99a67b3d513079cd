//! The cost of one change of rights for a tenant of many ACLs and many people, each with a grant of their own: the
//! server's CPU time for the change itself, and until everybody has asked once after it, beyond what asking costs.

use std::sync::Arc;
use std::time::Duration;

use accounts::NewUser;
use authz::Actor;
use db::{Db, Engine, Tx};
use primitives::{NodeId, NodeRole, UserId};
use rustix::time::{ClockId, clock_gettime};
use security::{GrantAccess, NewGrant, Principal};

use crate::builder::Builder;
use crate::tenant::{NOW, new_user};
use crate::{Founded, number, sees, tell};

/// Where the people's own grants are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// Each on a folder of their own.
    OnLeaves,
    /// All on the folder above, from which they are inherited.
    Above,
}

/// This many changes are measured, each beside a round in which nothing changes.
const CHANGES: usize = 15;

pub async fn measure(engine: Engine) {
    for (given, name, goal) in [(Given::OnLeaves, "leaves", 150.0), (Given::Above, "inherited", 150.0)] {
        let (acls, sets) = (number("HEART_ACLS").unwrap_or(5_000), number("HEART_SETS").unwrap_or(300));
        let tenant = Tenant::grow(engine, given, acls, sets).await;
        tenant.everybody_asks().await;
        tenant.everybody_asks().await;
        let mut costs = Vec::with_capacity(CHANGES);
        for change in 0..CHANGES {
            let unchanged = tenant.cpu(async || tenant.everybody_asks().await).await;
            let cost = async || {
                tenant.change(change).await;
                tenant.everybody_asks().await;
            };
            costs.push((tenant.cpu(cost).await.as_secs_f64() - unchanged.as_secs_f64()) * 1000.0);
        }
        costs.sort_by(f64::total_cmp);
        let name = format!("one change of rights at {acls} acls × {sets} sets, {name}: server CPU");
        tell(engine, &name, costs[CHANGES / 2], "ms", goal);
    }
}

/// A flat tenant: a folder with an ACL, in it a folder with an ACL each.
struct Tenant {
    founded: Founded,
    people: Vec<Arc<Actor>>,
    above: NodeId,
    folders: Vec<NodeId>,
}

impl Tenant {
    async fn grow(engine: Engine, given: Given, acls: usize, sets: usize) -> Self {
        let founded = Founded::new(engine).await;
        let (db, tenant) = (founded.db.clone(), &founded.tenant);
        let company = tenant.company;
        let new: NewUser = new_user("some");
        let hired = db.write(move |tx| {
            let mut hired = Vec::new();
            for number in 0..sets {
                let email = accounts::Email::parse(&format!("some{number}@lume.example")).unwrap();
                hired.push(accounts::create_user(tx, company, &NewUser { email, ..new.clone() }, NOW)?);
            }
            Ok::<_, accounts::Error>(hired)
        });
        let hired = hired.await.unwrap();
        let (mut builder, top) = Builder::at(&db, tenant.id, founded.top, founded.mark).await;
        let above = builder.folder(&top, "above".into(), Some(tenant.groups[1])).node;
        builder.write(&db).await;
        if given == Given::Above {
            for user in &hired {
                grant(&db, &founded.ada, above, *user, NodeRole::Reader).await;
            }
        }
        let (mut builder, folder) = Builder::at(&db, tenant.id, above, founded.mark).await;
        let name = |number| format!("leaf {number:06}");
        let folders: Vec<_> =
            (0..acls).map(|at| builder.folder(&folder, name(at), Some(tenant.groups[2])).node).collect();
        builder.write(&db).await;
        if given == Given::OnLeaves {
            for (user, folder) in hired.iter().zip(folders.iter().cycle()) {
                grant(&db, &founded.ada, *folder, *user, NodeRole::Reader).await;
            }
        }
        let mut people = Vec::new();
        for user in hired {
            people.push(founded.actor(user).await);
        }
        Self { founded, people, above, folders }
    }

    async fn everybody_asks(&self) {
        for who in &self.people {
            assert!(sees(&self.founded.db, who, self.above).await, "it is on everybody's way");
        }
    }

    /// Gives a person another role on one folder of many.
    async fn change(&self, number: usize) {
        let folder = self.folders[self.folders.len() - 1 - number];
        let user = self.people[number].user;
        grant(&self.founded.db, &self.founded.ada, folder, user, NodeRole::Writer).await;
    }

    async fn cpu(&self, work: impl AsyncFnOnce()) -> Duration {
        let before = spent();
        work().await;
        // The background work after a change is part of its cost.
        self.founded.db.write(|_| Ok::<_, db::Error>(())).await.unwrap();
        spent() - before
    }
}

async fn grant(db: &Db, by: &Arc<Actor>, node: NodeId, user: UserId, role: NodeRole) {
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, node)?;
        let new = NewGrant { principal: Principal::User(user), role, recursive: true };
        security::grant(tx, &permit, access.actor(), new, NOW)
    };
    security::write(db, by, change).await.unwrap();
}

/// CPU time of this process so far; PostgreSQL's processes are not counted. The ticks of `/proc` would be as long as a
/// change.
fn spent() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap()
}

impl Founded {
    async fn actor(&self, user: UserId) -> Arc<Actor> {
        Arc::new(self.db.read(move |c| accounts::find_actor(c, user)).await.unwrap().unwrap())
    }
}
