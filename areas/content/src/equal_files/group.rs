//! `GET equal/repository/{node_id}/{hash}`: the files of a repository with one content.

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;

use super::of_file::{EqualQuery, TIMEOUT};
use super::seen::{self, EqualFiles, Wanted};
use crate::{Content, FindEqual, Result};

/// The signs of a hash.
const HASH: usize = 64;

/// Lists the files of a repository that have a content, as far as the asker, who manages it, sees them.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/equal/repository/{node_id}/{hash}", tag = "content",
    operation_id = "equal_group",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        ("hash" = String, Path, pattern = "^[0-9a-f]{64}$", description = "BLAKE3 of the bytes, hexadecimal"),
        EqualQuery),
    responses((status = OK, body = EqualFiles, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node, hash)): Path<(AppInstanceId, NodeId, String)>,
    Query(query): Query<EqualQuery>,
) -> Result<Json<EqualFiles>, Problem> {
    let (after, limit) = query.parse()?;
    if hash.len() != HASH || !hash.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Problem::not_found());
    }
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        let permit = access.authorize::<FindEqual>(c, node)?;
        let wanted = Wanted { tenant: permit.tenant(), hash: &hash, within: Some(permit.repository()), but: None };
        c.within(TIMEOUT, |c| seen::page(c, access, &wanted, (after.as_ref(), limit)))
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}
