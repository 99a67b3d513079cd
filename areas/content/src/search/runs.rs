//! How words that are not in a name may be met: by the folders above an entry, by its type, or by who brought it. Each way
//! is a search of its own, for the remaining words in a smaller part of the tree.

use std::collections::{BTreeSet, HashMap, HashSet};

use db::Conn;
use nodes::NameAndParent;
use primitives::{NodeId, fold};
use security::{Access, PrincipalScope};

use super::facts::{Fact, facts_of};
use super::named_places::places_named;
use super::names::Names;
use crate::Result;
use crate::filter::Filter;

/// So many ways are tried.
const MOST: usize = 32;

/// One search for names.
pub(super) struct Run {
    pub names: Names,
    pub filter: Filter,
    pub below: Option<NodeId>,
}

/// The words that names must still have, and what else entries must be.
#[derive(Clone)]
struct Rest {
    words: Vec<String>,
    filter: Filter,
}

/// The ways to meet the words, without names that have all of them.
pub(super) fn runs(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    words: &[String],
    filter: &Filter,
    below: Option<NodeId>,
) -> Result<Vec<Run>> {
    let rests = by_facts(conn, scope, words, filter)?;
    let mut places = BTreeSet::new();
    for word in words {
        places.extend(places_named(conn, access, scope, word)?);
    }
    let paths = Paths::of(conn, access, scope, places.iter().copied().chain(below).collect())?;
    let run = |rest: &Rest, below| {
        let names = Names::with(&rest.words).without(words);
        Run { names, filter: rest.filter.clone(), below }
    };
    let mut runs: Vec<Run> = rests.iter().skip(1).map(|rest| run(rest, below)).collect();
    for place in places.iter().rev() {
        let Some(inside) = paths.both(*place, below) else { continue };
        for rest in &rests {
            let left = paths.left(*place, &rest.words);
            let mut above = paths.up(*place).skip(1).filter(|step| places.contains(step));
            // What a folder further up meets as well is found there.
            if left.len() < rest.words.len() && !above.any(|step| paths.left(step, &rest.words) == left) {
                runs.push(run(&Rest { words: left, filter: rest.filter.clone() }, Some(inside)));
            }
        }
    }
    runs.truncate(MOST);
    Ok(runs)
}

/// All words, and then what is left of them where some of them name a type or a person.
fn by_facts(conn: &mut Conn<'_>, scope: PrincipalScope, words: &[String], filter: &Filter) -> db::Result<Vec<Rest>> {
    let mut rests = vec![Rest { words: words.to_vec(), filter: filter.clone() }];
    for word in words {
        let facts = facts_of(conn, scope.tenant, word)?;
        let mut met = Vec::new();
        for rest in &rests {
            met.extend(facts.iter().filter_map(|fact| rest.met_by(word, *fact)));
        }
        rests.extend(met);
        rests.truncate(MOST);
    }
    Ok(rests)
}

impl Rest {
    /// None if the filter allows none of these.
    fn met_by(&self, word: &str, fact: Fact) -> Option<Self> {
        let words = self.words.iter().filter(|other| *other != word).cloned().collect();
        let mut filter = self.filter.clone();
        match fact {
            Fact::Type(kind) if filter.types.is_empty() || filter.types.iter().any(|other| other == kind) => {
                filter.types = vec![kind.to_owned()];
            }
            Fact::Maker(user) if filter.people.is_empty() || filter.people.contains(&user) => {
                filter.people = vec![user];
            }
            Fact::Type(_) | Fact::Maker(_) => return None,
        }
        Some(Self { words, filter })
    }
}

/// The names above some places, as far as the asker sees them.
struct Paths {
    steps: HashMap<NodeId, NameAndParent>,
    visible: HashSet<NodeId>,
}

impl Paths {
    fn of(conn: &mut Conn<'_>, access: &mut Access<'_>, scope: PrincipalScope, places: Vec<NodeId>) -> Result<Self> {
        if places.is_empty() {
            return Ok(Self { steps: HashMap::new(), visible: HashSet::new() });
        }
        let steps = nodes::names_and_parents(conn, &places)?;
        let all: Vec<NodeId> = steps.keys().copied().collect();
        Ok(Self { visible: access.visible_folders(conn, scope, &all)?, steps })
    }

    /// The place, and those above it.
    fn up(&self, place: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(place), |place| self.steps.get(place).and_then(|step| step.parent))
    }

    /// The words that are not in the name of the place or of one above it.
    fn left(&self, place: NodeId, words: &[String]) -> Vec<String> {
        let seen = self.up(place).filter(|step| self.visible.contains(step));
        let names: Vec<String> = seen.filter_map(|step| self.steps.get(&step)).map(|step| fold(&step.name)).collect();
        words.iter().filter(|word| !names.iter().any(|name| name.contains(*word))).cloned().collect()
    }

    /// The lower one of two places, if it is inside the other.
    fn both(&self, place: NodeId, below: Option<NodeId>) -> Option<NodeId> {
        let Some(below) = below else { return Some(place) };
        if self.up(place).any(|step| step == below) {
            return Some(place);
        }
        self.up(below).any(|step| step == place).then_some(below)
    }
}
