//! A user's own sessions: listing and ending them.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{Seconds, SessionId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use crate::session::store as sessions;
use crate::session::store::Listed;
use crate::{Error, SignIn, log};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SessionList {
    items: Vec<Session>,
    total: usize,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Session {
    session_id: SessionId,
    /// The session of this request.
    current: bool,
    created_at: Seconds,
    /// To within five minutes.
    seen_at: Seconds,
    expires_at: Seconds,
    #[schema(required)]
    address: Option<String>,
    /// The browser's `User-Agent`.
    #[schema(required)]
    user_agent: Option<String>,
}

impl Session {
    fn new(listed: Listed, current: Option<SessionId>) -> Self {
        Self {
            session_id: listed.session,
            current: Some(listed.session) == current,
            created_at: listed.created_at,
            seen_at: listed.seen_at,
            expires_at: listed.expires_at,
            address: listed.device.address,
            user_agent: listed.device.user_agent,
        }
    }
}

/// Lists the signed-in user's live sessions, the last used first.
#[utoipa::path(
    get,
    path = "/api/core/session",
    operation_id = "session_list",
    tag = "core",
    responses((status = 200, description = "The sessions", body = SessionList))
)]
pub(crate) async fn session_list(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<SessionList>, Problem> {
    let (user, current, now) = (actor.user, actor.session, sign_in.clock.now());
    let listed = sign_in.db.read(move |conn| sessions::list(conn, user, now)).await?;
    let items: Vec<_> = listed.into_iter().map(|session| Session::new(session, current)).collect();
    Ok(Json(SessionList { total: items.len(), items }))
}

/// Ends one of the signed-in user's sessions; its tokens are refused from the next request on.
#[utoipa::path(
    delete,
    path = "/api/core/session/{session_id}",
    operation_id = "session_end",
    tag = "core",
    params(("session_id" = i64, Path, description = "The session's id")),
    responses((status = 204, description = "Ended"))
)]
pub(crate) async fn session_end(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    Path(session): Path<SessionId>,
) -> Result<StatusCode, Problem> {
    let now = sign_in.clock.now();
    let ended = sign_in.db.write(move |tx| {
        if !sessions::end_of(tx, actor.user, session)? {
            return Err(Error::Missing);
        }
        let act = Act::new("session_end", actor.home, Object::new("session", session.0, ""));
        audit::record(tx, &*actor, act, now);
        Ok(())
    });
    ended.await?;
    sign_in.actors.forget(session);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends the signed-in user's sessions except the one of this request.
#[utoipa::path(
    delete,
    path = "/api/core/session",
    operation_id = "session_end_others",
    tag = "core",
    responses((status = 204, description = "Ended"))
)]
pub(crate) async fn session_end_others(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
) -> Result<StatusCode, Problem> {
    let (session, now) = (actor.session.ok_or(Error::NoSession)?, sign_in.clock.now());
    let ended = sign_in.db.write(move |tx| {
        sessions::end_others(tx, actor.user, session)?;
        let (home, name) = accounts::home_and_name(tx, actor.user)?;
        log::record(tx, &*actor, "session_end_others", (actor.user, home, &name), now);
        Ok::<_, Error>(())
    });
    ended.await?;
    Ok(StatusCode::NO_CONTENT)
}
