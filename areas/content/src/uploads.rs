//! Uploads: prepared in the tree, streamed to staging, hashed, and put into place with one rename when they are
//! complete.
//!
//! `prepare` makes an invisible staging node and a ticket. The file service accepts the bytes from the person who
//! prepared it, with the ticket, in one multipart request or in tus parts, and `complete` checks access once more
//! before the file appears.

mod abandon;
pub(crate) mod begin;
pub(crate) mod checksum;
pub(crate) mod complete;
pub(crate) mod direct;
mod ended;
mod ending;
pub(crate) mod exists;
mod form;
pub(crate) mod groups;
mod late_end;
mod lease;
pub(crate) mod locks;
pub(crate) mod made_here;
pub(crate) mod multipart;
mod partial;
mod pending;
mod placing;
pub(crate) mod prepare;
mod query;
mod receive;
mod recovery;
mod replacing;
mod sink;
mod stage;
mod staged;
mod status;
mod stored;
pub(crate) mod synthetic;
mod ticket;
pub(crate) mod tus;
mod waiting;

use activity::{ActionKind, BgAction, Canceller, Status};
use authz::Actor;
use db::params;
use primitives::NodeId;
use rest::Problem;

use crate::Content;

pub(crate) use abandon::abandon;
pub(crate) use begin::may_come;
pub(crate) use ended::forget_before;
pub(crate) use ending::set_apart;
pub(crate) use made_here::MadeHere;
pub(crate) use partial::sweep as sweep_partial;
pub(crate) use pending::{UploadSource, is_stale, touch};
pub(crate) use query::UploadQuery;
pub(crate) use recovery::{UNFINISHED_UPLOADS, end_dropped_calls, forget_owners};
pub(crate) use ticket::ticket_hash;
pub use tus::speak_tus;
pub(crate) use tus::{
    TusUpload, append_to as tus_append, give_up as tus_terminate, require as tus_require, tell as tus_probe,
};

pub use complete::store_file;
pub use synthetic::{folder_on_disk, synthesise_file};

/// Cancelling an upload's background action ends the upload, or all uploads of a group.
pub struct CancelUpload(pub Content);

impl Canceller for CancelUpload {
    fn cancel<'a>(
        &'a self,
        actor: &'a Actor,
        action: &'a BgAction,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<(), Problem>> + Send + 'a>> {
        debug_assert_eq!(action.kind, ActionKind::Upload, "registered for uploads only");
        Box::pin(async move {
            let (user, id) = (actor.user, action.bg_action_id.clone());
            let sql = "SELECT node_id FROM content_upload WHERE bg_action_id = $1 AND users_id = $2";
            let action = id.clone();
            let nodes =
                self.0.db.read(move |c| c.rows(sql, params![&action, user], |row| row.get::<NodeId>(0))).await?;
            self.0.db.write(move |tx| groups::cancelled(tx, user, &id)).await?;
            for node in nodes {
                abandon(&self.0, node, &Status::Cancelled).await?;
            }
            Ok(())
        })
    }
}
