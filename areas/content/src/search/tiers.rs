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
/// Beside names with all words, so many ways to meet some of them otherwise are tried for mistakes in the others.
const WAYS: usize = 4;

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
    let mut found = Vec::new();
    for tenant in access.actor().tenants() {
        let scope = access.scope(conn, tenant)?;
        let whole = Run { names: Names::with(&asked.words), filter: asked.filter.clone(), below: asked.below };
        let met = |conn: &mut Conn<'_>, access: &mut Access<'_>| {
            runs(conn, access, scope, &asked.words, &asked.filter, asked.below)
        };
        let hit = |child| Hit { scope, tier, child };
        match tier {
            Tier::Names => found.extend(hits_of(conn, access, scope, &whole, before, limit)?.into_iter().map(hit)),
            Tier::Places => {
                for run in met(conn, access)? {
                    found.extend(hits_of(conn, access, scope, &run, before, limit)?.into_iter().map(hit));
                }
            }
            Tier::Mistakes => {
                let mut ways = vec![whole];
                if asked.words.len() > 1 {
                    ways.extend(met(conn, access)?.into_iter().take(WAYS));
                }
                for way in ways {
                    found.extend(similar(conn, access, scope, &way, before)?.into_iter().map(hit));
                }
            }
        }
    }
    found.sort_unstable_by_key(|hit| Reverse(hit.node()));
    found.dedup_by_key(|hit| hit.node());
    found.truncate(limit);
    Ok(found)
}

fn hits_of(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    run: &Run,
    before: i64,
    limit: usize,
) -> Result<Vec<Child>> {
    let Run { names, filter, below } = run;
    hits::hits(conn, access, scope, Wanted { names, filter, below: *below, before, limit })
}

/// Names with the words of a run, of which at least one has a mistake.
fn similar(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    run: &Run,
    before: i64,
) -> Result<Vec<Child>> {
    let mut found = Vec::new();
    let Some(mistakes) = Mistakes::of(&run.names.parts) else { return Ok(found) };
    for names in &mistakes.candidates {
        let wanted = Wanted { names, filter: &run.filter, below: run.below, before, limit: CANDIDATES };
        let some = hits::hits(conn, access, scope, wanted)?;
        found.extend(some.into_iter().filter(|child| mistakes.are_in(&child.node.name)));
    }
    Ok(found)
}
