//! The job that draws.

use db::Tx;
use events::Header;
use jobs::NewJob;
use primitives::{NodeId, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

pub(crate) const DRAW: &str = "media.draw";

/// The payload of the jobs that draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub node_id: NodeId,
    pub hash: String,
    /// Counts the tries that come by themselves after it took too long.
    #[serde(default)]
    pub tries: usize,
    /// When this one was to come; any other try since makes it superfluous.
    #[serde(default)]
    pub due: Option<Seconds>,
}

impl Draw {
    pub fn first(node: NodeId, hash: &str) -> Self {
        Self { node_id: node, hash: hash.to_owned(), tries: 0, due: None }
    }

    /// The job of kind `kind` that draws it, due at `at`.
    pub fn job(&self, kind: &'static str, at: Seconds) -> Result<NewJob, serde_json::Error> {
        Ok(NewJob::due(kind, &serde_json::to_value(self)?, at))
    }
}

/// For the person who brought the file: within a tenant, people take turns.
pub(crate) fn enqueue_of(tx: &mut Tx<'_>, event: &Header, node: NodeId, hash: &str) -> db::Result<()> {
    enqueue_for(tx, (event.tenant, event.author.user), (node, hash), event.at)
}

/// As `enqueue_of`.
pub(crate) fn enqueue_for(
    tx: &mut Tx<'_>,
    (tenant, user): (TenantId, Option<UserId>),
    (node, hash): (NodeId, &str),
    now: Seconds,
) -> db::Result<()> {
    enqueue_with(tx, job_of(tenant, node, hash, now)?.for_user(user), 10)
}

pub(crate) fn enqueue(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    enqueue_with(tx, job_of(tenant, node, hash, now)?, 10)
}

/// After everything that people wait for.
pub(crate) fn enqueue_last(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    node: NodeId,
    hash: &str,
    now: Seconds,
) -> db::Result<()> {
    enqueue_with(tx, job_of(tenant, node, hash, now)?, 20)
}

fn job_of(tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<NewJob> {
    let job = Draw::first(node, hash).job(DRAW, now).map_err(|error| db::Error::Broken(error.to_string()))?;
    Ok(job.of(tenant))
}

fn enqueue_with(tx: &mut Tx<'_>, job: NewJob, priority: i64) -> db::Result<()> {
    jobs::enqueue(tx, &NewJob { priority, ..job }).map(drop)
}
