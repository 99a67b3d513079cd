//! `PUT company/usergroup/{user_group_id}`: a group invites a company of another tenant, by its number.

use audit::{Act, Object};
use axum::extract::State;
use primitives::{Cnpj, GroupId, InvalidCnpj};
use rest::{Faults, Json, Path, Problem, Rule, Who};
use serde::Deserialize;
use serde_json::json;

use super::model::ExternalCompanyList;
use crate::{Error, Identity};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompanyToInvite {
    /// With or without its mask. Other tenants' companies cannot be listed, so their number must be known.
    #[schema(value_type = rest::shapes::CnpjNumber)]
    cnpj: String,
}

/// Invites the companies with this number. Where the asker administers their tenant too, it is accepted at once;
/// otherwise when an admin of theirs accepts it.
#[utoipa::path(
    put,
    path = "/api/core/company/usergroup/{user_group_id}",
    operation_id = "external_company_invite",
    tag = "core",
    params(("user_group_id" = i64, Path)),
    request_body = CompanyToInvite,
    responses((status = 200, description = "All companies that the group has invited", body = ExternalCompanyList))
)]
pub(crate) async fn invite_company(
    State(identity): State<Identity>,
    Who(actor): Who,
    Path(group): Path<GroupId>,
    Json(form): Json<CompanyToInvite>,
) -> Result<Json<ExternalCompanyList>, Problem> {
    let mut faults = Faults::default();
    let cnpj = faults.take(
        "cnpj",
        Cnpj::parse(&form.cnpj).map_err(|invalid| match invalid {
            InvalidCnpj::Empty => Rule::Mandatory,
            InvalidCnpj::Wrong => Rule::Cnpj,
        }),
    );
    let cnpj = faults.finish(cnpj)?;
    let now = identity.clock.now();
    let invited = identity.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let home = tenancy::group_home(tx, &actor, group).map_err(Error::from)?;
        let found = tenancy::companies_by_cnpj(tx, &cnpj, home.tenant)?;
        if found.is_empty() {
            return Err(Problem::refused(vec![Rule::Unknown.of("cnpj")]));
        }
        for (company, tenant) in found {
            tenancy::invite_company(tx, group, company, now, actor.is_admin_of(tenant))?;
        }
        let object = Object::new("usergroup", group.0, home.title);
        let act = Act::new("external_company_invite", home.tenant, object).after(json!({ "cnpj": cnpj.as_str() }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Problem>(tenancy::external_companies(tx, group)?)
    });
    Ok(Json(invited.await?.into()))
}
