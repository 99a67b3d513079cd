//! Hits in the order of how well they match: names with all words, then names with some of them in a place, of a type or
//! by a person that the others name, then names that differ by a letter. The newest of each come first.

use std::cmp::Reverse;
use std::collections::HashSet;

use db::Conn;
use primitives::NodeId;
use security::{Access, PrincipalScope};

use super::asked::Asked;
use super::hits::{self, Wanted};
use super::mistakes::Mistakes;
use super::names::Names;
use super::runs::{Run, runs};
use crate::Result;
use crate::entries::store::Child;

/// Only if a search finds fewer than this, words may have a mistake.
const LITTLE: usize = 5;
/// Of the names that the asker sees and that have half of a word, so many of the newest are compared with it.
const CANDIDATES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tier {
    Names,
    Places,
    Mistakes,
}

impl Tier {
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::Names, Self::Places, Self::Mistakes].into_iter().find(|tier| *tier as i64 == code)
    }
}

pub(super) struct Hit {
    pub scope: PrincipalScope,
    pub tier: Tier,
    pub child: Child,
}

impl Hit {
    pub fn node(&self) -> NodeId {
        self.child.node.id
    }
}

/// Where a page begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub tier: Tier,
    /// Only entries older than this one.
    pub before: i64,
}

/// Up to `limit` hits, the best ones first.
pub(super) fn best(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: &Asked,
    start: Option<Start>,
    limit: usize,
) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    let first = start.map_or(Tier::Names, |start| start.tier);
    for tier in [Tier::Names, Tier::Places].into_iter().filter(|tier| *tier >= first) {
        let before = start.filter(|start| start.tier == tier).map_or(i64::MAX, |start| start.before);
        if found.len() < limit {
            found.extend(of_tier(conn, access, asked, tier, before, limit - found.len())?);
        }
    }
    with_similar(conn, access, asked, start, limit, found)
}

/// Up to `limit` hits, the newest ones first.
pub(super) fn newest(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: &Asked,
    start: Option<Start>,
    limit: usize,
) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    if start.is_none_or(|start| start.tier < Tier::Mistakes) {
        let before = start.map_or(i64::MAX, |start| start.before);
        for tier in [Tier::Names, Tier::Places] {
            found.extend(of_tier(conn, access, asked, tier, before, limit)?);
        }
        found.sort_unstable_by_key(|hit: &Hit| Reverse(hit.node()));
        found.truncate(limit);
    }
    with_similar(conn, access, asked, start, limit, found)
}

/// Adds what differs by a letter if there is little else.
fn with_similar(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: &Asked,
    start: Option<Start>,
    limit: usize,
    mut found: Vec<Hit>,
) -> Result<Vec<Hit>> {
    let before = match start {
        None if found.len() < LITTLE.min(limit) => i64::MAX,
        Some(start) if start.tier == Tier::Mistakes => start.before,
        _ => return Ok(found),
    };
    let known: HashSet<NodeId> = if start.is_none() {
        found.iter().map(Hit::node).collect()
    } else {
        // There were as few of them on the first page.
        best_exact(conn, access, asked)?
    };
    let similar = of_tier(conn, access, asked, Tier::Mistakes, before, limit + known.len())?;
    found.extend(similar.into_iter().filter(|hit| !known.contains(&hit.node())));
    found.truncate(limit);
    Ok(found)
}

fn best_exact(conn: &mut Conn<'_>, access: &mut Access<'_>, asked: &Asked) -> Result<HashSet<NodeId>> {
    let mut known = HashSet::new();
    for tier in [Tier::Names, Tier::Places] {
        known.extend(of_tier(conn, access, asked, tier, i64::MAX, LITTLE)?.iter().map(Hit::node));
    }
    Ok(known)
}

/// The newest hits of a tier in all tenants of the asker.
fn of_tier(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: &Asked,
    tier: Tier,
    before: i64,
    limit: usize,
) -> Result<Vec<Hit>> {
    if let Some(below) = asked.below
        && !hits::sees(conn, access, below)?
    {
        return Ok(Vec::new());
    }
    let mistakes = if tier == Tier::Mistakes { Mistakes::of(&asked.words) } else { None };
    let mut found = Vec::new();
    for tenant in access.actor().tenants() {
        let scope = access.scope(conn, tenant)?;
        let here = |names| Run { names, filter: asked.filter.clone(), below: asked.below };
        let runs = match tier {
            Tier::Names => vec![here(Names::with(&asked.words))],
            Tier::Places => runs(conn, access, scope, &asked.words, &asked.filter, asked.below)?,
            Tier::Mistakes => {
                mistakes.iter().flat_map(|mistakes| mistakes.candidates.iter().cloned().map(here)).collect()
            }
        };
        let limit = if mistakes.is_some() { CANDIDATES } else { limit };
        let is_meant = |child: &Child| mistakes.as_ref().is_none_or(|mistakes| mistakes.are_in(&child.node.name));
        for Run { names, filter, below } in &runs {
            let wanted = Wanted { names, filter, below: *below, before, limit };
            let some = hits::hits(conn, access, scope, wanted)?.into_iter().filter(is_meant);
            found.extend(some.map(|child| Hit { scope, tier, child }));
        }
    }
    found.sort_unstable_by_key(|hit| Reverse(hit.node()));
    found.dedup_by_key(|hit| hit.node());
    found.truncate(limit);
    Ok(found)
}
