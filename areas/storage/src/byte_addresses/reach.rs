//! Whether an address of a file server reaches this installation. A browser asks, never this server: what an admin types
//! must not make it ask its own network.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use primitives::{AppInstanceId, Seconds};
use rest::{Json, Path, Problem};
use serde::Serialize;

use super::allowed::ByteAddresses;
use crate::Storage;

/// A question can be asked for so long.
const ASKED: Seconds = 600;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reach {
    /// Scheme, host and port of the addresses that the operator allows. Others are kept, and have no effect.
    origins: Vec<String>,
    /// What is asked below an address, without a token, to find out whether it leads here. Null if none is allowed.
    #[schema(required)]
    path: Option<String>,
    /// What is answered there, and nowhere else.
    #[schema(required)]
    answer: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reached {
    answer: String,
}

/// Which addresses a file server may have, and how a browser tries one.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/reach/fileserver",
    operation_id = "file_server_reach",
    tag = "content",
    params(("application_instance_id" = i64, Path)),
    responses((status = 200, description = "The question, for ten minutes", body = Reach))
)]
pub(crate) async fn ask(
    State(storage): State<Storage>,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Json<Reach>, Problem> {
    let until = storage.clock.now() + ASKED;
    let asked = storage.db.read(move |conn| {
        let Some(allowed) = ByteAddresses::of(conn) else {
            return Ok::<_, db::Error>(Reach { origins: Vec::new(), path: None, answer: None });
        };
        let (question, answer) = (allowed.sign(conn, &question(until))?, allowed.sign(conn, &answer(until))?);
        Ok(Reach {
            origins: allowed.origins(),
            path: Some(format!("/api/file/reached/{until}-{}", question.to_hex())),
            answer: Some(answer.to_hex().to_string()),
        })
    });
    Ok(Json(asked.await?))
}

/// Answers a question of this installation.
#[utoipa::path(
    get,
    path = "/api/file/reached/{ticket}",
    operation_id = "file_server_reached",
    tag = "file",
    params(("ticket" = String, Path)),
    responses((status = 200, description = "The answer", body = Reached))
)]
pub(crate) async fn answer_here(
    State(storage): State<Storage>,
    Path(ticket): Path<String>,
) -> Result<Response, Problem> {
    let (until, signature) = ticket.split_once('-').ok_or_else(Problem::not_found)?;
    let until: Seconds = until.parse().map_err(|_| Problem::not_found())?;
    if until < storage.clock.now() {
        return Err(Problem::not_found());
    }
    let signature = signature.to_owned();
    let said = storage.db.read(move |conn| {
        let Some(allowed) = ByteAddresses::of(conn) else { return Ok(None) };
        let is_ours = allowed.is_signed(conn, &question(until), &signature)?;
        let said = if is_ours { Some(allowed.sign(conn, &answer(until))?) } else { None };
        Ok::<_, db::Error>(said.map(|said| said.to_hex().to_string()))
    });
    let answer = said.await?.ok_or_else(Problem::not_found)?;
    let mut response = Json(Reached { answer }).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn question(until: Seconds) -> String {
    format!("is it you\n{until}")
}

fn answer(until: Seconds) -> String {
    format!("it is\n{until}")
}
