//! `PUT rendition/poster/{node_id}`: who has uploaded a film sends a picture of it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use db::Conn;
use nodes::Node;
use previews::{Failure, Worker};
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Path, Problem, Query, Rule};
use security::Access;
use serde::Deserialize;

use crate::acts::Preview;
use crate::drawing::{Drawn, Source, draw_both};
use crate::posters::{Poster, find, may_have, save};
use crate::{Media, status, store};

const KINDS: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];
const MOST_BYTES: usize = 512 * 1024;
/// A frame of 4K has eight million.
const MOST_PIXELS: u64 = 16_000_000;
/// More bytes do not help to recognise a kind.
const HEAD: usize = 8192;
/// A film is new for so many seconds.
const NEW: Seconds = 3_600;
const NO_PICTURE: Rule = Rule::OfRoom("poster_rules.no_picture");

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PosterQuery {
    /// BLAKE3 of the film that the picture is of, hexadecimal.
    #[param(pattern = "^[0-9a-f]{64}$")]
    hash: String,
}

/// Gives a film a picture that nothing here draws of it: PNG, JPEG or WebP, at most 512 KiB. It is redrawn, and
/// everything else in it is dropped. Only who uploaded the film does it, within an hour, and once. Other files with the
/// same content do not show it.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/rendition/poster/{node_id}", tag = "content",
    operation_id = "rendition_poster",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PosterQuery),
    responses((status = NO_CONTENT, description = "It has this picture")))]
pub(crate) async fn put(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(PosterQuery { hash }): Query<PosterQuery>,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Problem> {
    let bytes = bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_request(),
    })?;
    if bytes.len() > MOST_BYTES {
        return Err(Problem::too_large());
    }
    let (now, wanted) = (media.clock.now(), hash.clone());
    let found = security::read(&media.db, &actor, move |c, access| film(c, access, (node, &wanted), now)).await?;
    let poster = draw(&media, (&found?, actor.user), &hash, &bytes).await?;
    let now = media.clock.now();
    let kept = security::write(&media.db, &actor, move |tx, access| {
        // Rights, the content, or another picture may have come meanwhile.
        let found = match film(tx, access, (node, &hash), now)? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        save(tx, node, &hash, &poster, now)?;
        status::tell_of(tx, (node, found.parent), &status::Preview::of_poster(&poster))?;
        Ok::<_, security::Error>(Ok(()))
    });
    kept.await??;
    Ok(StatusCode::NO_CONTENT)
}

/// The film, if the asker may send a picture of it; or why not.
fn film(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (node, hash): (NodeId, &str),
    now: Seconds,
) -> security::Result<Result<Node, Problem>> {
    let seen = access.find_visible(conn, node)?;
    seen.permit::<Preview>()?;
    let film = seen.node;
    if film.created_by != Some(access.actor().user) {
        return Ok(Err(Problem::forbidden("poster_of_others")));
    }
    let is_it = film.facts.hash.as_deref() == Some(hash) && may_have(film.facts.mime.as_deref());
    let is_new = film.modified_at >= now - NEW;
    let has_one = store::of_contents(conn, &[hash])?.contains_key(hash) || find(conn, node, hash)?.is_some();
    if !is_it || !is_new || has_one {
        return Ok(Err(Problem::conflict("no_poster_wanted", "no_poster_wanted")));
    }
    Ok(Ok(film))
}

/// Draws it in the child process, as of a content that no file has.
async fn draw(media: &Media, (film, user): (&Node, UserId), hash: &str, bytes: &Bytes) -> Result<Poster, Problem> {
    let kind = previews::sniff(&bytes[..bytes.len().min(HEAD)], "");
    if !KINDS.contains(&kind) {
        return Err(Problem::refused(vec![NO_PICTURE.of("picture")]));
    }
    let sent = blake3::hash(bytes).to_hex();
    let picture = blake3::hash(format!("poster\n{}\n{hash}\n{sent}", film.id).as_bytes()).to_hex().to_string();
    let failed = |error: &dyn std::fmt::Display| {
        tracing::error!(node.id = %film.id, "The picture of film {} could not be drawn: {error}", film.id);
        Problem::unavailable()
    };
    let (renditions, body) = (media.renditions.clone(), bytes.clone());
    let written = tokio::task::spawn_blocking(move || {
        let bench = renditions.bench()?;
        let path = bench.path().join("sent");
        std::fs::write(&path, &body)?;
        Ok::<_, std::io::Error>((bench, path))
    });
    let (_bench, path) = written.await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
    let source = Source::sent(path, kind.to_owned());
    let mut worker = Worker::clone(&media.worker);
    worker.limits.max_pixels = MOST_PIXELS;
    let _slot = media.poster_slot.take(film.tenant, user).await;
    let _place = media.flights.place().await.map_err(|error| failed(&error))?;
    let drawn: Drawn =
        draw_both(&media.renditions, &Arc::new(worker), &picture, source).await.map_err(|error| failed(&error))?;
    match drawn {
        Ok(rendered) => Ok(Poster::of(picture, rendered)),
        Err(Failure::Unavailable(reason)) => Err(failed(&reason)),
        Err(_) => Err(Problem::refused(vec![NO_PICTURE.of("picture")])),
    }
}
