//! From a token to the user: it must be signed by us and not expired, its session alive, and everything about the user
//! active.

use std::collections::HashMap;
use std::sync::Arc;

use authz::Actor;
use primitives::{Seconds, SessionId, UserId};
use rest::{Authenticate, Credential, Problem, RIGHTS_CHANGED, SESSION_ENDED};

use crate::session::signer::Purpose;
use crate::session::store as sessions;
use crate::session::store::Pulse;
use crate::{Error, Result, SignIn};

/// How exactly the last use of a session is known, in seconds, so that a request seldom writes.
const SEEN_EVERY: Seconds = 300;
/// How long a token is valid after a newer one came into use: for requests on their way, and for other tabs that
/// renewed it at the same moment.
const GRACE: Seconds = 60;

impl SignIn {
    /// One small query per call; the actor is derived again only after a change of users or rights.
    pub(crate) async fn actor(&self, credential: Credential) -> Result<Arc<Actor>> {
        let now = self.clock.now();
        let claims = match credential {
            Credential::Bearer(token) => self.signer.read(&token, None, now),
            Credential::Cookie(token) => self.signer.read(&token, Some(Purpose::Bytes), now),
        }?;
        let session = claims.jti;
        let found = self.db.read(move |conn| sessions::pulse(conn, session)).await?;
        let pulse = found.filter(|pulse| pulse.user == claims.sub).ok_or(Error::NoSession)?;
        if self.is_over(&pulse, now) {
            return Err(Error::ExpiredToken);
        }
        // The cookie only reads bytes, and other servers of the installation have cookies of their own.
        let bearer = claims.purpose.is_none();
        if bearer && claims.iat + GRACE < pulse.renewed_at && pulse.renewed_at + GRACE <= now {
            return Err(Error::ExpiredToken);
        }
        // Only the use of a new token proves that it arrived: an answer that was lost retires no token.
        if bearer && claims.iat > pulse.renewed_at && claims.iat > pulse.created_at {
            let noted = self.db.write(move |tx| sessions::renewed(tx, session, claims.iat)).await;
            noted.unwrap_or_else(|error| tracing::warn!("The first use of a token could not be recorded: {error}"));
        }
        if pulse.seen_at + SEEN_EVERY.min(self.config.session_idle / 4) <= now {
            // The request is answered even if nothing can be written.
            let touched = self.db.write(move |tx| sessions::touch(tx, session, now)).await;
            touched.unwrap_or_else(|error| tracing::warn!("The last use of a session could not be recorded: {error}"));
        }
        if let Some(actor) = self.actors.find(session, pulse.epoch) {
            return Ok(actor);
        }
        self.derive(claims.sub, session).await?.ok_or(Error::NoSession)
    }

    async fn derive(&self, user: UserId, session: SessionId) -> db::Result<Option<Arc<Actor>>> {
        // The epoch is read before the actor: a change in between is noticed at the next request.
        let read = self.db.read(move |conn| {
            let epoch = tenancy::epoch(conn)?;
            Ok::<_, db::Error>((epoch, accounts::find_actor(conn, user)?))
        });
        let (epoch, actor) = read.await?;
        let actor = actor.map(|actor| Arc::new(Actor { session: Some(session), ..actor }));
        if let Some(actor) = &actor {
            self.actors.keep(session, epoch, actor);
        }
        Ok(actor)
    }

    /// Expired, older than the longest lifetime, or unused for too long.
    fn is_over(&self, pulse: &Pulse, now: Seconds) -> bool {
        pulse.expires_at <= now
            || pulse.created_at + self.config.session_lifetime <= now
            || pulse.seen_at + self.config.session_idle <= now
    }

    /// As `actor`, for many sessions whose tokens were checked before.
    async fn alive(&self, sessions: Vec<SessionId>) -> Result<HashMap<SessionId, Arc<Actor>>> {
        let now = self.clock.now();
        let pulses = self.db.read(move |conn| sessions::pulses(conn, &sessions)).await?;
        let mut alive = HashMap::new();
        for (session, pulse) in pulses {
            if self.is_over(&pulse, now) {
                continue;
            }
            let actor = match self.actors.find(session, pulse.epoch) {
                Some(actor) => Some(actor),
                None => self.derive(pulse.user, session).await?,
            };
            alive.extend(actor.map(|actor| (session, actor)));
        }
        Ok(alive)
    }
}

impl Authenticate for SignIn {
    fn authenticate(
        &self,
        credential: Credential,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Arc<Actor>, Problem>> + Send + '_>> {
        Box::pin(async move { Ok(self.actor(credential).await?) })
    }

    fn precondition(&self, actor: Arc<Actor>) -> db::Precondition {
        let actors = self.actors.clone();
        Arc::new(move |tx| {
            let known = match actor.session {
                None => None,
                Some(session) => {
                    let pulse = sessions::pulse(tx, session)?.ok_or(db::Error::Refused(SESSION_ENDED))?;
                    actors.find(session, pulse.epoch)
                }
            };
            let now = match known {
                Some(now) => now,
                None => {
                    let now = accounts::find_actor(tx, actor.user)?;
                    Arc::new(now.ok_or(db::Error::Refused(SESSION_ENDED))?)
                }
            };
            if now.has_all_of(&actor) { Ok(()) } else { Err(db::Error::Refused(RIGHTS_CHANGED)) }
        })
    }

    fn alive(&self, sessions: Vec<SessionId>) -> rest::Alive<'_> {
        Box::pin(async move { Ok(self.alive(sessions).await?) })
    }
}
