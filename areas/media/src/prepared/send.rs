//! `GET /api/file/pictures/{bg_action_id}`: the archive of pictures that were made, in a range if one is requested.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response};
use content::{PreparedArchive, send_prepared, tell_download};
use primitives::Application;
use rest::{CurrentUser, Path, Problem};

use super::instead::Ready;
use super::store;
use crate::Media;

/// An archive of pictures that were made, for who had them made.
///
/// Rights are asked for when it begins and again for each file, as with other archives: one of which a file has changed,
/// or may not be had any more, is cut off. One range is supported; the entity tag is of the whole archive.
#[utoipa::path(get, path = "/api/file/pictures/{bg_action_id}", tag = "file", operation_id = "pictures_content",
    params(("bg_action_id" = String, Path, description = "The background action that made them")),
    responses(
        (status = OK, description = "The whole archive", content_type = "application/zip"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub(crate) async fn pictures(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(action): Path<String>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let (user, key) = (actor.user, action.clone());
    let found = media.db.read(move |c| {
        let prepared = store::of_action(c, user, &action)?.filter(|prepared| prepared.is_ready);
        let Some(prepared) = prepared else { return Ok(None) };
        let pictures = store::pictures(c, prepared.id)?;
        Ok::<_, db::Error>(Some((prepared, pictures)))
    });
    let (prepared, pictures) = found.await?.ok_or_else(Problem::not_found)?;
    if !actor.has_instance(prepared.instance, Application::Content) {
        return Err(Problem::not_found());
    }
    let roots = prepared.roots.clone();
    let substitutes = Arc::new(Ready::of(&prepared, pictures, media.prepared.clone()));
    let wanted = PreparedArchive {
        key,
        actor,
        instance: prepared.instance,
        name: prepared.name,
        roots: prepared.roots,
        made_at: prepared.begun_at,
        substitutes,
    };
    let answer = send_prepared(&media.content, wanted, (&method, &headers)).await?;
    tell_download(&media.db, (user, &roots), &method, &answer, media.clock.now());
    Ok(answer)
}
