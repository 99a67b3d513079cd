//! `POST company`.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use rest::{CurrentUser, Json, Problem, Rule, Versioned};

use super::model::{Company, NewCompanyForm};
use super::store;
use crate::model::NewCompany;
use crate::{Error, Tenancy};

/// Creates a company of a tenant that the asker administers.
#[utoipa::path(
    post,
    path = "/api/core/company",
    operation_id = "company_create",
    tag = "core",
    request_body = NewCompanyForm,
    responses((status = 201, description = "The company", body = Company))
)]
pub(crate) async fn create_company(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<NewCompanyForm>,
) -> Result<(StatusCode, Versioned<Company>), Problem> {
    let tenant = form.tenant_id;
    if !actor.administers(tenant) {
        return Err(Problem::unknown("tenant_id"));
    }
    let (name, key, cnpj) = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let new = NewCompany { tenant, name, key, cnpj: Some(cnpj) };
        let id = crate::create_company(tx, &new)?;
        let company = store::find(tx, id)?.ok_or(Error::Missing)?;
        let act = Act::new("company_create", tenant, Object::new("company", id.0, &company.name));
        audit::record(tx, &*actor, act.after(company.told()), now);
        Ok(company)
    });
    let company = made.await.map_err(|error: Error| match error {
        // In the form of a company the field is called `key`.
        Error::KeyTaken { key, .. } => {
            Problem::conflict("key_taken", "key_taken").with("key", key).at(Rule::Taken.of("key"))
        }
        Error::Missing => Problem::unknown("tenant_id"),
        other => other.into(),
    })?;
    Ok((StatusCode::CREATED, Versioned(company.version, company)))
}
