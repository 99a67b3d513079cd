//! A file gets another content: what the two transactions of it do. In between the bytes change places on disk, and those
//! that the file had go where the bin lies.

use ::events::{Header, publish};
use audit::Author;
use authz::Permit;
use blobs::Change;
use db::Tx;
use nodes::Arrived;
use primitives::{NodeId, Seconds};
use security::Access;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk, integrity};

use super::deletion::{LeftBytes, delete_beyond_rule};
use super::store::{NewVersion, note_replaced};
use crate::events::{ContentStored, EntryReplaced};
use crate::{Replace, Result};

/// Whose bytes a file gets, and as whose it keeps those that it had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    pub taken: NodeId,
    pub kept: NodeId,
}

/// Notes the intent.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    permit: &Permit<Replace>,
    Exchange { taken, kept }: Exchange,
    (owner, now): (&Owner, Seconds),
) -> Result<Declared> {
    nodes::hold_tree(tx, permit.tenant())?;
    let file = permit.node();
    let found = nodes::find(tx, file)?.ok_or(db::Error::Missing)?;
    let plan = Plan {
        kind: Kind::Replace { taken, kept },
        node: file,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &found.name,
        target: None,
        disk_name: "",
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::Replace(intents::replacement(tx, file, taken, kept)?);
    Ok(Declared::new(intent, file, disk::store(tx, permit.repository())?, change).as_long_as_it_takes())
}

/// The content that a file gets.
pub(crate) struct NewContent<'c> {
    pub arrived: Arrived<'c>,
    pub modified_ns: i64,
    pub version: NewVersion<'c>,
}

/// Once the bytes have changed places: the rows say so, and what the tenant does not keep goes.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &Access<'_>,
    (permit, intent, kept): (&Permit<Replace>, i64, NodeId),
    new: &NewContent<'_>,
    (owner, now): (&Owner, Seconds),
) -> Result<(i64, Option<LeftBytes>)> {
    let file = permit.node();
    nodes::hold_tree(tx, permit.tenant())?;
    nodes::replace_content(tx, permit, kept, &new.arrived)?;
    integrity::note_replaced(tx, file, kept, new.modified_ns, now)?;
    let number = note_replaced(tx, (file, kept), &new.version, now)?;
    intents::complete(tx, intent, owner)?;
    let header = Header::by(Author::from(access.actor()), permit.tenant(), now);
    publish(tx, &EntryReplaced { header, folder: permit.parent(), node: file })?;
    let (hash, mime) = (new.arrived.hash.to_owned(), new.arrived.mime.to_owned());
    publish(tx, &ContentStored { header, node: file, hash, mime })?;
    Ok((number, delete_beyond_rule(tx, permit.tenant(), file, now)?))
}
