//! Of remembered notices those that their reader may know of now.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::Conn;
use primitives::{NodeId, TenantId};
use security::{Access, Result};

use crate::instances::instances_of;
use crate::model::{NoticeEntry, ShownNotice};
use crate::store::Told;
use crate::{subjects, visible_entries};

/// Those that are shown, in their order. Who lost the tenant, the entry or the subject is not shown the notice.
pub(crate) fn shown(conn: &mut Conn<'_>, access: &mut Access<'_>, told: Vec<Told>) -> Result<Vec<ShownNotice>> {
    let mut known: Vec<Told> = told.into_iter().filter(|one| access.actor().belongs_to(one.tenant)).collect();
    let tenants: BTreeSet<TenantId> = known.iter().map(|one| one.tenant).collect();
    let tenants: Vec<TenantId> = tenants.into_iter().collect();
    let instances = instances_of(conn, access.actor(), &tenants)?;
    // Without an application of files nobody can open what a notice is about.
    known.retain(|one| instances.contains_key(&one.tenant));
    let entries = entries(conn, access, &known)?;
    known.retain(|one| one.node.is_none_or(|node| entries.contains_key(&node)));
    let subjects = subjects::find(conn, access, &known)?;
    let of_one = |one: Told| {
        let application_instance_id = *instances.get(&one.tenant)?;
        let about = match subjects.get(one.kind.as_str()) {
            Some(of_kind) => Some(of_kind.get(&one.subject)?.clone()),
            None => None,
        };
        let entry = one.node.and_then(|node| entries.get(&node).cloned());
        Some(ShownNotice {
            notice_id: one.id,
            subject: one.subject,
            application_instance_id,
            from: one.from,
            entry,
            about,
            detail: serde_json::from_str(&one.detail).unwrap_or_default(),
            times: one.times,
            told_at: one.told_at,
            seen: one.seen,
            kind: one.kind,
        })
    };
    Ok(known.into_iter().filter_map(of_one).collect())
}

/// The entries that the reader sees: one statement for each tenant.
fn entries(conn: &mut Conn<'_>, access: &mut Access<'_>, told: &[Told]) -> Result<HashMap<NodeId, NoticeEntry>> {
    let mut by_tenant: BTreeMap<TenantId, BTreeSet<NodeId>> = BTreeMap::new();
    for one in told {
        if let Some(node) = one.node {
            by_tenant.entry(one.tenant).or_default().insert(node);
        }
    }
    let mut found = HashMap::new();
    for (tenant, nodes) in by_tenant {
        let nodes: Vec<NodeId> = nodes.into_iter().collect();
        found.extend(visible_entries::find(conn, access, tenant, &nodes)?);
    }
    Ok(found)
}
