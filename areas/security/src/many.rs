//! What many people see of a few nodes: most of them have the same rights and share one answer.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Value};
use nodes::in_list;
use primitives::{NodeId, TenantId, UserId};

use crate::principal_key::PrincipalKey;
use crate::{Error, Result, See, read};

/// A person, and the nodes they ask for.
pub type Asker = (Arc<Actor>, Vec<NodeId>);

/// The nodes that are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    AtWhatIs,
    /// A node in the bin counts as if it were still in its folder.
    InTheBinToo,
}

/// The keys that decide about somebody's roles in all their tenants.
type PrincipalKeys = Vec<(TenantId, PrincipalKey)>;

/// For each asker, the visible ones of their nodes, possibly among other visible nodes.
pub async fn visible_to(db: &Db, askers: Vec<Asker>, looking: Looking) -> Result<Vec<Arc<HashSet<NodeId>>>> {
    let people: Vec<Arc<Actor>> = askers.iter().map(|(actor, _)| actor.clone()).collect();
    let alone = db.read(move |c| with_own_grants(c, &people)).await?;
    let mut groups: HashMap<PrincipalKeys, usize> = HashMap::new();
    let mut asked: Vec<(Arc<Actor>, BTreeSet<NodeId>)> = Vec::new();
    let mut places = Vec::with_capacity(askers.len());
    for (actor, nodes) in askers {
        let place = *groups.entry(principal_keys(&actor, alone.contains(&actor.user))).or_insert_with(|| {
            asked.push((actor, BTreeSet::new()));
            asked.len() - 1
        });
        asked[place].1.extend(nodes);
        places.push(place);
    }
    let mut seen = Vec::with_capacity(asked.len());
    for (actor, nodes) in asked {
        seen.push(Arc::new(visible(db, &actor, nodes, looking).await?));
    }
    Ok(places.into_iter().map(|place| seen[place].clone()).collect())
}

fn principal_keys(actor: &Actor, alone: bool) -> PrincipalKeys {
    let key = |tenant| if alone { PrincipalKey::alone(actor, tenant) } else { PrincipalKey::shared(actor, tenant) };
    actor.tenants().into_iter().map(|tenant| (tenant, key(tenant))).collect()
}

async fn visible(db: &Db, actor: &Arc<Actor>, nodes: BTreeSet<NodeId>, looking: Looking) -> Result<HashSet<NodeId>> {
    if nodes.is_empty() {
        return Ok(HashSet::new());
    }
    let seen = read(db, actor, move |c, access| {
        let mut seen = HashSet::new();
        for node in &nodes {
            let mut opened = access.authorize::<See>(c, *node).map(|_| ());
            if looking == Looking::InTheBinToo && matches!(opened, Err(Error::Denied(_))) {
                opened = access.authorize_binned::<See>(c, *node).map(|_| ());
            }
            match opened {
                Ok(()) => seen.extend([*node]),
                Err(Error::Denied(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(seen)
    });
    seen.await
}

/// Those of `people` who have a grant of their own.
fn with_own_grants(conn: &mut Conn<'_>, people: &[Arc<Actor>]) -> db::Result<HashSet<UserId>> {
    if people.is_empty() || !conn.exists("SELECT 1 FROM security_grant WHERE users_id IS NOT NULL LIMIT 1", &[])? {
        return Ok(HashSet::new());
    }
    let users: BTreeSet<UserId> = people.iter().map(|actor| actor.user).collect();
    let tenants: BTreeSet<TenantId> = people.iter().flat_map(|actor| actor.tenants()).collect();
    let mut found = HashSet::new();
    for tenant in tenants {
        for some in users.iter().copied().collect::<Vec<_>>().chunks(256) {
            let (list, values) = in_list(2, some);
            let sql =
                format!("SELECT DISTINCT users_id FROM security_grant WHERE tenant_id = $1 AND users_id IN ({list})");
            let values: Vec<_> = std::iter::once(Value::from(tenant)).chain(values).collect();
            found.extend(conn.rows(&sql, &values, |row| row.get::<UserId>(0))?);
        }
    }
    Ok(found)
}
