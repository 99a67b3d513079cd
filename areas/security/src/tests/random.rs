//! The property: after any acts, propagated or not, access equals the result of the naive evaluator.

use std::collections::BTreeMap;
use std::sync::Arc;

use authz::Actor;
use db::Engine;
use primitives::NodeId;

use super::play::{SeededRng, Stage, act, cast, regroup};
use super::reference::{Reference, Sees};
use super::world::{TENANT, World, look};
use super::{explained, listing, structure};
use crate::{Access, AclPropagation, Error, Result, acls};

/// Acts on one tree; longer runs begin again with another.
const ACTS_OF_A_WORLD: usize = 1000;

/// Situations that must occur for the run to prove anything.
const COMPARED: [&str; 10] = [
    "Role(Reader)",
    "Role(Writer)",
    "Role(Manager)",
    "Passing",
    "Nothing",
    "Role(Reader) while pending",
    "Role(Writer) while pending",
    "Role(Manager) while pending",
    "Passing while pending",
    "Nothing while pending",
];

struct Run {
    world: World,
    stage: Stage,
    cast: Vec<Arc<Actor>>,
    rng: SeededRng,
    under_way: Vec<AclPropagation>,
    /// Differences between access and the reference.
    wrong: Vec<String>,
    /// How often each situation was compared.
    met: BTreeMap<String, usize>,
    comparisons: usize,
}

impl Run {
    async fn begin(world: World, seed: u64) -> Self {
        let stage = Stage::set(&world).await;
        let cast = cast(&world);
        let (under_way, wrong, met) = (vec![], vec![], BTreeMap::new());
        Self { world, stage, cast, rng: SeededRng(seed), under_way, wrong, met, comparisons: 0 }
    }

    /// Up to four acts in one transaction; propagations and groups advance; every now and then views are compared.
    async fn step(&mut self, compare: bool) -> usize {
        let acts = 1 + self.rng.roll(4);
        let (stage, mut rng) = (self.stage.clone(), self.rng.clone());
        let played = self.world.act(move |tx, access| {
            (0..acts).try_for_each(|_| act(tx, access, &stage, &mut rng))?;
            Ok(rng)
        });
        self.rng = played.await.unwrap();
        if self.rng.roll(4) == 0 {
            regroup(&mut self.cast, self.stage.tenant, &mut self.rng);
        }
        self.propagate_some().await;
        if compare {
            let actor = self.cast[self.rng.roll(self.cast.len())].clone();
            self.compare(&actor).await;
        }
        acts
    }

    /// Begins a propagation, advances some by a folder or three, or drops one half-way as a crash does. Or nothing.
    async fn propagate_some(&mut self) {
        if self.stage.propagates_one_in == 0 || self.rng.roll(self.stage.propagates_one_in) > 0 {
            return;
        }
        let pending = self.world.pending().await;
        if let Some(propagation) = self.rng.pick(&pending) {
            self.under_way.extend(AclPropagation::begin(self.world.db(), propagation).await.unwrap());
        }
        for _ in 0..self.rng.roll(12) {
            if self.under_way.is_empty() {
                return;
            }
            let at = self.rng.roll(self.under_way.len());
            let batch = 1 + self.rng.roll(3);
            let crashed = self.rng.roll(30) == 0;
            if crashed || !self.under_way[at].step(self.world.db(), batch).await.unwrap() {
                self.under_way.swap_remove(at);
            }
        }
    }

    /// Everything that `actor` sees: each node is asked for, each folder listed; the ACLs behind it; and what is told
    /// about it.
    async fn compare(&mut self, actor: &Arc<Actor>) {
        self.comparisons += 1;
        let (tenant, who, turn) = (self.stage.tenant, actor.clone(), self.comparisons);
        let ask = move |c: &mut db::Conn<'_>, access: &mut Access<'_>| -> Result<_> {
            let truth = Reference::load(c, tenant)?;
            let pending = acls::is_propagating(c, tenant)?;
            let mut met = Vec::new();
            let mut wrong = structure::differences(c, tenant, &truth)?;
            let sees = truth.sees(&who);
            for (node, wanted) in &sees {
                let found = look(c, access, *node)?;
                met.push(format!("{wanted:?}{}", if pending { " while pending" } else { "" }));
                if found != *wanted {
                    wrong.push(format!("user {} sees {found:?} for {wanted:?} of node {node}", who.user));
                }
                let wanted = visible_in(&truth, &sees, *node);
                let listed = listing::children(c, access, *node)?;
                if listed != wanted {
                    wrong.push(format!("user {} lists {listed:?} for {wanted:?} in node {node}", who.user));
                }
            }
            let wanted: BTreeMap<_, _> =
                sees.iter().filter(|(_, seen)| matches!(seen, Sees::Role(_))).map(|(n, s)| (*n, *s)).collect();
            let found = listing::has_own(c, access, tenant)?;
            if found != wanted {
                wrong.push(format!("user {} finds {found:?} for {wanted:?}", who.user));
            }
            if who.belongs_to(tenant) {
                wrong.extend(structure::set_differences(c, &who, tenant)?);
            }
            wrong.extend(explained::differences(c, &who, tenant, &truth, turn)?);
            Ok((wrong, met))
        };
        let (wrong, met) = crate::read::<_, Error, _>(self.world.db(), actor, ask).await.unwrap();
        self.wrong.extend(wrong);
        for what in met {
            *self.met.entry(what).or_default() += 1;
        }
    }

    async fn compare_all(&mut self) {
        for actor in self.cast.clone() {
            self.compare(&actor).await;
        }
    }

    fn is_right(&self, step: &str) {
        assert!(self.wrong.is_empty(), "{step}: {:#?}", self.wrong);
    }
}

/// The children of `folder` that the reference shows, if it shows the folder.
fn visible_in(truth: &Reference, sees: &BTreeMap<NodeId, Sees>, folder: NodeId) -> BTreeMap<NodeId, Sees> {
    let child = |node: &NodeId| truth.nodes[node].0 == Some(folder) && sees[&folder] != Sees::Nothing;
    sees.iter().filter(|(node, seen)| **seen != Sees::Nothing && child(node)).map(|(n, s)| (*n, *s)).collect()
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// `PROVE_OPS` acts (by default `acts`) from `PROVE_SEED` on, in worlds of some hundred. Propagations keep up in some,
/// are slow in some, and only run at the end in some.
async fn prove(engine: Engine, acts: usize) {
    let acts = number("PROVE_OPS", acts);
    let (mut done, mut met) = (0, BTreeMap::<String, usize>::new());
    for seed in number("PROVE_SEED", 1).. {
        // Rare situations may need some more worlds.
        if done >= acts && (COMPARED.iter().all(|what| met.contains_key(*what)) || done >= acts * 4) {
            break;
        }
        let until = done + acts.min(ACTS_OF_A_WORLD);
        let mut run = Run::begin(World::of(engine, TENANT).await, seed as u64).await;
        run.stage.propagates_one_in = [3, 12, 0][seed % 3];
        for step in 0.. {
            if done >= until {
                break;
            }
            done += run.step(step % 3 == 0).await;
            run.is_right(&format!("seed {seed}, step {step}"));
        }
        run.compare_all().await;
        run.is_right(&format!("seed {seed}, with propagations under way"));
        run.world.propagate_all().await;
        assert_eq!(run.world.pending().await, [0_i64; 0]);
        run.compare_all().await;
        run.is_right(&format!("seed {seed}, at the end"));
        assert_eq!(run.world.db().read(nodes::miscounted).await.unwrap(), [], "seed {seed}");
        for (what, often) in run.met {
            *met.entry(what).or_default() += often;
        }
    }
    println!("{engine:?}: {done} acts; compared {met:#?}");
    for what in COMPARED {
        assert!(met.contains_key(what), "{what} never came about");
    }
}

#[tokio::test]
async fn random_acts_leave_the_access_that_the_reference_computes_on_sqlite() {
    prove(Engine::Sqlite, 3000).await;
}

#[tokio::test]
async fn random_acts_leave_the_access_that_the_reference_computes_on_postgresql() {
    prove(Engine::Postgres, 600).await;
}

#[tokio::test]
async fn forgetting_pending_propagations_shows_closed_nodes() {
    let leak = |wrong: &String| wrong.contains("sees Role") && wrong.contains("for Nothing");
    let mut last = Vec::new();
    // Not every play closes something that somebody has seen.
    for seed in 1..=12 {
        let mut run = Run::begin(World::of(Engine::Sqlite, TENANT).await, seed).await;
        run.stage.propagates_one_in = 0;
        for _ in 0..60 {
            run.step(false).await;
            run.world.act(|tx, _| Ok(tx.run("DELETE FROM security_propagation", &[])?)).await.unwrap();
            run.compare_all().await;
            if run.wrong.iter().any(leak) {
                return;
            }
        }
        last = run.wrong;
    }
    panic!("nobody saw too much: {last:#?}");
}
