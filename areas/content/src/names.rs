//! Names in a folder, and who may give them.
//!
//! Hidden entries are not revealed. A name is taken if an entry that the asker sees has it; a hidden entry blocks
//! nothing, and the new entry becomes its duplicate (`nodes::names`). Free names and names of hidden entries run the
//! same statements, the same number of times.

use std::collections::{HashMap, HashSet};

use db::{Conn, Tx};
use nodes::{NO_NODE, Namesake};
use primitives::{EntryName, InvalidName, NodeId, TenantId};
use security::Access;
use storage::intents;

use crate::{Error, Result};

/// This many namesakes with ACLs of their own are checked, whether they exist or not.
const ASKED: usize = 8;

/// The name of a file that is sent: blanks around it are no part of it.
pub(crate) fn sent(wanted: &str) -> std::result::Result<EntryName, InvalidName> {
    EntryName::parse(wanted.trim())
}

/// Refuses `name` in `folder` if an entry other than `except` has it and the asker sees that entry. Every operation
/// that gives a name calls this in its transaction: create, rename, move, restore.
pub(crate) fn claim(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (tenant, folder): (TenantId, NodeId),
    name: &EntryName,
    except: Option<NodeId>,
) -> Result<()> {
    nodes::hold_name(tx, folder, name)?;
    // Another entry is about to get the name: what it is called then decides. Nobody learns whether it is hidden.
    if intents::is_taken(tx, folder, &name.key(), except)? {
        return Err(storage::Error::Moving.into());
    }
    let taken = taken(tx, access, (tenant, folder), &[name.key()], except)?;
    if taken.is_empty() { Ok(()) } else { Err(Error::NameTaken(name.as_str().to_owned())) }
}

/// So many numbers are tried for a name.
const NUMBERS: usize = 500;
/// So many in one statement.
const AT_ONCE: usize = 50;

/// `name` if it is free in `folder`, or else with the first number that is: `photo (2).jpg`. Names of hidden entries are
/// free, and those of `given` are not.
pub(crate) fn free(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    place: (TenantId, NodeId),
    name: &EntryName,
    given: &HashSet<String>,
) -> Result<EntryName> {
    let candidates: Vec<EntryName> =
        std::iter::once(name.clone()).chain((2..=NUMBERS).filter_map(|number| name.numbered(number))).collect();
    for some in candidates.chunks(AT_ONCE) {
        let keys: Vec<String> = some.iter().map(EntryName::key).collect();
        let taken = taken(tx, access, place, &keys, None)?;
        let is_free = |key: &String| !taken.contains_key(key) && !given.contains(key);
        if let Some(free) = some.iter().find(|name| is_free(&name.key())) {
            return Ok(free.clone());
        }
    }
    Err(Error::NameTaken(name.as_str().to_owned()))
}

/// Those of the keys that entries of `folder` have which the asker sees or may traverse, with these entries.
pub(crate) fn taken(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (tenant, folder): (TenantId, NodeId),
    keys: &[String],
    except: Option<NodeId>,
) -> Result<HashMap<String, Namesake>> {
    let scope = access.scope(conn, tenant)?;
    let flow = access.inheritable_acl(conn, tenant, folder)?;
    let open = scope.role_at(conn, flow)?.is_some();
    let mut borne = nodes::namesakes(conn, folder, keys)?;
    borne.retain(|namesake| Some(namesake.node) != except);
    let mut with_acl: Vec<NodeId> = borne.iter().filter(|namesake| namesake.has_own_acl).map(|one| one.node).collect();
    // Namesakes that do not exist.
    with_acl.resize(with_acl.len().max(keys.len()).max(ASKED), NO_NODE);
    let visible = access.visible_folders(conn, scope, &with_acl)?;
    let is_seen = |one: &Namesake| if one.has_own_acl { visible.contains(&one.node) } else { open };
    Ok(borne.into_iter().filter(is_seen).map(|namesake| (namesake.key.clone(), namesake)).collect())
}

#[cfg(test)]
mod tests {
    use primitives::InvalidName;

    use super::sent;

    #[test]
    fn blanks_around_a_name_that_is_sent_are_no_part_of_it() {
        for name in ["plan.txt", "  plan.txt", "plan.txt\u{a0}\t "] {
            assert_eq!(sent(name).map(|name| name.as_str().to_owned()), Ok("plan.txt".to_owned()), "{name:?}");
        }
        assert_eq!(sent("  "), Err(InvalidName::Empty));
        assert_eq!(sent("plan. "), Err(InvalidName::TrailingDotOrSpace));
    }
}
