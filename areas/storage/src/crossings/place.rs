//! Gives staged files their paths in the other repository, where nobody sees them.

use super::way::Way;
use super::{files, there};
use crate::blocking::on_store;
use crate::moves::files::Moved;
use crate::moves::target::{self, Placing};
use crate::{Error, Result};

/// Gives staged files their paths, as they are noted.
pub(super) async fn place(way: &Way, staged: Vec<Moved>) -> Result<()> {
    let (mut placed, mut gone) = (Vec::new(), Vec::new());
    for file in staged {
        way.refuse_stopped_now().await?;
        let one = file.clone();
        match on_store(&way.target, move |store| place_one(store, &one)).await? {
            Placing::Done => placed.push(Moved { is_sure: true, ..file }),
            Placing::Taken => placed.push(Moved { place: None, is_sure: true, ..file }),
            Placing::Gone => gone.push(file.node),
        }
    }
    let stopped = way.clone();
    let note = way.storage.db.write(move |tx| {
        stopped.refuse_stopped(tx)?;
        let id = stopped.of.id;
        placed.iter().try_for_each(|file| files::keep(tx, id, file))?;
        files::forget(tx, id, &gone)?;
        // What was deleted for good meanwhile must not stay here.
        let lost = files::gone(tx, &placed.iter().map(|file| file.node).collect::<Vec<_>>())?;
        Ok::<_, Error>(placed.into_iter().filter(|file| lost.contains(&file.node)).collect())
    });
    there::delete(way, note.await?).await
}

fn place_one(store: &dyn blobs::Store, file: &Moved) -> blobs::Result<Placing> {
    file.path().map_or(Ok(Placing::Taken), |path| target::place(store, file.node, &path))
}
