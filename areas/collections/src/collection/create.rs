//! `POST collection`: begins a collection.

use authz::Denied;
use axum::extract::State;
use axum::http::StatusCode;
use content::Selection;
use db::Conn;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;

use super::form::CollectionChange;
use super::show::show_to;
use crate::asker::Asker;
use crate::entries::add::{ToAdd, addable, read_ids};
use crate::entries::store::append;
use crate::found::find;
use crate::model::{CollectionDetail, CollectionRole};
use crate::store::{self, Words};
use crate::{Collections, Error, recorded};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewCollection {
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: String,
    /// At most 2,000 characters.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    description: String,
    /// Up to 1,000 folders and files that it begins with, of one tenant: it is of that tenant then. Without any, it is
    /// of the asker's own. What the asker does not see, or somebody else has locked, is left out.
    #[serde(default)]
    #[schema(max_items = 1_000)]
    node_ids: Vec<NodeId>,
    /// What it begins with, in place of `node_ids`: of any size, as far as a collection has room.
    selection: Option<Selection>,
}

/// Begins a collection of the asker.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection", tag = "collection",
    operation_id = "collection_create", request_body = NewCollection,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = CollectionDetail, description = "The collection")))]
pub(crate) async fn create(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<NewCollection>,
) -> Result<(StatusCode, Json<CollectionDetail>), Problem> {
    let NewCollection { title, description, node_ids, selection } = form;
    let written = CollectionChange { title: Some(title), description: Some(description) };
    let words = written.read(&Words { title: String::new(), description: String::new() })?;
    let now = collections.clock.now();
    let wanted = match selection {
        Some(selection) => ToAdd::parse(selection, now)?,
        None => ToAdd::named(read_ids(node_ids)?, now),
    };
    let first = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        if wanted.names_nothing() { Ok(None) } else { addable(c, access, &wanted) }
    };
    let first = security::read_long(&collections.db, &actor, first).await?;
    let made = security::write(&collections.db, &actor, move |tx, access| {
        let asker = Asker::of(tx, access.actor(), instance)?;
        let (tenant, entries) = match first {
            Some(first) => first,
            None => (*asker.tenants.first().ok_or(Denied::Invisible)?, Vec::new()),
        };
        if !asker.tenants.contains(&tenant) {
            return Err(Error::OtherTenant);
        }
        let id = store::insert(tx, (tenant, asker.user), &words, now)?;
        let added = append(tx, (id, tenant), &entries)?;
        let made = find(tx, &asker, id, CollectionRole::Owner)?;
        let act = recorded::act("collection_create", &made).after(json!({ "entries": added.len() }));
        audit::record(tx, access.actor(), act, now);
        Ok(id)
    });
    let id = made.await?;
    Ok((StatusCode::CREATED, Json(show_to(&collections, &actor, instance, id).await?)))
}
