//! Entries without bytes, for load tests: rows, guard and words as a real file has them.

use authz::{Permit, Upload};
use db::Tx;
use nodes::{Facts, NewNode, NodeState, PreviewState};
use primitives::{EntryName, NodeKind, Seconds};

use crate::{Result, search};

pub fn synthesise_file(
    tx: &mut Tx<'_>,
    into: &Permit<Upload>,
    name: &EntryName,
    index: usize,
    now: Seconds,
) -> Result<()> {
    let size = i64::try_from(index % 9_000_000).unwrap_or(0) + 10_000;
    let new = NewNode { kind: NodeKind::File, name, state: NodeState::Staging, size, now };
    let node = nodes::insert(tx, into, &new)?;
    let facts = Facts { mime: Some("image/jpeg".into()), ..Facts::default() };
    nodes::place(tx, into, node, size, &facts, PreviewState::Unsupported, now)?;
    Ok(search::index(tx, node, name.as_str())?)
}
