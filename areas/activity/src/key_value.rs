//! `GET key-value-store/{key}`: named values for the page; so far, the current offsets of queues.

use axum::extract::State;
use rest::{Json, Path, Problem};
use serde::Serialize;

use crate::Activity;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct KeyValue {
    key: String,
    /// For `{queue}_current`: the current offset of the queue.
    value: i64,
}

/// The value of a key. `{queue}_current` is a queue's current offset: the position of a waiting action is its own
/// offset minus this. For a queue that was never used it is 0.
#[utoipa::path(
    get,
    path = "/api/core/key-value-store/{key}",
    operation_id = "key_value_get",
    tag = "core",
    params(("key" = String, Path, description = "`{queue}_current`")),
    responses((status = 200, description = "The value", body = KeyValue))
)]
pub(crate) async fn get(State(activity): State<Activity>, Path(key): Path<String>) -> Result<Json<KeyValue>, Problem> {
    let queue = key.strip_suffix("_current").ok_or_else(Problem::not_found)?.to_owned();
    let value = activity.db.read(move |conn| jobs::current_offset(conn, &queue)).await?;
    Ok(Json(KeyValue { value: value.unwrap_or(0), key }))
}
