//! A tenant's identity provider, configured by its admins or a master.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use outbound::Url;
use primitives::{CompanyId, TenantId, random_hex};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::provider::PROVIDERS;
use crate::provider::store::{self, Provider};
use crate::{Error, Result, SignIn};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ProviderSettings {
    tenant_id: TenantId,
    title: String,
    issuer: String,
    client_id: String,
    /// The secret itself is never shown again.
    has_secret: bool,
    /// The company of new users; null: only existing users can sign in.
    #[schema(required)]
    company_id: Option<CompanyId>,
    active: bool,
    /// The address to register at the provider.
    redirect_uri: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ProviderSettingsAnswer {
    /// Null if the tenant has no provider.
    #[schema(required)]
    provider: Option<ProviderSettings>,
    /// The address to register at the provider.
    redirect_uri: String,
}

/// Fields that are left out stay unchanged. A new provider needs a title, an issuer, a client id and a secret.
#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct PutProvider {
    /// The text of the button.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: Option<String>,
    /// `https://…`, as in the provider's discovery document.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Issuer)]
    issuer: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    client_id: Option<String>,
    client_secret: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<CompanyId>)]
    company_id: Option<Option<CompanyId>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    active: Option<bool>,
}

/// The parsed form, without the secret.
struct Wanted {
    title: String,
    issuer: String,
    client_id: String,
    company: Option<CompanyId>,
    active: bool,
}

impl PutProvider {
    fn read(&self, old: Option<&Provider>) -> Result<Wanted, Problem> {
        let mut errors = FieldErrors::default();
        let typed = |given: &Option<String>, kept: fn(&Provider) -> &String| {
            given.as_ref().or_else(|| old.map(kept)).cloned().unwrap_or_default()
        };
        let title = errors.take("title", line(&typed(&self.title, |old| &old.title)));
        let issuer = errors.take("issuer", address(&typed(&self.issuer, |old| &old.issuer)));
        let client_id = errors.take("client_id", line(&typed(&self.client_id, |old| &old.client_id)));
        let company = self.company_id.unwrap_or_else(|| old.and_then(|old| old.company));
        let active = self.active.unwrap_or_else(|| old.is_some_and(|old| old.active));
        let read = title.zip(issuer).zip(client_id);
        let wanted = |((title, issuer), client_id)| Wanted { title, issuer, client_id, company, active };
        errors.finish(read.map(wanted))
    }
}

/// For masters and the tenant's admins; for all others the tenant counts as missing.
fn theirs(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<String> {
    let title = store::tenant_title(conn, tenant)?;
    title.filter(|_| actor.master || actor.is_admin_of(tenant)).ok_or(Error::Missing)
}

fn shown(provider: Provider, redirect_uri: String) -> ProviderSettings {
    ProviderSettings {
        tenant_id: provider.tenant,
        title: provider.title,
        issuer: provider.issuer,
        client_id: provider.client_id,
        has_secret: !provider.client_secret.is_empty(),
        company_id: provider.company,
        active: provider.active,
        redirect_uri,
    }
}

/// The fields for the log.
fn fields(provider: &Provider) -> Value {
    json!({
        "title": provider.title, "issuer": provider.issuer, "client_id": provider.client_id,
        "company_id": provider.company, "active": provider.active,
    })
}

/// The tenant's identity provider.
#[utoipa::path(
    get,
    path = "/api/core/tenant/{tenant_id}/identity_provider",
    operation_id = "provider_show",
    tag = "core",
    params(("tenant_id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, description = "The provider, if there is one", body = ProviderSettingsAnswer))
)]
pub(crate) async fn provider_show(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
) -> Result<Json<ProviderSettingsAnswer>, Problem> {
    let read = sign_in.db.read(move |conn| {
        theirs(conn, &actor, tenant)?;
        Ok::<_, Error>(store::of_tenant(conn, tenant)?)
    });
    let redirect_uri = super::redirect_uri(&sign_in);
    let provider = read.await?.map(|provider| shown(provider, redirect_uri.clone()));
    Ok(Json(ProviderSettingsAnswer { provider, redirect_uri }))
}

/// Creates or changes the tenant's identity provider.
#[utoipa::path(
    put,
    path = "/api/core/tenant/{tenant_id}/identity_provider",
    operation_id = "provider_put",
    tag = "core",
    params(("tenant_id" = i64, Path, description = "The tenant's id")),
    request_body = PutProvider,
    responses((status = 200, description = "The provider", body = ProviderSettings))
)]
pub(crate) async fn provider_put(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
    Json(wanted): Json<PutProvider>,
) -> Result<Json<ProviderSettings>, Problem> {
    let secret = wanted.client_secret.as_ref().filter(|secret| !secret.is_empty());
    let now = sign_in.clock.now();
    let encrypted = secret.map(|secret| sign_in.secrets.encrypt(&PROVIDERS.at(tenant), secret));
    let encrypted = encrypted.transpose().map_err(db::Error::from)?;
    let written = sign_in.db.write(move |tx| {
        let tenant_title = theirs(tx, &actor, tenant)?;
        let before = store::of_tenant(tx, tenant)?;
        let Wanted { title, issuer, client_id, company, active } = wanted.read(before.as_ref())?;
        if let Some(company) = company
            && !store::is_company_of(tx, company, tenant)?
        {
            return Err(Problem::unknown("company_id"));
        }
        // A secret belongs to the issuer it was given for: a change of the issuer must include the secret.
        let kept = before.as_ref().filter(|before| before.issuer == issuer).map(|before| before.client_secret.clone());
        let client_secret = encrypted.or(kept).ok_or(Error::SecretNeeded)?;
        let stamp = random_hex(16);
        let new = Provider { tenant, title, issuer, client_id, client_secret, company, active, stamp };
        store::put(tx, &new)?;
        let act = Act::new("provider_put", tenant, Object::new("tenant", tenant.0, tenant_title));
        let act = match &before {
            Some(before) => act.before(fields(before)),
            None => act,
        };
        audit::record(tx, &*actor, act.after(fields(&new)), now);
        Ok::<_, Problem>(new)
    });
    Ok(Json(shown(written.await?, super::redirect_uri(&sign_in))))
}

fn line(text: &str) -> Result<String, Rule> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(Rule::Mandatory),
        1..=200 if text.chars().any(char::is_control) => Err(Rule::OneLine),
        1..=200 => Ok(text.to_owned()),
        _ => Err(Rule::MaxLength(200)),
    }
}

/// Only the syntax is checked; `outbound` decides whether the address may be asked.
fn address(text: &str) -> Result<String, Rule> {
    let text = line(text)?;
    let url = Url::parse(&text).map_err(|_| Rule::Url)?;
    let web = matches!(url.scheme(), "https" | "http") && url.query().is_none() && url.fragment().is_none();
    if web { Ok(text) } else { Err(Rule::Url) }
}

/// Removes the provider and its links to accounts. Accounts stay; users can request a password by e-mail.
#[utoipa::path(
    delete,
    path = "/api/core/tenant/{tenant_id}/identity_provider",
    operation_id = "provider_remove",
    tag = "core",
    params(("tenant_id" = i64, Path, description = "The tenant's id")),
    responses((status = 204, description = "The provider was removed"))
)]
pub(crate) async fn provider_remove(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    Path(tenant): Path<TenantId>,
) -> Result<StatusCode, Problem> {
    let now = sign_in.clock.now();
    let written = sign_in.db.write(move |tx| {
        let title = theirs(tx, &actor, tenant)?;
        let before = store::of_tenant(tx, tenant)?.ok_or(Error::Missing)?;
        store::remove(tx, tenant)?;
        let act = Act::new("provider_remove", tenant, Object::new("tenant", tenant.0, title)).before(fields(&before));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Error>(())
    });
    written.await?;
    Ok(StatusCode::NO_CONTENT)
}
