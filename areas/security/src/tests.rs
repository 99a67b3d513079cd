//! Access under test, on both engines: by a naive evaluator, at random, by name, with many at once,
//! and by what a change costs.

mod access;
mod changes;
mod listing;
mod moves;
mod play;
mod races;
mod random;
mod reference;
mod structure;
mod world;

use db::Engine;
use primitives::TenantId;

/// The tenant whose pending propagations are ignored, to show what they are for.
pub(crate) const WITHOUT_PENDING: TenantId = TenantId(77_000);

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
