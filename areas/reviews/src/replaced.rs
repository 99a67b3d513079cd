//! A file gets another content: answers stand for the one that was seen, so the review goes on.

use content::EntryReplaced;
use db::Tx;

use crate::emails::{self, Reason};
use crate::settle::settle;
use crate::store;
use crate::told::{self, Subject};

/// Asks those again who have answered about the content of before. A file that is what it was when they answered, taken
/// up again, needs no other answer.
pub(crate) fn replaced(tx: &mut Tx<'_>, replaced: &EntryReplaced) -> db::Result<()> {
    let (node, header) = (replaced.node, &replaced.header);
    if store::open_of(tx, node)?.is_none() {
        return Ok(());
    }
    let Some(review) = store::hold_open(tx, node)? else { return Ok(()) };
    let file = store::file_now(tx, node)?;
    let settled = settle(tx, &review, &file.content.hash)?;
    let subject = Subject { review: review.id, node, file: &file };
    for user in settled.asked_again.into_iter().filter(|user| Some(*user) != header.author.user) {
        subject.asked_again(tx, (header.author.user, user), header.at)?;
        emails::enqueue(tx, (file.tenant, user), &[review.id], Reason::Again, header.at)?;
    }
    told::waiting_changed(tx, &settled.changed)?;
    told::pages(tx, node, file.parent)
}
