//! Who was served last, so that the others come first.

use std::collections::{BTreeMap, HashMap};

/// Whose a job is; 0 is nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub tenant: i64,
    pub user: i64,
}

/// The tenant that was served last, and in each tenant the person.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    tenant: Option<i64>,
    users: HashMap<i64, i64>,
}

impl Turns {
    pub fn served(&mut self, turn: Turn) {
        self.tenant = Some(turn.tenant);
        self.users.insert(turn.tenant, turn.user);
    }

    pub fn tenant(&self) -> i64 {
        self.tenant.unwrap_or(i64::MIN)
    }

    pub fn user(&self, tenant: i64) -> i64 {
        self.users.get(&tenant).copied().unwrap_or(i64::MIN)
    }

    /// Whose turn it is of those who wait: the next tenant's after the last one, and there the next person's.
    pub fn next<W>(&self, waiting: &BTreeMap<(i64, i64), W>) -> Option<(i64, i64)> {
        let first = |from: (i64, i64), to: (i64, i64)| waiting.range(from..=to).next().map(|(whose, _)| *whose);
        let end = (i64::MAX, i64::MAX);
        let after = first((self.tenant().saturating_add(1), i64::MIN), end);
        let (tenant, _) = after.or_else(|| first((i64::MIN, i64::MIN), end))?;
        let theirs = (tenant, i64::MAX);
        let after = first((tenant, self.user(tenant).saturating_add(1)), theirs);
        after.or_else(|| first((tenant, i64::MIN), theirs))
    }
}
