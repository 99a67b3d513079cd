//! Presets: the named sizes and formats of a tenant, in which its people download pictures. Admins make them.

pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod list;
mod model;
pub(crate) mod of_node;
pub(crate) mod store;
pub(crate) mod update;
pub(crate) mod usual;

use rest::{Problem, Rule};
use tenancy::tenants_here;

pub use model::{Preset, PresetId};
pub use store::of_tenant as presets_of;

/// Of one tenant.
const MOST: i64 = 100;

fn taken() -> Problem {
    Problem::conflict("preset_taken", "preset_taken").at(Rule::Taken.of("name"))
}

/// What the database refuses of a name, as the form says it.
fn refused(error: db::Error) -> Problem {
    if matches!(error, db::Error::Unique(_)) { taken() } else { error.into() }
}
