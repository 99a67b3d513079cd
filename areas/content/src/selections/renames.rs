//! In which order the entries of a batch get their names: one waits while another one of them has the name that it is to
//! get. Where they wait for each other in a circle, one of them is called something else meanwhile. Of several that are to
//! get one name, who makes room for another one comes first.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use authz::{Actor, Denied};
use primitives::{NodeId, TenantId};
use storage::ChangeError as _;
use storage::intents;

use super::batch::{self, BatchId};
use super::moves;
use super::reason::reason;
use super::selection::is_refusal;
use super::steps::STEP;
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

/// A name in a folder, by its key.
type Name<'w> = (Option<NodeId>, &'w str);

impl Waiting {
    fn has(&self) -> Name<'_> {
        (self.folder, &self.key)
    }

    fn wants(&self) -> Name<'_> {
        (self.folder, &self.wanted)
    }
}

/// What to do with those that wait. Entries of `tried` wait for something else.
pub(super) fn next(waiting: &[Waiting], tried: &HashSet<NodeId>) -> Next {
    let bearers: HashMap<Name<'_>, &Waiting> = waiting.iter().map(|one| (one.has(), one)).collect();
    // What is locked makes no room: it is tried, and stays.
    let has_room = |one: &Waiting| bearers.get(&one.wants()).is_none_or(|bearer| bearer.node == one.node);
    let free: Vec<&Waiting> = waiting.iter().filter(|one| one.is_locked || has_room(one)).collect();
    let untried: Vec<&Waiting> = free.iter().copied().filter(|one| !tried.contains(&one.node)).collect();
    let ready = without_outdone(waiting, untried);
    match (ready.first().map(|one| one.tenant), waiting.first()) {
        (Some(tenant), _) => {
            let of_tenant = ready.iter().filter(|one| one.tenant == tenant).map(|one| one.node);
            Next::Step(tenant, of_tenant.take(usize::try_from(STEP).unwrap_or(usize::MAX)).collect())
        }
        (None, Some(first)) if free.is_empty() => Next::SetAside(one_of_a_circle(&bearers, first)),
        (None, _) => Next::Nothing,
    }
}

/// Those of `untried` that no other one of them outdoes: one that is to get the same name, and whose own name somebody
/// waits for, while nobody waits for theirs.
fn without_outdone<'w>(waiting: &[Waiting], untried: Vec<&'w Waiting>) -> Vec<&'w Waiting> {
    let wanted: HashSet<Name<'_>> = waiting.iter().filter(|one| one.has() != one.wants()).map(Waiting::wants).collect();
    let makes_room = |one: &Waiting| !one.is_locked && wanted.contains(&one.has());
    let first: HashSet<Name<'_>> = untried.iter().filter(|one| makes_room(one)).map(|one| one.wants()).collect();
    untried.into_iter().filter(|one| makes_room(one) || !first.contains(&one.wants())).collect()
}

/// An entry of the circle that who waits for another one's name comes to: they may wait for it without being in it.
fn one_of_a_circle(bearers: &HashMap<Name<'_>, &Waiting>, first: &Waiting) -> NodeId {
    let (mut at, mut passed) = (first, HashSet::new());
    while passed.insert(at.node) {
        let Some(bearer) = bearers.get(&at.wants()).copied() else { break };
        at = bearer;
    }
    at.node
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
        let before_a_circle = [("x", "a"), ("y", "a"), ("a", "b"), ("b", "a")];
        assert_eq!(next(&waiting(&before_a_circle), &none), Next::SetAside(NodeId(2)), "who waits for it is not in it");
        let mut locked = waiting(&circle[..3]);
        locked[1].is_locked = true;
        assert_eq!(next(&locked, &none), step(&[1]), "nobody makes room for it");
    }

    #[test]
    fn of_two_that_are_to_get_one_name_who_makes_room_comes_first() {
        let none = HashSet::new();
        let both = [("x", "a"), ("a (2)", "b"), ("b", "a")];
        assert_eq!(next(&waiting(&both), &none), step(&[2]));
        assert_eq!(next(&waiting(&both), &HashSet::from([NodeId(2)])), step(&[0]), "it was tried");
        assert_eq!(next(&waiting(&[("x", "a"), ("y", "a")]), &none), step(&[0, 1]), "nobody waits for either");
        assert_eq!(next(&waiting(&[("a", "a"), ("x", "a")]), &none), step(&[0]), "it has that name");
    }

    #[test]
    fn what_waits_for_somebody_else_is_tried_once_in_each_pass() {
        let tried = HashSet::from([NodeId(1)]);
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3")]), &tried), Next::Nothing);
        assert_eq!(next(&waiting(&[("1", "2"), ("2", "3"), ("4", "5")]), &tried), step(&[2]));
    }
}
