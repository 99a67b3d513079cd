//! Who hears of a review: open pages at once, people by a notice, and the log.

use activity::About;
use audit::{Act, Object};
use db::Tx;
use notices::Notice;
use primitives::{NodeId, Seconds, UserId};
use serde_json::{Value, json};

use crate::model::ReviewId;
use crate::store::FileNow;

pub(crate) const ASKED: &str = "review_asked";
const ANSWERED: &str = "review_answered";
const WITHDRAWN: &str = "review_withdrawn";

/// Pages that show the review read it again, and lists of the folder show the state of the file. Only people who see
/// the file hear of it.
pub(crate) fn pages(tx: &mut Tx<'_>, node: NodeId, parent: Option<NodeId>) -> db::Result<()> {
    let review = json!({ "type": "review", "node_id": node, "status": "updated" });
    activity::tell_node(tx, node, About::Node(node), &review)?;
    let Some(folder) = parent else { return Ok(()) };
    let entry = json!({ "type": "entry", "node_id": node, "parent_id": folder, "status": "updated" });
    activity::tell_node(tx, folder, About::Node(node), &entry)
}

/// Pages of these people read again what waits for them.
pub(crate) fn waiting_changed(tx: &mut Tx<'_>, users: &[UserId]) -> db::Result<()> {
    let body = json!({ "topic": "review", "value": null });
    users.iter().try_for_each(|user| activity::tell_user(tx, *user, &body))
}

/// What a notice is about.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'f> {
    pub review: ReviewId,
    pub node: NodeId,
    pub file: &'f FileNow,
}

impl Subject<'_> {
    fn notice(self, to: UserId, kind: &'static str, from: Option<UserId>, detail: Value) -> Notice {
        Notice { tenant: self.file.tenant, to, kind, from, node: Some(self.node), subject: self.review.0, detail }
    }

    /// `files`: how many files were asked about together; this one is the first.
    pub fn asked(self, tx: &mut Tx<'_>, (from, to): (UserId, UserId), files: usize, now: Seconds) -> db::Result<()> {
        notices::notify(tx, &self.notice(to, ASKED, Some(from), json!({ "files": files, "again": false })), now)
    }

    /// `from` has given the file another content since `to` has answered.
    pub fn asked_again(self, tx: &mut Tx<'_>, (from, to): (Option<UserId>, UserId), now: Seconds) -> db::Result<()> {
        notices::notify(tx, &self.notice(to, ASKED, from, json!({ "files": 1, "again": true })), now)
    }

    pub fn answered(
        self,
        tx: &mut Tx<'_>,
        (from, to): (UserId, UserId),
        detail: Value,
        now: Seconds,
    ) -> db::Result<()> {
        notices::withdraw_from(tx, from, ASKED, self.review.0)?;
        notices::notify(tx, &self.notice(to, ANSWERED, Some(from), detail), now)
    }

    /// Who was waited for is told that they are not any more.
    pub fn withdrawn(self, tx: &mut Tx<'_>, from: UserId, waited: &[UserId], now: Seconds) -> db::Result<()> {
        notices::withdraw(tx, ASKED, self.review.0)?;
        for to in waited {
            notices::notify(tx, &self.notice(*to, WITHDRAWN, Some(from), json!({})), now)?;
        }
        Ok(())
    }

    /// The log's entry stands at the file. It has no texts.
    pub fn act(self, what: &'static str) -> Act {
        Act::new(what, self.file.tenant, Object::new("node", self.node.0, self.file.name.as_str()))
    }
}
