//! `PUT quota/deposit/{quota_id}/tenant/{tenant_id}`: adds credit, once however often the call is repeated.

use audit::{Act, Object};
use axum::extract::State;
use primitives::{TenantId, random_hex};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule, Versioned};
use serde::Deserialize;
use serde_json::json;

use super::{QuotaBody, hold, keeps};
use crate::model::{Kind, NewEntry, QuotaId};
use crate::{Error, Ledger, ledger, store};

/// The most that one call adds.
const MOST_AT_ONCE: i64 = 1_000_000_000_000;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct Deposit {
    /// Credits, 1 or more.
    #[schema(minimum = 1, maximum = 1_000_000_000_000_i64)]
    amount: i64,
    /// Made by the sender, once per deposit: a repeated call with it adds nothing. Without it each call adds.
    #[schema(min_length = 8, max_length = 100, pattern = "^[!-~]+$")]
    idempotency_key: Option<String>,
    /// A note in the ledger.
    #[schema(value_type = Option<rest::schema_formats::OneLineOrNothing>)]
    note: Option<String>,
}

impl Deposit {
    fn check(&self) -> Result<(), Problem> {
        if self.amount > MOST_AT_ONCE {
            return Err(Error::TooMuch.into());
        }
        let mut errors = FieldErrors::default();
        if self.amount < 1 {
            errors.add("amount", Rule::Positive);
        }
        if let Some(key) = &self.idempotency_key {
            match key.chars().count() {
                0..8 => errors.add("idempotency_key", Rule::MinLength(8)),
                8..=100 if key.chars().all(|letter| letter.is_ascii_graphic()) => {}
                8..=100 => errors.add("idempotency_key", Rule::OneLine),
                _ => errors.add("idempotency_key", Rule::MaxLength(100)),
            }
        }
        let note = self.note.as_deref().unwrap_or("");
        if note.chars().count() > 200 {
            errors.add("note", Rule::MaxLength(200));
        } else if note.chars().any(char::is_control) {
            errors.add("note", Rule::OneLine);
        }
        errors.check()
    }
}

/// Adds credit to a quota.
#[utoipa::path(
    put,
    path = "/api/core/quota/deposit/{quota_id}/tenant/{tenant_id}",
    operation_id = "quota_deposit",
    tag = "core",
    params(("quota_id" = i64, Path), ("tenant_id" = i64, Path)),
    request_body = Deposit,
    responses((status = 200, description = "The quota with the credit", body = QuotaBody))
)]
pub(crate) async fn deposit(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
    Json(deposit): Json<Deposit>,
) -> Result<Versioned<QuotaBody>, Problem> {
    keeps(&actor, tenant)?;
    deposit.check()?;
    let key = deposit.idempotency_key.clone().unwrap_or_else(|| random_hex(16));
    let (now, zone) = (state.clock.now(), state.time_zone.clone());
    let added = state.db.write(move |tx| {
        let quota = hold(tx, &zone, id, tenant, now)?;
        let note = deposit.note.as_deref().map(str::trim).filter(|note| !note.is_empty());
        if let Some((amount, noted)) = store::deposit_of_key(tx, id, &key)? {
            let same = amount == deposit.amount && noted.as_deref() == note;
            return if same { Ok(quota) } else { Err(Error::KeyReused) };
        }
        let entry = NewEntry {
            kind: Kind::Deposit,
            amount: deposit.amount,
            at: now,
            user: Some(actor.user),
            reservation: None,
            key: Some(&key),
            note,
        };
        let richer = ledger::post(tx, &quota, &entry)?;
        let act = Act::new("quota_deposit", tenant, Object::new("quota", id.0, quota.service.code()))
            .before(json!({ "balance": quota.balance }))
            .after(json!({ "balance": richer.balance, "amount": deposit.amount, "note": note }));
        audit::record(tx, &*actor, act, now);
        Ok(richer)
    });
    let quota = added.await?;
    Ok(Versioned(quota.version, quota.into()))
}
