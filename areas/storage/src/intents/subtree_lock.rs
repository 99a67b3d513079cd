//! Looking at the disk while nothing moves.

use std::future::Future;
use std::sync::{Arc, LazyLock};

use db::Db;
use nodes::Node;
use primitives::{Clock, NodeId, RepositoryId, TenantId};

use super::retries::with_retries;
use super::{Kind, Plan, declare};
use crate::{Error, Owner, Result, intents};

/// This process, for work that belongs to no server.
static OURSELVES: LazyLock<Owner> = LazyLock::new(Owner::this_process);

/// What must not move meanwhile.
#[derive(Clone, Debug)]
pub struct SubtreeLock {
    /// The node, with everything above and below it.
    pub node: NodeId,
    pub tenant: TenantId,
    pub repository: RepositoryId,
    /// A name that nobody may take in it.
    pub name: Option<String>,
}

impl SubtreeLock {
    pub fn of(node: &Node) -> Self {
        Self { node: node.id, tenant: node.tenant, repository: node.repository, name: None }
    }
}

/// Runs `work` while nothing at, above or below a node moves.
pub async fn while_locked<T, F: Future<Output = Result<T>>>(
    db: &Db,
    lock: SubtreeLock,
    work: impl FnOnce() -> F,
) -> Result<T> {
    let (now, lock) = (Clock::system().now(), Arc::new(lock));
    let declared = with_retries(|| {
        let lock = lock.clone();
        let noted = db.write(move |tx| {
            let plan = Plan {
                kind: Kind::Look,
                node: lock.node,
                tenant: lock.tenant,
                repository: lock.repository,
                source: "",
                target: lock.name.as_deref().map(|name| (lock.node, name)),
                disk_name: "",
            };
            declare(tx, &plan, &OURSELVES, now)
        });
        db::without_precondition(noted)
    });
    let intent = declared.await?;
    let done = work().await;
    let forgotten = db.write(move |tx| intents::forget(tx, intent, OURSELVES.as_str()));
    db::without_precondition(forgotten).await.map_err(Error::from)?;
    done
}
