//! Finds the person behind a request. The room `signin` implements `Authenticate`; gates call it.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use authz::Actor;
use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method};
use primitives::SessionId;

use crate::Problem;
use crate::refused::RIGHTS_CHANGED;

/// The cookie for byte routes only: a page's images and plain links send it.
pub const BYTE_COOKIE: &str = "vitrine_bytes";

/// The credentials that a request sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    Bearer(String),
    Cookie(String),
}

impl Credential {
    /// The bearer token; or, if `cookie` allows it and the request only reads, the byte cookie.
    pub fn find(headers: &HeaderMap, method: &Method, cookie: bool) -> Option<Self> {
        let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(token) = bearer.and_then(token) {
            return Some(Self::Bearer(token.to_owned()));
        }
        if !cookie || (*method != Method::GET && *method != Method::HEAD) {
            return None;
        }
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|value| value.split(';'))
            .find_map(|pair| pair.trim().strip_prefix(BYTE_COOKIE)?.strip_prefix('='))
            .map(|token| Self::Cookie(token.to_owned()))
    }
}

/// An extension of requests to signed addresses, in the place of a credential: the session that the address was made
/// for. It cannot come over the network, and only gates that accept the byte cookie accept it.
#[derive(Clone, Copy, Debug)]
pub struct SignedFor(pub SessionId);

/// The text after the scheme, whose name is case-insensitive.
fn token(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once([' ', '\t'])?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Arc<Actor>, Problem>> + Send + 'a>>;

pub type Alive<'a> = Pin<Box<dyn Future<Output = Result<HashMap<SessionId, Arc<Actor>>, Problem>> + Send + 'a>>;

pub trait Authenticate: Send + Sync + 'static {
    fn authenticate(&self, credential: Credential) -> Answer<'_>;

    /// The people of those `sessions` that have not ended, as they are now. For connections that were authenticated
    /// earlier and still listen.
    fn alive(&self, sessions: Vec<SessionId>) -> Alive<'_>;

    /// The check of session and rights that runs again whenever `actor`'s request writes.
    fn precondition(&self, actor: Arc<Actor>) -> db::Precondition;
}

/// If a body takes longer than this, rights may have ended meanwhile.
const PROMPT: Duration = Duration::from_millis(250);

/// Who sent a request, to be checked again when its body has arrived. A request of the program itself has no session,
/// and brings its body along.
pub(crate) struct Arrival {
    at: Instant,
    from: Option<(Arc<dyn Authenticate>, SessionId, Arc<Actor>)>,
}

impl Arrival {
    pub fn of(request: &Extensions) -> Self {
        let from = || {
            let CurrentUser(actor) = request.get::<CurrentUser>()?.clone();
            Some((request.get::<Arc<dyn Authenticate>>()?.clone(), actor.session?, actor))
        };
        Self { at: Instant::now(), from: from() }
    }

    /// Refuses a sender who lost rights while the body arrived. Writes check again in any case.
    pub async fn still_holds(self) -> Result<(), Problem> {
        let Some((authenticate, session, actor)) = self.from.filter(|_| self.at.elapsed() > PROMPT) else {
            return Ok(());
        };
        let now = authenticate.alive(vec![session]).await?.remove(&session).ok_or_else(Problem::no_session)?;
        if now.has_all_of(&actor) { Ok(()) } else { Err(Problem::conflict(RIGHTS_CHANGED, RIGHTS_CHANGED)) }
    }
}

/// The signed-in person, for handlers behind a gate that requires a session.
#[derive(Clone, Debug)]
pub struct CurrentUser(pub Arc<Actor>);

impl<S: Send + Sync> FromRequestParts<S> for CurrentUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Problem::no_session)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;
    use std::time::Instant;

    use authz::{Actor, Origin};
    use axum::http::{Extensions, StatusCode};
    use primitives::{SessionId, UserId};

    use super::{Alive, Answer, Arrival, Authenticate, Credential, CurrentUser, PROMPT};
    use crate::Problem;

    /// Knows no session that has not ended.
    struct AllEnded;

    impl Authenticate for AllEnded {
        fn authenticate(&self, _: Credential) -> Answer<'_> {
            Box::pin(async { Err(Problem::no_session()) })
        }

        fn alive(&self, _: Vec<SessionId>) -> Alive<'_> {
            Box::pin(async { Ok(HashMap::new()) })
        }

        fn precondition(&self, _: Arc<Actor>) -> db::Precondition {
            Arc::new(|_| Ok(()))
        }
    }

    /// The arrival of a request whose body took longer than promptly.
    fn slow(session: Option<SessionId>) -> Arrival {
        let actor = Actor {
            user: UserId(1),
            session,
            origin: Origin::Job,
            language: None,
            must_reset_password: false,
            master: false,
            home: None,
            admin_of: vec![],
            groups: vec![],
            instances: vec![],
        };
        let mut request = Extensions::new();
        request.insert(CurrentUser(Arc::new(actor)));
        request.insert::<Arc<dyn Authenticate>>(Arc::new(AllEnded));
        Arrival { at: Instant::now().checked_sub(2 * PROMPT).unwrap(), ..Arrival::of(&request) }
    }

    #[tokio::test]
    async fn a_slow_call_on_somebody_s_behalf_is_not_refused_for_a_session_it_never_had() {
        assert!(slow(None).still_holds().await.is_ok());
        let ended = slow(Some(SessionId(1))).still_holds().await.unwrap_err();
        assert_eq!(ended.status(), StatusCode::UNAUTHORIZED);
    }
}
