//! Tests of access on both engines: against a naive evaluator, with random acts, by name, concurrently, and by the cost
//! of changes.

mod access;
mod acts;
mod changes;
mod explained;
mod listing;
mod moves;
mod play;
mod races;
mod random;
mod reference;
mod structure;
mod world;

use db::Engine;

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
