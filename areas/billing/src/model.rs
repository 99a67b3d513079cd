//! The model of quotas: services, kinds of billing, and the beginning of a month.

use primitives::{Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

db::id!(QuotaId, ReservationId);
db::word!(Service, Billing, Kind);

/// The services that cost credits; so far there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = QuotaService)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    SyntheticImage,
}

impl Service {
    pub fn code(self) -> &'static str {
        match self {
            Self::SyntheticImage => "synthetic_image",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        (code == Self::SyntheticImage.code()).then_some(Self::SyntheticImage)
    }
}

/// How a quota is paid for, which decides about the beginning of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Billing {
    /// A fee buys each month's credit; the rest of the last one expires.
    MonthlyFee,
    /// Credit is bought in advance and stays until it is used.
    Prepaid,
    /// Use is invoiced at the end of the month.
    Postpaid,
}

impl Billing {
    pub const ALL: [Self; 3] = [Self::MonthlyFee, Self::Prepaid, Self::Postpaid];

    pub fn code(self) -> &'static str {
        match self {
            Self::MonthlyFee => "monthly_fee",
            Self::Prepaid => "prepaid",
            Self::Postpaid => "postpaid",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|billing| billing.code() == code)
    }
}

/// Why the balance changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Deposit,
    Usage,
    MonthlyCredit,
    /// The rest of a month that was paid by a fee.
    Expiry,
    /// The use that is now billed.
    Invoice,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Deposit, Self::Usage, Self::MonthlyCredit, Self::Expiry, Self::Invoice];

    pub fn code(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Usage => "usage",
            Self::MonthlyCredit => "monthly_credit",
            Self::Expiry => "expiry",
            Self::Invoice => "invoice",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The entries at the beginning of a month, in order. An overdraft is carried over if a fee or credit in advance pays
/// for the month, and invoiced if use is paid afterwards.
pub(crate) fn month_begins(billing: Billing, balance: i64, monthly_credit: i64) -> Vec<(Kind, i64)> {
    let closing = match billing {
        Billing::MonthlyFee => (Kind::Expiry, -balance.max(0)),
        Billing::Postpaid => (Kind::Invoice, -balance.min(0)),
        Billing::Prepaid => (Kind::Expiry, 0),
    };
    [closing, (Kind::MonthlyCredit, monthly_credit)].into_iter().filter(|(_, amount)| *amount != 0).collect()
}

/// A quota as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    pub id: QuotaId,
    pub tenant: TenantId,
    pub service: Service,
    pub billing: Billing,
    pub balance_limit: i64,
    pub monthly_credit: i64,
    pub balance: i64,
    pub reserved: i64,
    pub next_reset_at: Seconds,
    pub version: i64,
}

impl Quota {
    /// What can still be reserved.
    pub fn available(&self) -> i64 {
        self.balance - self.reserved - self.balance_limit
    }

    /// Whether `balance − reserved − cost ≥ balance_limit`.
    pub fn admits(&self, cost: i64) -> bool {
        cost <= self.available()
    }
}

/// A new entry.
#[derive(Clone, Debug)]
pub(crate) struct NewEntry<'e> {
    pub kind: Kind,
    pub amount: i64,
    pub at: Seconds,
    pub user: Option<UserId>,
    pub reservation: Option<ReservationId>,
    pub key: Option<&'e str>,
    pub note: Option<&'e str>,
}

#[cfg(test)]
mod tests {
    use super::{Billing, Kind, month_begins};

    #[test]
    fn entries_at_the_beginning_of_a_month_depend_on_the_billing() {
        use Kind::{Expiry, Invoice, MonthlyCredit};
        for (billing, balance, credit, wanted) in [
            (Billing::MonthlyFee, 30, 100, vec![(Expiry, -30), (MonthlyCredit, 100)]),
            (Billing::MonthlyFee, -30, 100, vec![(MonthlyCredit, 100)]),
            (Billing::MonthlyFee, 30, 0, vec![(Expiry, -30)]),
            (Billing::Prepaid, 30, 100, vec![(MonthlyCredit, 100)]),
            (Billing::Prepaid, -30, 0, vec![]),
            (Billing::Postpaid, -30, 0, vec![(Invoice, 30)]),
            (Billing::Postpaid, -30, 10, vec![(Invoice, 30), (MonthlyCredit, 10)]),
            (Billing::Postpaid, 30, 0, vec![]),
        ] {
            assert_eq!(month_begins(billing, balance, credit), wanted, "{billing:?} {balance} {credit}");
        }
    }
}

/// The planned use, and its user.
#[derive(Clone, Copy, Debug)]
pub struct Use<'u> {
    pub tenant: TenantId,
    pub service: Service,
    /// Credits, at most.
    pub cost: i64,
    pub user: UserId,
    /// A short note for the ledger.
    pub purpose: &'u str,
}
