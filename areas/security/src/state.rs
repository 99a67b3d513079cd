//! The state of this room's calls; rooms above use its operations inside their own closures.

use db::Db;
use primitives::Clock;

#[derive(Clone)]
pub struct Security {
    pub db: Db,
    pub clock: Clock,
}
