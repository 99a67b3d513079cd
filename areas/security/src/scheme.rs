//! A tenant's marks: groups with their rules, categories, marks with their parents, and clearances.

use std::collections::{BTreeMap, BTreeSet};

use ::events::{Header, publish};
use db::{Conn, Tx, params};
use nodes::in_list;
use primitives::{GroupId, TenantId};

use crate::epoch::Touched;
use crate::events::{AccessChange, AccessChanged};
use crate::marks::{Marks, Match, Parents, clears_for, lacking, passes};
use crate::{Error, MarkId, Result, SecurityGroupId, epoch};

/// Whether a group's marks are inherited down the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropagationPolicy {
    Inherited,
    NeverCopy,
}

impl PropagationPolicy {
    pub fn code(self) -> &'static str {
        match self {
            Self::Inherited => "inherited",
            Self::NeverCopy => "nevercopy",
        }
    }

    fn parse(code: &str) -> Option<Self> {
        [Self::Inherited, Self::NeverCopy].into_iter().find(|policy| policy.code() == code)
    }
}

/// All data about a tenant's marks for access checks, read at once.
#[derive(Clone, Debug, Default)]
pub struct Scheme {
    pub groups: BTreeMap<SecurityGroupId, (Match, PropagationPolicy)>,
    pub marks: BTreeMap<MarkId, SecurityGroupId>,
    pub parents: Parents,
}

impl Scheme {
    pub(crate) fn load(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Self> {
        let mut scheme = Self::default();
        let groups = conn.rows(
            "SELECT security_group_id, match_type, propagation_policy FROM security_group WHERE tenant_id = $1",
            params![tenant],
            |row| Ok((row.get(0)?, row.get::<String>(1)?, row.get::<String>(2)?)),
        )?;
        for (id, kind, policy) in groups {
            if let (Some(kind), Some(policy)) = (Match::parse(&kind), PropagationPolicy::parse(&policy)) {
                scheme.groups.insert(id, (kind, policy));
            }
        }
        let marks = conn.rows(
            "SELECT security_mark_id, security_group_id, mark_parent FROM security_mark WHERE tenant_id = $1",
            params![tenant],
            |row| Ok((row.get(0)?, row.get(1)?, row.get::<Option<MarkId>>(2)?)),
        )?;
        for (mark, group, parent) in marks {
            scheme.marks.insert(mark, group);
            if let Some(parent) = parent {
                scheme.parents.insert(mark, parent);
            }
        }
        Ok(scheme)
    }

    pub fn group_of(&self, mark: MarkId) -> Option<SecurityGroupId> {
        self.marks.get(&mark).copied()
    }

    pub fn groups_of(&self, marks: &Marks) -> BTreeSet<SecurityGroupId> {
        marks.iter().filter_map(|mark| self.group_of(*mark)).collect()
    }

    pub fn propagation(&self, group: SecurityGroupId) -> Option<PropagationPolicy> {
        self.groups.get(&group).map(|(_, policy)| *policy)
    }

    pub(crate) fn of_group(&self, marks: &Marks, group: SecurityGroupId) -> Marks {
        marks.iter().copied().filter(|mark| self.group_of(*mark) == Some(group)).collect()
    }

    /// Whether somebody cleared for `cleared` satisfies all of `effective`, group by group. An unknown mark denies.
    pub fn lets_pass(&self, effective: &Marks, cleared: &Marks) -> bool {
        let known = effective.iter().all(|mark| self.group_of(*mark).is_some_and(|g| self.groups.contains_key(&g)));
        known
            && self.groups_of(effective).into_iter().all(|group| {
                let (effective, cleared) = (self.of_group(effective, group), self.of_group(cleared, group));
                let kind = self.groups.get(&group).map(|(kind, _)| *kind);
                kind.is_some_and(|kind| passes(kind, &effective, &cleared, &self.parents))
            })
    }

    /// The marks that keep somebody out who is cleared for `cleared`; none exactly if `lets_pass`.
    pub(crate) fn keeping_out(&self, effective: &Marks, cleared: &Marks) -> Marks {
        let mut found: Marks = effective.iter().copied().filter(|mark| self.kind_of(*mark).is_none()).collect();
        for group in self.groups_of(effective) {
            let (effective, cleared) = (self.of_group(effective, group), self.of_group(cleared, group));
            if let Some((kind, _)) = self.groups.get(&group) {
                found.extend(lacking(*kind, &effective, &cleared, &self.parents));
            }
        }
        found
    }

    /// Whether somebody with these clearances is cleared for this one mark.
    pub(crate) fn clears_for(&self, held: &Marks, mark: MarkId) -> bool {
        self.kind_of(mark).is_some_and(|kind| clears_for(kind, held, mark, &self.parents))
    }

    /// None: the mark is unknown, and keeps everybody out.
    pub(crate) fn kind_of(&self, mark: MarkId) -> Option<Match> {
        self.groups.get(&self.group_of(mark)?).map(|(kind, _)| *kind)
    }
}

/// A new security group. Cardinalities: true means single.
#[derive(Clone, Debug)]
pub struct NewGroup<'g> {
    pub key: &'g str,
    pub kind: Match,
    pub propagation: PropagationPolicy,
    pub single_per_node: bool,
    pub single_per_group: bool,
}

pub fn create_group(tx: &mut Tx<'_>, tenant: TenantId, new: &NewGroup<'_>) -> Result<SecurityGroupId> {
    let cardinality = |single: bool| if single { "single" } else { "multiple" };
    let id = tx.get(
        "INSERT INTO security_group (tenant_id, security_group_key, match_type, propagation_policy, node_cardinality,
           user_cardinality)
         VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING security_group_id",
        params![
            tenant,
            new.key,
            new.kind.code(),
            new.propagation.code(),
            cardinality(new.single_per_node),
            cardinality(new.single_per_group)
        ],
        |row| row.get(0),
    )?;
    epoch::advance(tx, tenant, &[Touched::All(None)])?;
    Ok(id)
}

pub fn create_category(tx: &mut Tx<'_>, tenant: TenantId, key: &str) -> Result<i64> {
    Ok(tx.get(
        "INSERT INTO security_category (tenant_id, mark_category_key) VALUES ($1, $2) RETURNING mark_category_id",
        params![tenant, key],
        |row| row.get(0),
    )?)
}

pub fn create_mark(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    group: SecurityGroupId,
    category: i64,
    key: &str,
    parent: Option<MarkId>,
) -> Result<MarkId> {
    nodes::hold_tree(tx, tenant)?;
    let sql = "SELECT 1 FROM security_group g
        JOIN security_category c ON c.tenant_id = g.tenant_id AND c.mark_category_id = $3
        WHERE g.tenant_id = $1 AND g.security_group_id = $2";
    let above = "SELECT 1 FROM security_mark WHERE security_mark_id = $1 AND security_group_id = $2";
    let known = tx.exists(sql, params![tenant, group, category])?;
    if !known || parent.map_or(Ok(false), |parent| Ok::<_, db::Error>(!tx.exists(above, params![parent, group])?))? {
        return Err(Error::ForeignMark);
    }
    let id = tx.get(
        "INSERT INTO security_mark (tenant_id, security_group_id, mark_category_id, security_mark_key, mark_parent)
         VALUES ($1, $2, $3, $4, $5)
         RETURNING security_mark_id",
        params![tenant, group, category, key, parent],
        |row| row.get(0),
    )?;
    epoch::advance(tx, tenant, &[Touched::All(None)])?;
    Ok(id)
}

/// Clears the members of a user group for a mark. A security group may allow one mark per user group.
pub fn give_clearance(tx: &mut Tx<'_>, header: Header, group: GroupId, mark: MarkId) -> Result<()> {
    nodes::hold_tree(tx, header.tenant)?;
    let sql = "SELECT 1 FROM security_mark WHERE security_mark_id = $1 AND tenant_id = $2";
    if !tx.exists(sql, params![mark, header.tenant])? {
        return Err(Error::ForeignMark);
    }
    let second = tx.exists(
        "SELECT 1 FROM security_clearance c
         JOIN security_mark held ON held.security_mark_id = c.security_mark_id
         JOIN security_mark given ON given.security_group_id = held.security_group_id
         JOIN security_group g ON g.security_group_id = given.security_group_id
         WHERE c.user_group_id = $1 AND given.security_mark_id = $2 AND held.security_mark_id <> $2
           AND g.user_cardinality = 'single'",
        params![group, mark],
    )?;
    if second {
        return Err(Error::SingleMark);
    }
    tx.run(
        "INSERT INTO security_clearance (user_group_id, security_mark_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        params![group, mark],
    )?;
    follow(tx, header, group)
}

pub fn take_clearance(tx: &mut Tx<'_>, header: Header, group: GroupId, mark: MarkId) -> Result<()> {
    tx.run("DELETE FROM security_clearance WHERE user_group_id = $1 AND security_mark_id = $2", params![group, mark])?;
    follow(tx, header, group)
}

fn follow(tx: &mut Tx<'_>, header: Header, group: GroupId) -> Result<()> {
    epoch::advance(tx, header.tenant, &[Touched::All(Some(group))])?;
    Ok(publish(tx, &AccessChanged { header, what: AccessChange::Clearances(group) })?)
}

/// The union of the groups' clearances.
pub(crate) fn clearances(conn: &mut Conn<'_>, groups: &BTreeSet<GroupId>) -> db::Result<Marks> {
    let groups: Vec<_> = groups.iter().copied().collect();
    let mut cleared = Marks::new();
    for some in groups.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT security_mark_id FROM security_clearance WHERE user_group_id IN ({list})");
        cleared.extend(conn.rows(&sql, &values, |row| row.get::<MarkId>(0))?);
    }
    Ok(cleared)
}

/// The clearances of each of the groups that have some.
pub(crate) fn clearances_by_group(
    conn: &mut Conn<'_>,
    groups: &BTreeSet<GroupId>,
) -> db::Result<BTreeMap<GroupId, Marks>> {
    let groups: Vec<_> = groups.iter().copied().collect();
    let mut cleared: BTreeMap<GroupId, Marks> = BTreeMap::new();
    for some in groups.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql =
            format!("SELECT user_group_id, security_mark_id FROM security_clearance WHERE user_group_id IN ({list})");
        for (group, mark) in conn.rows(&sql, &values, |row| Ok((row.get::<GroupId>(0)?, row.get::<MarkId>(1)?)))? {
            cleared.entry(group).or_default().insert(mark);
        }
    }
    Ok(cleared)
}
