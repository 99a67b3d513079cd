//! Deletes what has expired: entries of the bin, and uploads that were never finished. A store that does not answer, or
//! fails, is left out until the next time, and the others are swept.

use std::time::Duration;

use audit::Author;
use authz::Origin;
use db::{Conn, params};
use nodes::{BINNED, STAGING};
use primitives::{NodeId, RepositoryId, Seconds, TenantId};
use storage::blocking::{in_time, run_detached};
use storage::{Answering, disk, intents};

use crate::purges::{self, Carrier, PurgeId};
use crate::{Content, Error, Result, archives, copies, selections, uploads, versions};

/// Entries of the bin marked in one transaction.
const PAGE: i64 = 200;
/// A request finishes in much less time than this; older unfinished work was interrupted.
const CUT_OFF: Seconds = 600;
/// So long one purge is waited for. It goes on.
const LONGEST: Duration = Duration::from_secs(600);

/// Deletes for good what is older than the configuration allows. Run it from time to time.
pub async fn sweep(content: &Content) -> Result<()> {
    let now = content.clock.now();
    let mut sweep = Sweep { content, now, answering: Answering::default(), left_out: Vec::new() };
    let begun_before = now - content.config.staging_keeps;
    sweep.bins(now - content.config.bin_keeps).await?;
    sweep.interrupted_purges().await?;
    versions::delete_expired(content, now).await?;
    sweep.uploads(begun_before).await?;
    uploads::sweep_partial(content, begun_before).await?;
    content.db.write(move |tx| uploads::groups::end_silent(tx, begun_before, now)).await?;
    let forgotten = content.db.write(move |tx| {
        uploads::forget_before(tx, begun_before)?;
        selections::forget_before(tx, begun_before.min(now - selections::KEPT))?;
        archives::forget_before(tx, now)
    });
    forgotten.await?;
    Ok(copies::forget_before(&content.db, begun_before.min(now - selections::KEPT)).await?)
}

struct Sweep<'c> {
    content: &'c Content,
    now: Seconds,
    answering: Answering,
    /// Their stores do not answer, or have failed.
    left_out: Vec<RepositoryId>,
}

impl Sweep<'_> {
    async fn bins(&mut self, before: Seconds) -> Result<()> {
        let mut moving = Vec::new();
        while let Some((tenant, repository)) = self.with_expired(before).await? {
            if !self.may_use(repository).await? {
                continue;
            }
            match self.mark_some(tenant, repository, before).await? {
                Some(purge) => {
                    let done = self.carry_out(purge).await;
                    self.note(repository, done)?;
                }
                None => {
                    moving.push(repository);
                    self.left_out.push(repository);
                }
            }
        }
        self.left_out.retain(|repository| !moving.contains(repository));
        Ok(())
    }

    async fn interrupted_purges(&mut self) -> Result<()> {
        let before = self.now - CUT_OFF;
        let left = self.content.db.read(move |c| {
            let all = purges::left_behind(c, before)?;
            all.into_iter().map(|purge| Ok((purge, purges::repositories_of(c, purge)?))).collect::<db::Result<Vec<_>>>()
        });
        for (purge, repositories) in left.await? {
            let mut may_go_on = true;
            for repository in &repositories {
                may_go_on &= self.may_use(*repository).await?;
            }
            if may_go_on {
                match self.carry_out(purge).await {
                    Err(Error::Storage(storage::Error::Db(error))) => return Err(error.into()),
                    Err(error) => tracing::warn!("The purge {purge} goes on later: {error}"),
                    Ok(()) => {}
                }
            }
        }
        Ok(())
    }

    async fn uploads(&mut self, begun_before: Seconds) -> Result<()> {
        let left_out = self.left_out();
        let begun = self.content.db.read(move |c| {
            let sql = format!(
                "SELECT n.node_id, n.repository_id FROM nodes_node n WHERE n.state = {STAGING} AND n.created_at < $1
                   AND n.repository_id NOT IN ({left_out})
                   AND NOT EXISTS (SELECT 1 FROM content_upload u WHERE u.node_id = n.node_id AND u.seen_at >= $1)
                 ORDER BY n.created_at LIMIT 1000"
            );
            c.rows(&sql, params![begun_before], |row| Ok((row.get::<NodeId>(0)?, row.get::<RepositoryId>(1)?)))
        });
        for (node, repository) in begun.await? {
            if self.may_use(repository).await? {
                let content = self.content.clone();
                let abandoned =
                    run_detached(async move { uploads::abandon(&content, node, &activity::Status::Error).await });
                let done = in_time(abandoned).await;
                self.note(repository, done)?;
            }
        }
        Ok(())
    }

    /// Whether the store of a repository answers.
    async fn may_use(&mut self, repository: RepositoryId) -> Result<bool> {
        if self.left_out.contains(&repository) {
            return Ok(false);
        }
        let store = self.content.db.read(move |c| disk::store(c, repository)).await?;
        let is_there = self.answering.is_there(&store).await;
        if !is_there {
            tracing::warn!("Repository {repository} is swept when its disk is there");
            self.left_out.push(repository);
        }
        Ok(is_there)
    }

    /// What goes wrong with one repository ends nothing but the work with it.
    fn note(&mut self, repository: RepositoryId, done: Result<()>) -> Result<()> {
        match done {
            Err(Error::Storage(storage::Error::Db(error))) => return Err(error.into()),
            Err(error) => {
                tracing::warn!("Repository {repository} is swept later: {error}");
                self.left_out.push(repository);
            }
            Ok(()) => {}
        }
        Ok(())
    }

    fn left_out(&self) -> String {
        let ids: Vec<_> = self.left_out.iter().map(ToString::to_string).collect();
        if ids.is_empty() { "0".to_owned() } else { ids.join(", ") }
    }

    async fn carry_out(&self, purge: PurgeId) -> Result<()> {
        let (db, now) = (self.content.db.clone(), self.now);
        let carrier = Carrier { author: Author::nobody(Origin::Job), now };
        let carried_out = run_detached(async move { purges::carry_out(&db, purge, carrier).await });
        let slow = || Err(blobs::Error::Slow.into());
        tokio::time::timeout(LONGEST, carried_out).await.unwrap_or_else(|_| slow())
    }

    /// A repository that has entries that were binned before `before`.
    async fn with_expired(&self, before: Seconds) -> Result<Option<(TenantId, RepositoryId)>> {
        let sql = format!(
            "SELECT n.tenant_id, n.repository_id FROM nodes_node n WHERE {} ORDER BY n.binned_at LIMIT 1",
            self.expired()
        );
        let found = self.content.db.read(move |c: &mut Conn<'_>| {
            c.find(&sql, params![before], |row| Ok((row.get::<TenantId>(0)?, row.get::<RepositoryId>(1)?)))
        });
        Ok(found.await?)
    }

    /// Marks some of a repository's entries that were binned before `before`; None if something keeps them for now. The
    /// retention time is the operator's decision.
    async fn mark_some(&self, tenant: TenantId, repository: RepositoryId, before: Seconds) -> Result<Option<PurgeId>> {
        let (columns, now) = (nodes::COLUMNS, self.now);
        let sql = format!(
            "SELECT {columns} FROM nodes_node n WHERE n.tenant_id = $2 AND n.repository_id = $3 AND {}
             ORDER BY n.binned_at LIMIT {PAGE}",
            self.expired()
        );
        let marked = self.content.db.write(move |tx| {
            nodes::hold_tree(tx, tenant)?;
            let mut found = tx.rows(&sql, params![before, tenant, repository], |row| nodes::from_row(row, 0))?;
            let moving = intents::moving(tx, tenant)?;
            found.retain(|node| !moving.contains(&node.id));
            if found.is_empty() {
                return Ok(None);
            }
            let purge = purges::begin(tx, now)?;
            for node in &found {
                purges::mark(tx, purge, node, Author::nobody(Origin::Job), now)?;
            }
            Ok::<_, Error>(Some(purge))
        });
        marked.await
    }

    /// SQL for a node `n` that was binned before `$1`.
    fn expired(&self) -> String {
        let (marked, left_out) = (purges::NOT_MARKED, self.left_out());
        format!("n.state = {BINNED} AND n.binned_at < $1 AND {marked} AND n.repository_id NOT IN ({left_out})")
    }
}
