//! `GET equal/entry/{node_id}`: which other files have the content of a file.

use std::time::Duration;

use authz::Denied;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, PageLimit};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Deserialize;

use super::seen::{self, EqualFiles, Wanted};
use crate::{Content, Inform, Result};

/// Looking for them takes no longer: 503, and try again.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct EqualQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

impl EqualQuery {
    pub(super) fn parse(&self) -> Result<(Option<Cursor>, usize), Problem> {
        Ok((rest::cursor("after", self.after.as_deref())?, PageLimit::clamp(self.limit).rows()))
    }
}

/// Lists the other files of the tenant that have the same content as a file, as far as the asker sees them. Empty files
/// have no others.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/equal/entry/{node_id}", tag = "content",
    operation_id = "equal_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), EqualQuery),
    responses((status = OK, body = EqualFiles, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<EqualQuery>,
) -> Result<Json<EqualFiles>, Problem> {
    let (after, limit) = query.parse()?;
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        c.within(TIMEOUT, |c| of_file(c, access, node, (after.as_ref(), limit)))
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

fn of_file(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    page: (Option<&Cursor>, usize),
) -> Result<EqualFiles> {
    let file = access.find_visible(conn, node)?;
    let permit = file.permit::<Inform>()?;
    if permit.kind() != NodeKind::File {
        return Err(Denied::WrongKind.into());
    }
    let Some(hash) = file.node.facts.hash.as_deref() else {
        return Ok(EqualFiles { items: Vec::new(), next: None });
    };
    let wanted = Wanted { tenant: permit.tenant(), hash, within: None, but: Some(node) };
    seen::page(conn, access, &wanted, page)
}
