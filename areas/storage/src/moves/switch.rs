//! The transaction that gives a repository its new place.

use activity::Status;
use audit::{Act, Author, Object};
use authz::Origin;
use db::{Tx, params};
use jobs::NewJob;
use primitives::{EntryName, NodeId, Seconds};
use serde_json::json;

use super::clear::{CLEAR, carried};
use super::copy::Running;
use super::rows::{self, Move, State};
use super::{files, left_paths};
use crate::{Error, FileServerId, Result, repositories};

/// What is at the old place is read for so long by who has begun to read it there.
const GRACE: Seconds = 3600;

pub(super) async fn switch(running: &Running) -> Result<()> {
    let (context, of, now) = (running.context.clone(), running.of.clone(), running.storage.clock.now());
    let switched = running.storage.db.write(move |tx| {
        if context.is_cancelled(tx)? {
            return Err(Error::Moving);
        }
        let found = rows::find(tx, of.id)?.filter(|found| found.state == State::Closed).ok_or(Error::Moving)?;
        let old = name_place(tx, &found)?;
        rows::note_switched(tx, found.id, (old.file_server, &old.folder))?;
        left_paths::stay(tx, found.repository)?;
        files::add_crossing(tx, &found)?;
        let payload = carried(found.id);
        jobs::enqueue(tx, &NewJob::due(CLEAR, &payload, now + GRACE).of(found.tenant))?;
        tell(tx, &found, &old, now)?;
        Ok(context.complete(tx)?)
    });
    switched.await
}

/// Where the repository was.
struct Old {
    node: NodeId,
    title: String,
    file_server: FileServerId,
    folder: String,
}

fn name_place(tx: &mut Tx<'_>, of: &Move) -> Result<Old> {
    let sql = "SELECT node_id, title, file_server_id, folder_name FROM content_repository WHERE repository_id = $1";
    let old = tx.get(sql, params![of.repository], |row| {
        Ok(Old { node: row.get(0)?, title: row.get(1)?, file_server: row.get(2)?, folder: row.get(3)? })
    })?;
    let folded = repositories::folded(&EntryName::parse(&old.title)?, &of.folder);
    tx.run(
        "UPDATE content_repository
         SET file_server_id = $2, folder_name = $3, folded = $4, version = version + 1
         WHERE repository_id = $1",
        params![of.repository, of.file_server, &of.folder, &folded],
    )?;
    // Bytes that were put to the old place become visible nowhere.
    nodes::note_elsewhere(tx, old.node)?;
    Ok(old)
}

fn tell(tx: &mut Tx<'_>, of: &Move, old: &Old, now: Seconds) -> Result<()> {
    let size = files::size_of(tx, of.repository)?;
    let act = Act::new("repository_moved", of.tenant, Object::new("node", old.node.0, &old.title))
        .before(json!({ "file_server_id": old.file_server, "folder_name": old.folder }))
        .after(json!({ "file_server_id": of.file_server, "folder_name": of.folder, "size": size.bytes }));
    audit::record(tx, Author::user(of.user, Origin::Job), act, now);
    activity::finish(tx, &of.bg_action_id, Status::Success)?;
    Ok(())
}
