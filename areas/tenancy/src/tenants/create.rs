//! `POST tenant_with_company`: a tenant, its instances, and its first company; all of it or nothing.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::Seconds;
use rest::{CurrentUser, Json, Problem, Versioned};
use serde_json::json;

use super::model::{Founding, Tenant, TenantWithCompanyForm};
use super::store;
use crate::model::{NewCompany, NewTenant};
use crate::themes::offered_to;
use crate::{Error, Result, Tenancy};

/// Creates a tenant together with its first company.
#[utoipa::path(
    post,
    path = "/api/core/tenant_with_company",
    operation_id = "tenant_create_with_company",
    tag = "core",
    request_body = TenantWithCompanyForm,
    responses((status = 201, description = "The tenant", body = Tenant))
)]
pub(crate) async fn create_with_company(
    State(tenancy): State<Tenancy>,
    CurrentUser(actor): CurrentUser,
    Json(form): Json<TenantWithCompanyForm>,
) -> Result<(StatusCode, Versioned<Tenant>), Problem> {
    let wanted = form.read()?;
    let now = tenancy.clock.now();
    let made = tenancy.db.write(move |tx| {
        let tenant = found(tx, &wanted, now)?;
        let object = Object::new("tenant", tenant.tenant_id.0, &tenant.title);
        let after = json!({ "key": tenant.key, "cnpj": tenant.cnpj, "company": wanted.company_key.as_str() });
        let act = Act::new("tenant_create_with_company", tenant.tenant_id, object).after(after);
        audit::record(tx, &*actor, act, now);
        Ok::<_, Error>(tenant)
    });
    let tenant = made.await?;
    Ok((StatusCode::CREATED, Versioned(tenant.version, tenant)))
}

fn found(tx: &mut Tx<'_>, wanted: &Founding, now: Seconds) -> Result<Tenant> {
    let new = NewTenant {
        title: wanted.title.clone(),
        key: wanted.key.clone(),
        cnpj: wanted.cnpj.clone(),
        theme: wanted.theme,
    };
    offered_to(tx, wanted.theme, None)?;
    let tenant = crate::create_tenant(tx, &new, now)?;
    store::set_instances(tx, tenant, &wanted.instances)?;
    let company = NewCompany {
        tenant,
        name: wanted.company_name.clone(),
        key: wanted.company_key.clone(),
        cnpj: Some(wanted.company_cnpj.clone()),
    };
    crate::create_company(tx, &company)?;
    store::find(tx, tenant)?.ok_or(Error::Missing)
}
