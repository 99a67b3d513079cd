//! From a token to the person: signed by us, in its time, its session alive, everything about them active.

use std::sync::Arc;

use authz::Actor;
use primitives::Seconds;
use rest::{Authenticate, Credential, Problem};

use crate::session::signer::Purpose;
use crate::{Error, Identity, Result, store};

/// How exactly it is known when a session was last used, in seconds: a request seldom has to write.
const SEEN_EVERY: Seconds = 300;

impl Identity {
    /// One small query per call; the actor is derived again only after something about somebody has changed.
    pub(crate) async fn actor(&self, credential: Credential) -> Result<Arc<Actor>> {
        let now = self.clock.now();
        let claims = match credential {
            Credential::Bearer(token) => self.signer.read(&token, None, now),
            Credential::Cookie(token) => self.signer.read(&token, Some(Purpose::Bytes), now),
        }?;
        let session = claims.jti;
        let found = self.db.read(move |conn| store::sessions::pulse(conn, session)).await?;
        let pulse = found.filter(|pulse| pulse.user == claims.sub).ok_or(Error::NoSession)?;
        if pulse.expires_at <= now {
            return Err(Error::ExpiredToken);
        }
        if pulse.seen_at + SEEN_EVERY <= now {
            self.db.write(move |tx| store::sessions::touch(tx, session, now)).await?;
        }
        if let Some(actor) = self.actors.find(session, pulse.epoch) {
            return Ok(actor);
        }
        // The epoch is read before the actor: what changes in between is noticed at the next request.
        let read = self.db.read(move |conn| {
            let epoch = tenancy::epoch(conn)?;
            Ok::<_, db::Error>((epoch, store::actors::find(conn, claims.sub, session)?))
        });
        let (epoch, actor) = read.await?;
        let actor = Arc::new(actor.ok_or(Error::NoSession)?);
        self.actors.keep(epoch, &actor);
        Ok(actor)
    }
}

impl Authenticate for Identity {
    fn authenticate(
        &self,
        credential: Credential,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Arc<Actor>, Problem>> + Send + '_>> {
        Box::pin(async move { Ok(self.actor(credential).await?) })
    }
}
