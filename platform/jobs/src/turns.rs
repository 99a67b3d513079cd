//! Who was served last, so that the others come first.

use std::collections::HashMap;

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
}
