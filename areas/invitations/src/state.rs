//! The room's state.

use accounts::Accounts;
use axum::extract::FromRef;
use db::Db;
use primitives::{Clock, Seconds};
use signin::SignIn;

use crate::{Result, store};

/// How long ended invitations are listed.
const KEPT: Seconds = 90 * 86_400;

/// Clones share everything.
#[derive(Clone)]
pub struct Invitations {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) accounts: Accounts,
    pub(crate) sign_in: SignIn,
}

impl Invitations {
    pub fn new(db: Db, clock: Clock, accounts: Accounts, sign_in: SignIn) -> Self {
        Self { db, clock, accounts, sign_in }
    }

    /// Deletes invitations that ended long ago.
    pub async fn sweep(&self) -> Result<()> {
        let before = self.clock.now() - KEPT;
        Ok(self.db.write(move |tx| store::sweep(tx, before)).await.map(drop)?)
    }
}

impl FromRef<Invitations> for SignIn {
    fn from_ref(invitations: &Invitations) -> Self {
        invitations.sign_in.clone()
    }
}
