//! A mark for access tests: people who are not cleared for it lose access to marked nodes and everything below.

use audit::Author;
use authz::Origin;
use db::Tx;
use events::Header;
use primitives::{GroupId, TenantId};
use security::{MarkId, Match, PropagationPolicy};

/// The mark, for which `cleared` alone is cleared.
pub fn secret(tx: &mut Tx<'_>, tenant: TenantId, cleared: GroupId) -> security::Result<MarkId> {
    let new = security::NewGroup {
        key: "confidentiality",
        kind: Match::And,
        propagation: PropagationPolicy::Inherited,
        single_per_node: false,
        single_per_group: false,
    };
    let group = security::create_group(tx, tenant, &new)?;
    let category = security::create_category(tx, tenant, "handling")?;
    let mark = security::create_mark(tx, tenant, group, category, "secret", None)?;
    let header = Header::by(Author::nobody(Origin::CommandLine), tenant, 0);
    security::give_clearance(tx, header, cleared, mark)?;
    Ok(mark)
}
