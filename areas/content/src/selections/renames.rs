//! In which order the entries of a batch get their names: one waits while another one of them has the name that it is to
//! get. Where they wait for each other in a circle, one of them is called something else meanwhile.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use authz::{Actor, Denied};
use primitives::{NodeId, TenantId};
use storage::ChangeError as _;
use storage::intents;

use super::batch::{self, BatchId};
use super::moves;
use super::selection::is_refusal;
use super::steps::{STEP, reason};
use super::wanted_names::{self, Waiting};
use crate::entries::rename::{commit, declare};
use crate::{Content, Error, Rename, Result, names};

/// What a batch does next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// All that could be renamed was tried.
    Nothing,
    /// These get their names, all of one tenant.
    Step(TenantId, Vec<NodeId>),
    /// It makes room for another one.
    SetAside(NodeId),
}

/// What to do with those that wait. Entries of `tried` wait for something else.
pub(super) fn next(waiting: &[Waiting], tried: &HashSet<NodeId>) -> Next {
    let bearers: HashMap<_, _> = waiting.iter().map(|one| ((one.folder, &one.key), one.node)).collect();
    // What is locked makes no room: it is tried, and stays.
    let has_room = |one: &Waiting| bearers.get(&(one.folder, &one.wanted)).is_none_or(|bearer| *bearer == one.node);
    let is_free = |one: &&Waiting| one.is_locked || has_room(one);
    let free: Vec<&Waiting> = waiting.iter().filter(is_free).collect();
    let mut ready = free.iter().filter(|one| !tried.contains(&one.node)).peekable();
    match (ready.peek().map(|one| one.tenant), waiting.first()) {
        (Some(tenant), _) => {
            let of_tenant = ready.filter(|one| one.tenant == tenant).map(|one| one.node);
            Next::Step(tenant, of_tenant.take(usize::try_from(STEP).unwrap_or(usize::MAX)).collect())
        }
        (None, Some(first)) if free.is_empty() => Next::SetAside(first.node),
        (None, _) => Next::Nothing,
    }
}

/// Gives an entry of a circle the name that it is to get with a number, until that name is free. If it does not come so
/// far, it has that name, and its former one comes back by taking the batch back.
pub(super) async fn set_aside(content: &Content, actor: &Arc<Actor>, batch: BatchId, node: NodeId) -> Result<()> {
    match try_to_set_aside(content, actor, batch, node).await {
        Err(error) if !error.is_moving() && is_refusal(&error) => {
            let stays = content.db.write(move |tx| batch::let_stay(tx, batch, node, reason(error)));
            Ok(stays.await?)
        }
        Err(error) if !error.is_moving() => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

async fn try_to_set_aside(content: &Content, actor: &Arc<Actor>, batch: BatchId, node: NodeId) -> Result<()> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        if !batch::is_waiting(tx, batch, node)? {
            return Ok(None);
        }
        let permit = access.authorize::<Rename>(tx, node)?;
        let wanted = wanted_names::known(tx, batch, &[node])?.remove(&node).ok_or(Denied::Invisible)?;
        wanted.refuse_changed(tx, node)?;
        let place = (permit.tenant(), permit.parent().ok_or(Denied::WrongKind)?);
        let name = names::free(tx, access, place, &wanted.name, &HashSet::new())?;
        declare(tx, access, node, &name, (&owner, now))
    });
    let Some((declared, renaming)) = declared.await? else { return Ok(()) };
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        if !batch::is_waiting(tx, batch, node)? {
            return Err(Error::ChangedSince);
        }
        commit(tx, access, (node, intent, &renaming), (&owner, now))?;
        Ok(moves::note_names(tx, batch, node, &renaming)?)
    });
    intents::carry_out(&content.storage, declared, commit).await
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use primitives::{NodeId, TenantId};

    use super::{Next, next};
    use crate::selections::wanted_names::Waiting;

    fn waiting(names: &[(&str, &str)]) -> Vec<Waiting> {
        let of = |(at, (key, wanted)): (usize, &(&str, &str))| Waiting {
            tenant: TenantId(1),
            node: NodeId(i64::try_from(at).unwrap()),
            folder: Some(NodeId(100)),
            key: (*key).to_owned(),
            wanted: (*wanted).to_owned(),
            is_locked: false,
        };
        names.iter().enumerate().map(of).collect()
    }

    fn step(nodes: &[i64]) -> Next {
        Next::Step(TenantId(1), nodes.iter().copied().map(NodeId).collect())
    }

    #[test]
    fn an_entry_waits_for_the_one_that_has_its_name() {
        let none = HashSet::new();
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3"), ("3", "4"), ("x", "y")]), &none), step(&[2, 3]));
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3")]), &none), step(&[1]));
        assert_eq!(next(&waiting(&[("a", "a")]), &none), step(&[0]), "only its case changes");
        assert_eq!(next(&[], &none), Next::Nothing);
    }

    #[test]
    fn an_entry_of_another_folder_stands_in_nobody_s_way() {
        let mut two = waiting(&[("a", "b"), ("b", "a")]);
        two[1].folder = Some(NodeId(101));
        assert_eq!(next(&two, &HashSet::new()), step(&[0, 1]));
    }

    #[test]
    fn of_a_circle_one_makes_room_once_nothing_else_waits() {
        let none = HashSet::new();
        let circle = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "e")];
        assert_eq!(next(&waiting(&circle), &none), step(&[3]));
        assert_eq!(next(&waiting(&circle[..3]), &none), Next::SetAside(NodeId(0)));
        assert_eq!(next(&waiting(&[("b (2)", "b"), ("b", "c"), ("c", "a")]), &none), step(&[2]));
        let mut locked = waiting(&circle[..3]);
        locked[1].is_locked = true;
        assert_eq!(next(&locked, &none), step(&[1]), "nobody makes room for it");
    }

    #[test]
    fn what_waits_for_somebody_else_is_tried_once_in_each_pass() {
        let tried = HashSet::from([NodeId(1)]);
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3")]), &tried), Next::Nothing);
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3"), ("4", "5")]), &tried), step(&[2]));
    }
}
