//! What keeps a move from going on, as its row says it.

use blobs::SharedStore;
use db::{Tx, params};
use primitives::Seconds;

use super::rows::{Move, MoveId};
use crate::blocking::{in_time, on_store};
use crate::repositories::RepositoryMoveObstacle as Obstacle;
use crate::{Error, Storage};

/// What an error of a move is about; none if asking again helps at once. `own`: where the repository is, if that is needed.
async fn of(error: &Error, (own, other): (Option<&SharedStore>, &SharedStore)) -> Option<Obstacle> {
    match error {
        Error::Moving | Error::MovingNearby(_) | Error::BeingMoved | Error::Db(_) => return None,
        Error::Disk(blobs::Error::Full) => return Some(Obstacle::NoRoom),
        _ => {}
    }
    if is_away(other).await {
        return Some(Obstacle::OtherAway);
    }
    match own {
        Some(own) if is_away(own).await => Some(Obstacle::OwnAway),
        _ => Some(Obstacle::SomethingElse),
    }
}

/// Whether a store does not answer, or cannot be used.
pub(super) async fn is_away(store: &SharedStore) -> bool {
    !in_time(on_store(store, |store| Ok::<_, Error>(store.is_there()))).await.unwrap_or(false)
}

/// Notes what keeps a move from going on. Returns it, and since when it does.
pub(super) async fn note_error(
    storage: &Storage,
    id: MoveId,
    error: &Error,
    stores: (Option<&SharedStore>, &SharedStore),
) -> db::Result<Option<(Obstacle, Seconds)>> {
    let Some(obstacle) = of(error, stores).await else { return Ok(None) };
    let now = storage.clock.now();
    let since = storage.db.write(move |tx| note(tx, id, obstacle, now)).await?;
    Ok(since.map(|since| (obstacle, since)))
}

/// None if there is no such move any more.
fn note(tx: &mut Tx<'_>, id: MoveId, obstacle: Obstacle, now: Seconds) -> db::Result<Option<Seconds>> {
    let sql = "UPDATE storage_move
               SET waits_since = CASE WHEN waits_for = $2 THEN waits_since ELSE CAST($3 AS BIGINT) END, waits_for = $2
               WHERE move_id = $1
               RETURNING waits_since";
    tx.find(sql, params![id, obstacle.word(), now], |row| row.get(0))
}

/// It goes on.
pub(super) fn forget(tx: &mut Tx<'_>, id: MoveId) -> db::Result<()> {
    let sql = "UPDATE storage_move SET waits_for = NULL, waits_since = NULL
               WHERE move_id = $1 AND waits_for IS NOT NULL";
    tx.run(sql, params![id]).map(drop)
}

/// Whether there was no room for the rest of it.
pub(super) fn is_of_room(of: &Move) -> bool {
    of.waits_for == Some(Obstacle::NoRoom)
}
