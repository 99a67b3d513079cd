//! The walls under test, on both engines: by a naive evaluator, at random, by name, with many at once,
//! and by what a change costs.

mod changes;
mod listing;
mod moves;
mod play;
mod races;
mod random;
mod reference;
mod structure;
mod walls;
mod world;

use db::Engine;
use primitives::TenantId;

/// The tenant whose fences are not heeded, to show what they are for.
pub(crate) const WITHOUT_FENCES: TenantId = TenantId(77_000);

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
