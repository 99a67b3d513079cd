//! Pictures of an earlier definition are drawn anew, little by little, and after everything that people wait for.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{Media, draw, store};

/// Files at a time.
const BATCH: i64 = 200;

/// The hash that this process has come to; None once there is nothing more.
#[derive(Clone)]
pub(crate) struct Progress(Arc<Mutex<Option<String>>>);

impl Progress {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Some(String::new()))))
    }

    pub fn come_to(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn go_on_from(&self, last: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }
}

/// Enqueues the next few.
pub(crate) async fn renew((media, progress): (Media, Progress)) -> db::Result<()> {
    let Some(after) = progress.come_to() else { return Ok(()) };
    let mut files = media.db.read(move |c| store::outdated(c, &after, BATCH)).await?;
    files.dedup_by(|next, one| next.hash == one.hash);
    let last = files.last().map(|file| file.hash.clone());
    if last.is_some() {
        let now = media.clock.now();
        let enqueued = media.db.write(move |tx| {
            files.iter().try_for_each(|file| draw::enqueue_last(tx, file.tenant, file.node, &file.hash, now))
        });
        enqueued.await?;
    }
    progress.go_on_from(last);
    Ok(())
}
