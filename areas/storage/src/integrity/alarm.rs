//! Reports a damaged file once: in the server's log, in the tenant's system log, and as a notification of the masters.

use activity::{ActionKind, NewAction, Status};
use audit::{Act, Author, Object};
use authz::Origin;
use db::Tx;
use nodes::Node;
use primitives::{Language, NodeId, Seconds};
use serde_json::json;

use super::store::{self, Flaw};
use crate::Result;

/// A failing disk damages many files; the masters are notified of the first within an hour.
const QUIET: Seconds = 3600;

/// Records that a file is wrong, as of `modified_ns`, and reports it if that was not known.
pub(crate) fn note(tx: &mut Tx<'_>, node: NodeId, flaw: Flaw, modified_ns: Option<i64>, now: Seconds) -> Result<()> {
    let Some(found) = nodes::find(tx, node)? else { return Ok(()) };
    if !store::note_flaw(tx, node, flaw, modified_ns, now)? {
        return Ok(());
    }
    let (tenant, what) = (found.tenant, flaw.word());
    match flaw {
        Flaw::Missing => tracing::error!(%node, %tenant, flaw = what, "A file's bytes are missing"),
        Flaw::OtherBytes => {
            tracing::error!(%node, %tenant, flaw = what, "A file's bytes are not those that were stored")
        }
    }
    metrics::counter!("files_found_wrong_total", "flaw" => what).increment(1);
    let marks: Vec<_> = security::marks_at(tx, node)?.into_iter().map(|mark| mark.0).collect();
    let act = Act::new("file_damaged", tenant, Object::new("node", node.0, &found.name)).marked(&marks);
    audit::record(tx, Author::nobody(Origin::Job), act.after(json!({ "flaw": what })), now);
    if !store::others_since(tx, node, now - QUIET)? {
        ring(tx, &found, now)?;
    }
    Ok(())
}

/// Masters see no file by its name: their notification says where to learn more.
fn ring(tx: &mut Tx<'_>, node: &Node, now: Seconds) -> Result<()> {
    for master in accounts::masters(tx)? {
        let say = |key| rest::text(master.language.unwrap_or(Language::En), key, &[]);
        let action = NewAction {
            user: master.user,
            tenant: node.tenant,
            group: None,
            title: say("files_damaged"),
            text: say("files_damaged_more"),
            kind: ActionKind::FilesDamaged,
            icon: None,
            status: Status::InProgress,
            node: None,
            parent: None,
            items: None,
            cancellable: false,
            job: None,
        };
        let begun = activity::start(tx, &action, now)?;
        activity::finish(tx, &begun.bg_action_id, Status::Error)?;
    }
    Ok(())
}
