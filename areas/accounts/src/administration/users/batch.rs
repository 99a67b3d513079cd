//! `PUT users/batch/create`: creates many users of one company, each with its own result.

use std::collections::{HashMap, HashSet};
use std::fmt::Formatter;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::Tx;
use passwords::PasswordHash;
use primitives::{CompanyId, GroupId, Language, Seconds, TenantId, UserId};
use rest::{CurrentUser, FieldError, FieldErrors, Json, Problem, Rule};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use super::{company, welcome};
use crate::administration::admin_scope;
use crate::email::Email;
use crate::person_name::PersonName;
use crate::store::people::NewUser;
use crate::{Accounts, Error, maker, people, store};

const MOST: usize = 1_000;

/// A plain list of rows is accepted too; each row then names its company or its tenant.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct UserBatch {
    /// For the rows that name none.
    company_id: Option<CompanyId>,
    /// If no company is named: the tenant's first one.
    tenant_id: Option<TenantId>,
    /// For all of them; null: the browser's language.
    language: Option<Language>,
    /// Groups of the company's tenant that all of them join.
    #[serde(default)]
    user_group_ids: Vec<GroupId>,
    /// All of them are also admins of the company's tenant.
    #[serde(default)]
    admin: bool,
    /// At most 1000.
    #[schema(min_items = 1, max_items = 1000)]
    users: Vec<BatchRow>,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct BatchRow {
    name: String,
    email: String,
    /// If left out: the batch's.
    company_id: Option<CompanyId>,
    /// If no company is named: the tenant's first one.
    tenant_id: Option<TenantId>,
}

/// A batch as it may be sent: whole, or its rows alone.
#[derive(Debug)]
pub(crate) struct Sent(UserBatch);

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(body: D) -> Result<Self, D::Error> {
        body.deserialize_any(WholeOrRows)
    }
}

struct WholeOrRows;

impl<'de> Visitor<'de> for WholeOrRows {
    type Value = Sent;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a batch, or its rows")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Sent, A::Error> {
        UserBatch::deserialize(MapAccessDeserializer::new(fields)).map(Sent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Sent, A::Error> {
        let users = Vec::deserialize(SeqAccessDeserializer::new(rows))?;
        Ok(Sent(UserBatch { users, ..UserBatch::default() }))
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct BatchResult {
    /// In the order of the rows.
    items: Vec<RowResult>,
    created: usize,
    failed: usize,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RowResult {
    name: String,
    email: String,
    /// Null if the row was refused.
    #[schema(required)]
    users_id: Option<UserId>,
    errors: Vec<FieldError>,
}

/// Creates users; a refused row does not prevent the others. Each user gets an e-mail with a link to choose a password,
/// valid for 72 hours.
#[utoipa::path(
    put,
    path = "/api/core/users/batch/create",
    operation_id = "user_batch_create",
    tag = "core",
    request_body = UserBatch,
    responses(
        (status = 200, description = "One result per row", body = BatchResult),
        (status = 429, description = "Too many e-mails")
    )
)]
pub(crate) async fn create_batch(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Json(Sent(batch)): Json<Sent>,
) -> Result<Json<BatchResult>, Problem> {
    let mut errors = FieldErrors::default();
    if batch.users.is_empty() {
        errors.add("users", Rule::Mandatory);
    }
    if batch.users.len() > MOST {
        errors.add("users", Rule::MaxLength(MOST));
    }
    if let Some(row) = batch.users.iter().position(|row| !row.names_a_place() && !batch.names_a_place()) {
        errors.add(&format!("users[{row}].company_id"), Rule::Mandatory);
    }
    errors.check()?;
    let (public_url, limits, now) =
        (accounts.config.public_url.clone(), accounts.email_limits.clone(), accounts.clock.now());
    let made = accounts.db.write(move |tx| {
        let Places { tenant, companies } = places(tx, &actor, &batch)?;
        if tenant.is_some() {
            welcome::may_join(tx, &actor, tenant, &batch.user_group_ids)?;
        }
        let mut seen = HashSet::new();
        let mut items = Vec::with_capacity(batch.users.len());
        for (row, company) in batch.users.iter().zip(&companies) {
            let (result, made) = make(tx, (&actor, tenant, *company), &batch, row, &mut seen, now)?;
            if let Some(new) = &made {
                welcome::send(tx, &public_url, &actor, (new.0, &new.1), tenant, now)?;
            }
            items.push(result);
        }
        let made: Vec<&str> =
            items.iter().filter(|item| item.users_id.is_some()).map(|item| item.email.as_str()).collect();
        limits.write_to(tenant, &made)?;
        let created = made.len();
        let failed = items.len() - created;
        if let Some((tenant, company)) = tenant.zip(companies.into_iter().find_map(Result::ok)) {
            let name = store::people::organisation(tx, company)?.into_iter().next().unwrap_or_default();
            let object = Object::new("company", company.0, name);
            let (admin, groups) = (batch.admin, &batch.user_group_ids);
            let after = json!({ "created": created, "failed": failed, "admin": admin, "user_group_ids": groups });
            audit::record(tx, &*actor, Act::new("user_batch_create", tenant, object).after(after), now);
        }
        Ok::<_, Error>(BatchResult { items, created, failed })
    });
    Ok(Json(made.await?))
}

impl UserBatch {
    fn names_a_place(&self) -> bool {
        self.company_id.is_some() || self.tenant_id.is_some()
    }
}

impl BatchRow {
    fn names_a_place(&self) -> bool {
        self.company_id.is_some() || self.tenant_id.is_some()
    }

    /// The field that names its place.
    fn named_by(&self) -> &'static str {
        if self.company_id.is_some() { "company_id" } else { "tenant_id" }
    }
}

/// Where the users of a batch go.
struct Places {
    /// Of all of them; the actor administers it. None if no row names a place that the actor knows.
    tenant: Option<TenantId>,
    /// By row: the company, or the row's field that names nothing.
    companies: Vec<Result<CompanyId, &'static str>>,
}

/// The batch's own place, or else the first row's, decides on the tenant. A row that names another one is refused like
/// one that names nothing.
fn places(tx: &mut Tx<'_>, actor: &Actor, batch: &UserBatch) -> Result<Places, Error> {
    let is_shared = batch.users.iter().any(|row| !row.names_a_place());
    let shared = if is_shared { company::of(tx, actor, batch.company_id, batch.tenant_id)? } else { None };
    let mut tenant = shared.map(|(_, tenant)| tenant);
    let mut known = HashMap::new();
    let mut companies = Vec::with_capacity(batch.users.len());
    for row in &batch.users {
        let found = match known.get(&(row.company_id, row.tenant_id)) {
            Some(found) => *found,
            None if !row.names_a_place() => shared,
            None => match company::of(tx, actor, row.company_id, row.tenant_id) {
                Err(Error::Unknown(_)) => None,
                found => found?,
            },
        };
        known.insert((row.company_id, row.tenant_id), found);
        let here = found.filter(|(_, home)| *tenant.get_or_insert(*home) == *home);
        companies.push(here.map(|(company, _)| company).ok_or(row.named_by()));
    }
    Ok(Places { tenant, companies })
}

fn make(
    tx: &mut Tx<'_>,
    (actor, tenant, company): (&Actor, Option<TenantId>, Result<CompanyId, &str>),
    batch: &UserBatch,
    row: &BatchRow,
    seen: &mut HashSet<String>,
    now: Seconds,
) -> Result<(RowResult, Option<(UserId, NewUser)>), Error> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", PersonName::parse(&row.name));
    let email = errors.take("email", Email::typed(&row.email));
    if let Err(field) = company {
        errors.add(field, Rule::Unknown);
    }
    let refused = |errors: FieldErrors| RowResult {
        name: row.name.clone(),
        email: row.email.clone(),
        users_id: None,
        errors: errors.into_errors(),
    };
    let Some(((name, email), company)) = name.zip(email).zip(company.ok()) else {
        return Ok((refused(errors), None));
    };
    if !seen.insert(email.key()) || admin_scope::is_taken(tx, actor, &email, tenant, None)? {
        errors.add("email", Rule::Taken);
        return Ok((refused(errors), None));
    }
    let password = PasswordHash::unusable();
    let new = NewUser { name, email, language: batch.language, password, reset_due: true };
    let user = maker::make(tx, actor, Some(company), &new, now)?;
    if let Some(tenant) = tenant.filter(|_| batch.admin) {
        people::make_admin(tx, user, tenant)?;
    }
    welcome::join(tx, user, &batch.user_group_ids)?;
    let (name, email) = (new.name.as_str().to_owned(), new.email.as_str().to_owned());
    Ok((RowResult { name, email, users_id: Some(user), errors: vec![] }, Some((user, new))))
}
