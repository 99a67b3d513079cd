//! Which stores answer. One that does not holds no work with others.

use std::collections::HashMap;
use std::pin::pin;

use blobs::SharedStore;

use crate::blocking::{Turns, WAIT, in_time, on_store};
use crate::{Error, Result};

/// The stores that one round of work has met: each is asked once.
#[derive(Debug, Default)]
pub struct Answering(HashMap<String, bool>);

impl Answering {
    /// Whether a store can be used. One that does not answer in time is left out, and the log says so.
    pub async fn is_there(&mut self, store: &SharedStore) -> bool {
        let name = store.name();
        if let Some(known) = self.0.get(&name) {
            return *known;
        }
        let asked = ask(store).await;
        if let Err(error) = &asked {
            tracing::warn!("The store {name} is left out for now: {error}");
        }
        let is_there = asked.unwrap_or(false);
        self.0.insert(name, is_there);
        is_there
    }

    /// Leaves out a store that answered at first, and does not any more.
    pub fn leave_out(&mut self, store: &SharedStore) {
        self.0.insert(store.name(), false);
    }
}

/// Waits for `work` with a store, as long as it takes, while the store answers. Much work takes long, too; but a store
/// that hangs ends the wait.
pub async fn while_it_answers<T>(store: &SharedStore, work: impl Future<Output = Result<T>>) -> Result<T> {
    let mut work = pin!(work);
    loop {
        if let Ok(done) = tokio::time::timeout(WAIT, &mut work).await {
            return done;
        }
        let answer = tokio::select! {
            done = &mut work => return done,
            answer = ask(store) => answer,
        };
        if !answer? {
            return Err(blobs::Error::NotMounted.into());
        }
    }
}

/// A store that does not answer is asked by one call at a time, so that rounds that meet it again take no more threads.
async fn ask(store: &SharedStore) -> Result<bool> {
    static ASKING: Turns = Turns::of(1);
    let alone = ASKING.take(store).await?;
    let asked = on_store(store, move |store| {
        let _alone = alone;
        Ok::<_, Error>(store.is_there())
    });
    in_time(asked).await
}
