//! `GET /api/file/archive/{ticket}`: the bytes of an archive, in a range if one is requested.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, Response};
use primitives::Seconds;
use rest::{CurrentUser, Path, Problem, current_language};

use super::files::Asker;
use super::gather::{Manner, gather};
use super::plan::Plan;
use super::sending::{Turn, send};
use super::substitutes::Originals;
use super::{recorded, ticket};
use crate::downloads::{Current, disposition, set, wanted_part};
use crate::{Content, Error, Result, gives_bytes, tell_download};

/// An archive of entries, by the link of the session that asked for it.
///
/// Rights are asked for when it begins and again for each file: an archive of which a file has changed, or may not be
/// had any more, is cut off. One range is supported; the entity tag is of the whole archive.
#[utoipa::path(get, path = "/api/file/archive/{ticket}", tag = "file", operation_id = "archive_content",
    params(("ticket" = String, Path)),
    responses(
        (status = OK, description = "The whole archive", content_type = "application/zip"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn archive(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(ticket): Path<String>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let turn = content.archives.take(actor.user)?;
    let (language, now) = (current_language(), content.clock.now());
    let planned = security::read_long(&content.db, &actor, move |c, access| {
        let asked = ticket::find(c, access.actor(), &ticket, now)?;
        let manner = Manner { told: (language, asked.made_at), substitutes: &Originals, for_others: false };
        let plan = gather(c, access, &asked.roots, manner)?;
        if plan.entries.is_empty() {
            return Err(Error::NoArchive);
        }
        let unrecorded = recorded::unrecorded(c, access, (&ticket::key_of(&ticket), &asked.roots), &plan)?;
        Ok((asked, plan, unrecorded))
    });
    let (asked, plan, unrecorded) = planned.await?;
    let db = content.db.clone();
    let asker = Asker::of(content, actor.clone(), asked.instance, Arc::new(Originals));
    let answer = respond(asker, (&asked.name, plan), &headers, now, Box::new(turn))?;
    let unrecorded = unrecorded.filter(|_| gives_bytes(&method, &answer));
    recorded::record(&db, &actor, unrecorded, now).await?;
    tell_download(&db, (actor.user, &asked.roots), &method, &answer, now);
    Ok(answer)
}

/// The answer with a planned archive of this name.
pub(super) fn respond(
    asker: Asker,
    (name, plan): (&str, Plan),
    headers: &HeaderMap,
    now: Seconds,
    turn: Turn,
) -> Result<Response<Body>, Problem> {
    let (tag, length) = (plan.tag(), plan.length());
    let mut response = Response::new(Body::empty());
    describe(response.headers_mut(), name, &tag);
    // A date says nothing of what is in it.
    let current = Current { tag: &tag, modified: Seconds::MAX };
    if let Some((first, count)) = wanted_part(headers, current, length, now, &mut response)? {
        *response.body_mut() = Body::from_stream(send(asker, plan, (first, count), turn));
    }
    Ok(response)
}

fn describe(headers: &mut HeaderMap, name: &str, tag: &str) {
    set(headers, CONTENT_TYPE, "application/zip");
    set(headers, CONTENT_DISPOSITION, &disposition(name, false));
    set(headers, ETAG, tag);
    set(headers, ACCEPT_RANGES, "bytes");
    set(headers, CACHE_CONTROL, "private, no-cache");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'");
}
