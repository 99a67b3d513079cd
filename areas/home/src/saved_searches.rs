//! Saved searches: what a person looks for again and again in a library, under a title of their own.

pub mod list;
mod model;
pub mod remove;
pub mod rename;
pub mod save;
mod store;

use activity::tell_user;
use db::Tx;
use primitives::{AppInstanceId, UserId};
use serde_json::json;

/// All open pages of the person list their searches again.
fn tell(tx: &mut Tx<'_>, user: UserId, instance: AppInstanceId) -> db::Result<()> {
    tell_user(tx, user, &json!({ "topic": "saved_search", "value": { "application_instance_id": instance } }))
}
