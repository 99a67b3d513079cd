//! The requested entries, and the chains that the asker may read.

use authz::Actor;
use db::Value;
use primitives::{Seconds, TenantId, UserId, fold};
use rest::Problem;
use serde::Deserialize;

/// The conditions of a search; all that are given must hold.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
pub(crate) struct LogFilter {
    tenant_id: Option<TenantId>,
    users_id: Option<UserId>,
    /// Part of the person's e-mail.
    person: Option<String>,
    /// The id of the operation.
    what: Option<String>,
    object_kind: Option<String>,
    object_id: Option<i64>,
    /// The earliest time, in seconds since 1970.
    from: Option<Seconds>,
    /// The latest time.
    to: Option<Seconds>,
}

/// The chains of the search: masters read all of them, admins those of their tenants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    Chains(Vec<i64>),
}

/// Clocks of several hosts, and long acts, may put an entry this far out of order in time.
const SLACK: Seconds = 86_400;

impl LogFilter {
    /// A tenant whose log the asker may not read counts as missing.
    pub fn scope(&self, actor: &Actor) -> Result<Scope, Problem> {
        match self.tenant_id {
            Some(tenant) if actor.master || actor.is_admin_of(tenant) => Ok(Scope::Chains(vec![tenant.0])),
            Some(_) => Err(Problem::not_found()),
            None if actor.master => Ok(Scope::All),
            None => Ok(Scope::Chains(actor.admin_of.iter().map(|tenant| tenant.0).collect())),
        }
    }

    /// The filter's text as it is bound.
    pub fn pattern(&self) -> Option<String> {
        let person = self.person.as_deref().map(str::trim).filter(|person| !person.is_empty())?;
        let escaped = fold(person).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        Some(format!("%{escaped}%"))
    }

    /// Conditions on `audit_entry e`, whose parameters begin at `$first`.
    pub fn conditions<'f>(&'f self, pattern: Option<&'f String>, first: usize) -> (String, Vec<Value<'f>>) {
        let (mut sql, mut values) = (String::new(), Vec::new());
        let mut add = |condition: &str, value: Value<'f>| {
            sql += &condition.replace("$n", &format!("${}", first + values.len()));
            values.push(value);
        };
        if let Some(user) = self.users_id {
            add(" AND e.users_id = $n", user.into());
        }
        if let Some(pattern) = pattern {
            let people = "SELECT p.users_id FROM identity_user p WHERE p.email_key LIKE $n ESCAPE '\\'";
            add(&format!(" AND e.users_id IN ({people})"), pattern.into());
        }
        if let Some(what) = &self.what {
            add(" AND e.what = $n", what.into());
        }
        if let Some(kind) = &self.object_kind {
            add(" AND e.object_kind = $n", kind.into());
        }
        if let Some(id) = self.object_id {
            add(" AND e.object_id = $n", id.into());
        }
        // Apart from the slack, the log is ordered by time: its range is found by one seek in an index.
        if let Some(from) = self.from {
            add(" AND e.at >= $n", from.into());
            let first = "SELECT b.audit_id FROM audit_entry b WHERE b.at >= $n ORDER BY b.at, b.audit_id LIMIT 1";
            add(&format!(" AND e.audit_id >= ({first})"), from.saturating_sub(SLACK).into());
        }
        if let Some(to) = self.to {
            add(" AND e.at <= $n", to.into());
            let last =
                "SELECT b.audit_id FROM audit_entry b WHERE b.at <= $n ORDER BY b.at DESC, b.audit_id DESC LIMIT 1";
            add(&format!(" AND e.audit_id <= ({last})"), to.saturating_add(SLACK).into());
        }
        (sql, values)
    }
}
