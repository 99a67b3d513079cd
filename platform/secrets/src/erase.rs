//! What a secret was before it was encrypted anew must not remain in the database's file.

use std::sync::atomic::Ordering;

use db::{Db, Engine};

use crate::Secrets;

impl Secrets {
    pub(crate) fn note_replaced(&self) {
        self.replaced.store(true, Ordering::Relaxed);
    }

    /// Removes the earlier texts of secrets that were encrypted anew at this start; call it when all rooms are open.
    /// Nothing is done if there are none.
    pub async fn erase_replaced(&self, db: &Db) {
        if !self.replaced.swap(false, Ordering::Relaxed) {
            return;
        }
        if db.engine() == Engine::Postgres {
            tracing::warn!(
                "Secrets were encrypted anew. PostgreSQL keeps what they were before until VACUUM FULL of \
                 identity_second_factor, identity_provider, storage_bucket and identity_secret"
            );
            return;
        }
        if let Err(error) = db.rewrite().await {
            tracing::warn!(
                "Secrets were encrypted anew, and what they were before may remain in the database's file, until it is \
                 written anew by VACUUM: {error}"
            );
        }
    }
}
