//! The room's state.

use axum::extract::FromRef;
use db::Db;
use identity::Identity;
use primitives::{Clock, Seconds};

use crate::{Result, store};

/// How long ended invitations are listed.
const KEPT: Seconds = 90 * 86_400;

/// Clones share everything.
#[derive(Clone)]
pub struct Invitations {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) identity: Identity,
}

impl Invitations {
    pub fn new(db: Db, clock: Clock, identity: Identity) -> Self {
        Self { db, clock, identity }
    }

    /// Deletes invitations that ended long ago.
    pub async fn sweep(&self) -> Result<()> {
        let before = self.clock.now() - KEPT;
        Ok(self.db.write(move |tx| store::sweep(tx, before)).await.map(drop)?)
    }
}

impl FromRef<Invitations> for Identity {
    fn from_ref(invitations: &Invitations) -> Self {
        invitations.identity.clone()
    }
}
