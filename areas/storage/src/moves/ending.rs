//! How a move ends without having moved.

use activity::{Change, Status};
use audit::{Act, Author, Object};
use authz::Origin;
use db::{Tx, params};
use jobs::NewJob;
use primitives::{Language, NodeId, Seconds};

use super::clear::{CLEAR, carried};
use super::copy::Running;
use super::obstacle;
use super::rows::{self, Move, State};
use crate::Result;

/// People go on working: something is in the way of the rest.
pub(super) async fn reopen(running: &Running) -> Result<()> {
    let id = running.of.id;
    let opened = running.storage.db.write(move |tx| rows::change_state(tx, id, &[State::Closed], State::Copying));
    Ok(opened.await.map(drop)?)
}

/// Some files could not be copied. What was copied stays, until somebody tries again or gives the move up.
pub(super) async fn end_failed(running: &Running, failed: i64) -> Result<()> {
    let (of, context) = (running.of.clone(), running.context.clone());
    let ended = running.storage.db.write(move |tx| {
        rows::change_state(tx, of.id, &[State::Copying, State::Closed], State::Failed)?;
        tell_failed(tx, &of, Some(failed))?;
        context.complete(tx)
    });
    Ok(ended.await?)
}

/// The job could not go on: the other file server is away, for instance.
pub(super) fn interrupted(tx: &mut Tx<'_>, of: &Move) -> db::Result<()> {
    if rows::change_state(tx, of.id, &[State::Copying, State::Closed], State::Failed)? {
        tell_failed(tx, of, None)?;
    }
    Ok(())
}

fn tell_failed(tx: &mut Tx<'_>, of: &Move, failed: Option<i64>) -> db::Result<()> {
    let language = language_of(tx, of)?;
    let text = match failed {
        Some(count) => rest::text(language, "repository_move.failed", &[("count", count.to_string())]),
        None if obstacle::is_of_room(of) => rest::text(language, "repository_move.no_room", &[]),
        None => rest::text(language, "repository_move.interrupted", &[]),
    };
    // Nothing of it is done as long as the repository has not moved.
    let change = Change { text: Some(text), done: Some(0), ..Change::default() };
    activity::update(tx, &of.bg_action_id, &change)?;
    activity::finish(tx, &of.bg_action_id, Status::PartialError).map(drop)
}

/// Of the person who asked for it.
fn language_of(tx: &mut Tx<'_>, of: &Move) -> db::Result<Language> {
    let found = accounts::find_actor(tx, of.user)?;
    Ok(found.and_then(|actor| actor.language).unwrap_or(Language::En))
}

/// It is not wanted any more: what is at the new place goes.
pub(super) fn give_up(tx: &mut Tx<'_>, of: &Move, now: Seconds) -> db::Result<()> {
    let from = [State::Copying, State::Closed, State::Failed];
    if !rows::change_state(tx, of.id, &from, State::Undoing)? {
        return Ok(());
    }
    obstacle::forget(tx, of.id)?;
    jobs::enqueue(tx, &NewJob::due(CLEAR, &carried(of.id), now).of(of.tenant))?;
    let sql = "SELECT node_id, title FROM content_repository WHERE repository_id = $1";
    let (node, title) =
        tx.get(sql, params![of.repository], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))?;
    let act = Act::new("repository_move_ended", of.tenant, Object::new("node", node.0, &title));
    audit::record(tx, Author::user(of.user, Origin::Job), act, now);
    activity::finish(tx, &of.bg_action_id, Status::Stopped).map(drop)
}
