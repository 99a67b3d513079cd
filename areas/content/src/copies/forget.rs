//! Forgets rows of copies, some thousand in one transaction, so that others can write in between.

use db::{Db, params};
use jobs::{JobContext, JobError, Kind, Outcome};
use primitives::Seconds;

use super::asked::Copying;
use super::store::CopyingId;
use crate::Content;

pub(super) const FORGET: &str = "copy_forget";

/// Rows of one transaction.
const PAGE: i64 = 5_000;

/// A job that forgets what an act has left waiting when it ended.
pub(super) fn kind(content: Content) -> Kind {
    Kind::new(FORGET, move |context| {
        let content = content.clone();
        async move { run(&content, context).await }
    })
}

async fn run(content: &Content, context: JobContext) -> Result<Outcome, JobError> {
    let Copying { copying, .. } = context.payload()?;
    waiting(&content.db, copying).await?;
    content.db.write(move |tx| context.complete(tx)).await?;
    Ok(Outcome::Done)
}

/// Forgets what waits in an act that has ended.
pub(super) async fn waiting(db: &Db, copying: CopyingId) -> db::Result<()> {
    let sql = "DELETE FROM content_copy WHERE copy_id IN (
                 SELECT copy_id FROM content_copy WHERE copying_id = $1 AND state = 0 LIMIT $2
               )";
    while db.write(move |tx| tx.run(sql, params![copying, PAGE])).await? > 0 {}
    Ok(())
}

/// Forgets acts that began before `before`, but for those that have not ended.
pub(crate) async fn forget_before(db: &Db, before: Seconds) -> db::Result<()> {
    let entries = "DELETE FROM content_copy WHERE copy_id IN (
                     SELECT c.copy_id
                     FROM content_copying k
                     JOIN content_copy c ON c.copying_id = k.copying_id
                     WHERE k.begun_at < $1 AND k.ended_at IS NOT NULL
                     LIMIT $2
                   )";
    let acts = "DELETE FROM content_copying WHERE copying_id IN (
                  SELECT k.copying_id
                  FROM content_copying k
                  WHERE k.begun_at < $1 AND k.ended_at IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM content_copy c WHERE c.copying_id = k.copying_id)
                  LIMIT $2
                )";
    for sql in [entries, acts] {
        while db.write(move |tx| tx.run(sql, params![before, PAGE])).await? > 0 {}
    }
    Ok(())
}
