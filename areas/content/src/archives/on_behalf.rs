//! Archives that a room above sends with the rights of somebody who is not the asker.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use db::Conn;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{Problem, current_language};
use security::Access;

use super::files::{Asker, GoesOn};
use super::gather::{Manner, gather, gather_all};
use super::names::safe;
use super::show::respond;
use super::substitutes::{Originals, Substitutes};
use crate::{Content, Error, Result};

/// What is sent, and with whose rights.
pub struct ArchiveOnBehalf {
    pub actor: Arc<Actor>,
    /// The instance that the person must still have.
    pub instance: AppInstanceId,
    /// Of the archive, without its suffix.
    pub title: String,
    /// What is at its top.
    pub roots: Vec<NodeId>,
    /// Of the text at its end. It is part of what the entity tag stands for, and so does not change between ranges.
    pub made_at: Seconds,
    /// Asked again while it is sent.
    pub goes_on: GoesOn,
    /// None: every file is as it is.
    pub substitutes: Option<Arc<dyn Substitutes>>,
}

/// The archive, or the range of it that `headers` ask for. `turn` is dropped when it has been sent.
pub async fn send_archive(
    content: &Content,
    wanted: ArchiveOnBehalf,
    headers: &HeaderMap,
    turn: impl Any + Send,
) -> Result<Response<Body>, Problem> {
    let ArchiveOnBehalf { actor, instance, title, roots, made_at, goes_on, substitutes } = wanted;
    let substitutes = substitutes.unwrap_or_else(|| Arc::new(Originals));
    let (told, made) = ((current_language(), made_at), substitutes.clone());
    let planned = security::read_long(&content.db, &actor, move |c, access| {
        let plan = gather(c, access, &roots, Manner { told, substitutes: &*made, for_others: true })?;
        if plan.entries.is_empty() { Err(Error::NoArchive) } else { Ok(plan) }
    });
    let plan = planned.await?;
    let asker = Asker::on_behalf_of(content.clone(), actor, (instance, goes_on), substitutes);
    let name = safe(&format!("{title}.zip"));
    respond(asker, (&name, plan), headers, content.clock.now(), Box::new(turn))
}

/// How many files are in such an archive and how many bytes these have; None if finding out takes longer. On PostgreSQL
/// nothing can be asked after it in its closure then.
pub fn archive_sum(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    longest: Duration,
) -> Result<Option<(u64, u64)>> {
    let manner = Manner { told: (current_language(), 0), substitutes: &Originals, for_others: true };
    match conn.within(longest, |conn| gather_all(conn, access, roots, manner)) {
        Ok(plan) => {
            let files = plan.entries.iter().filter(|entry| entry.is_file());
            Ok(Some(files.fold((0, 0), |(count, bytes), file| (count + 1, bytes + file.size))))
        }
        Err(Error::ArchiveTooLarge(_) | Error::ArchivePathsTooLong) => Ok(None),
        Err(error) if took_too_long(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn took_too_long(error: &Error) -> bool {
    use security::AsAccess as _;
    let stopped = |error: &db::Error| matches!(error, db::Error::Unavailable(_));
    match (error, error.as_access()) {
        (_, Some(security::Error::Db(error))) | (Error::Storage(storage::Error::Db(error)), None) => stopped(error),
        _ => false,
    }
}
