//! `PUT company/usergroup/{user_group_id}`: a group invites a company of another tenant, by its number.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::Tx;
use primitives::{Cnpj, CompanyId, GroupId, InvalidCnpj, TenantId};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::Deserialize;
use serde_json::json;
use tenancy::GroupHome;

use super::entitled::withdraw_unentitled;
use super::model::ExternalCompanyList;
use crate::{Accounts, Error};

/// One company by its number, or several by their ids.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CompanyToInvite {
    /// With or without its mask. Companies of other tenants are not listed, so the number must be known.
    #[schema(value_type = Option<rest::schema_formats::CnpjNumber>)]
    cnpj: Option<String>,
    /// Companies that the asker also administers, or that the group has already invited.
    #[serde(default)]
    #[schema(max_items = 1000)]
    company_ids: Vec<CompanyId>,
    /// The same, under the name that the list uses.
    #[schema(max_items = 1000)]
    items: Option<Vec<Listed>>,
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = CompanyListed)]
pub(crate) struct Listed {
    company_id: CompanyId,
}

impl CompanyToInvite {
    fn ids(&self) -> Vec<CompanyId> {
        let listed = self.items.iter().flatten().map(|listed| listed.company_id);
        self.company_ids.iter().copied().chain(listed).collect()
    }

    fn read(&self) -> Result<Option<Cnpj>, Problem> {
        let mut errors = FieldErrors::default();
        if self.ids().len() > MOST {
            errors.add("company_ids", Rule::MaxLength(MOST));
        }
        let typed = self.cnpj.as_deref().or((self.items.is_none() && self.company_ids.is_empty()).then_some(""));
        let cnpj = typed.map(|typed| {
            Cnpj::parse(typed).map_err(|invalid| match invalid {
                InvalidCnpj::Empty => Rule::Mandatory,
                InvalidCnpj::Wrong => tenancy::INVALID_CNPJ,
            })
        });
        let cnpj = errors.take("cnpj", cnpj.transpose());
        errors.finish(cnpj)
    }
}

const MOST: usize = 1_000;

/// Invites the company with this number, or companies by id. If the asker also administers their tenant, the invitation
/// is accepted at once; otherwise an admin of that tenant must accept it.
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
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
    Path(group): Path<GroupId>,
    Json(form): Json<CompanyToInvite>,
) -> Result<Json<ExternalCompanyList>, Problem> {
    let (cnpj, ids) = (form.read()?, form.ids());
    let now = accounts.clock.now();
    let invited = accounts.db.write(move |tx| {
        tenancy::bump_epoch(tx)?;
        let home = tenancy::group_home(tx, &actor, group).map_err(Error::from)?;
        // As with people: a place that the actor may not invite into is reported as unknown, like one that does not
        // exist.
        if !home.invites(&actor) {
            return Err(Error::Missing.into());
        }
        // An invitation whose maker lost the right must not prevent a new one.
        let open = tenancy::open_invitations_into(tx, group).map_err(Error::from)?;
        withdraw_unentitled(tx, (&*actor).into(), open, now)?;
        for (company, tenant) in wanted(tx, &actor, &home, cnpj.as_ref(), &ids)? {
            tenancy::invite_company(tx, (group, company), Some(actor.user), now, actor.is_admin_of(tenant))?;
        }
        let fields = json!({ "cnpj": cnpj.as_ref().map(Cnpj::as_str), "company_ids": ids });
        let object = Object::new("usergroup", group.0, home.title);
        let act = Act::new("external_company_invite", home.tenant, object).after(fields);
        audit::record(tx, &*actor, act, now);
        Ok::<_, Problem>(tenancy::external_companies(tx, group)?)
    });
    Ok(Json(invited.await?.into()))
}

/// The companies and their tenants. A company that is named by its id is not revealed to somebody who could not find it
/// otherwise.
fn wanted(
    tx: &mut Tx<'_>,
    actor: &Actor,
    home: &GroupHome,
    cnpj: Option<&Cnpj>,
    ids: &[CompanyId],
) -> Result<Vec<(CompanyId, TenantId)>, Problem> {
    let mut found = match cnpj {
        Some(cnpj) => tenancy::companies_by_cnpj(tx, cnpj, home.tenant)?,
        None => Vec::new(),
    };
    if cnpj.is_some() && found.is_empty() {
        return Err(Problem::unknown("cnpj"));
    }
    for id in ids {
        // Inviting again leaves an existing invitation unchanged.
        if tenancy::find_external_company(tx, home.group, *id)?.is_some() {
            continue;
        }
        let tenant = tenancy::tenant_of_company(tx, *id)?;
        let tenant = tenant.filter(|tenant| *tenant != home.tenant && actor.is_admin_of(*tenant));
        found.push((*id, tenant.ok_or_else(|| Problem::unknown("company_ids"))?));
    }
    Ok(found)
}
