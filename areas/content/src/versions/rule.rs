//! `GET` and `PUT version/rule/tenant/{tenant_id}`: how many earlier versions a tenant keeps, and for how long; and `POST
//! …/check`: what a stricter rule would delete.

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use db::{Conn, params};
use primitives::{AppInstanceId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::expired::{self, Expiring};
use super::store::{self, KeptVersions};
use crate::{Content, Result};

const MOST: i64 = 1_000;
const LONGEST: i64 = 36_500;
const KEPT: Rule = Rule::OfRoom("form_rules.kept_versions");
const DAYS: Rule = Rule::OfRoom("form_rules.kept_days");

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct VersionRule {
    /// Earlier versions of each file that are kept, 0 to 1000; null: all of them.
    #[schema(required, minimum = 0, maximum = 1000)]
    most: Option<i64>,
    /// Days that an earlier version is kept, 1 to 36500; null: it is kept for good.
    #[schema(required, minimum = 1, maximum = 36500)]
    days: Option<i64>,
}

/// What is left out stays as it is.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
pub struct VersionRuleUpdate {
    /// Earlier versions of each file that are kept, 0 to 1000; null: all of them.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 1000)]
    most: Option<Option<i64>>,
    /// Days that an earlier version is kept, 1 to 36500; null: it is kept for good.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 36500)]
    days: Option<Option<i64>>,
}

impl VersionRuleUpdate {
    fn refuse_wrong(self) -> Result<(), Problem> {
        let mut refused = Vec::new();
        if self.most.flatten().is_some_and(|most| !(0..=MOST).contains(&most)) {
            refused.push(KEPT.of("most"));
        }
        if self.days.flatten().is_some_and(|days| !(1..=LONGEST).contains(&days)) {
            refused.push(DAYS.of("days"));
        }
        if refused.is_empty() { Ok(()) } else { Err(Problem::refused(refused)) }
    }

    fn of(self, before: KeptVersions) -> KeptVersions {
        KeptVersions { most: self.most.unwrap_or(before.most), days: self.days.unwrap_or(before.days) }
    }
}

/// What would be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ExpiringVersions {
    /// Earlier versions without a name.
    versions: i64,
    /// The files whose versions these are.
    files: i64,
    /// There may be more: no more than 100,000 versions are looked at.
    at_least: bool,
}

/// How many earlier versions of its files a tenant keeps. Asked by its admins.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}", tag = "content",
    operation_id = "version_rule",
    params(("application_instance_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = OK, body = VersionRule, description = "The rule")))]
pub async fn show(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((instance, tenant)): Path<(AppInstanceId, TenantId)>,
) -> Result<Json<VersionRule>, Problem> {
    let kept = content.db.read(move |c| {
        refuse_others(c, &actor, (instance, tenant))?;
        Ok::<_, Problem>(store::kept_versions(c, tenant)?)
    });
    let KeptVersions { most, days } = kept.await?;
    Ok(Json(VersionRule { most, days }))
}

/// Changes how many earlier versions of its files a tenant keeps. What is not kept any more is deleted in the background;
/// versions with a name stay.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}", tag = "content",
    operation_id = "version_rule_update", request_body = VersionRuleUpdate,
    params(("application_instance_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = OK, body = VersionRule, description = "The rule, changed")))]
pub async fn change(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((instance, tenant)): Path<(AppInstanceId, TenantId)>,
    Json(wanted): Json<VersionRuleUpdate>,
) -> Result<Json<VersionRule>, Problem> {
    wanted.refuse_wrong()?;
    let now = content.clock.now();
    let changed = content.db.write(move |tx| {
        let title = refuse_others(tx, &actor, (instance, tenant))?;
        let before = store::kept_versions(tx, tenant)?;
        let after = wanted.of(before);
        store::keep_versions(tx, tenant, after)?;
        let act = Act::new("version_rule_update", tenant, Object::new("tenant", tenant.0, &title))
            .before(json!({ "most": before.most, "days": before.days }))
            .after(json!({ "most": after.most, "days": after.days }));
        audit::record(tx, &*actor, act, now);
        Ok::<_, Problem>(after)
    });
    let KeptVersions { most, days } = changed.await?;
    Ok(Json(VersionRule { most, days }))
}

/// Tells how many versions would be deleted now if the tenant had this rule. Nothing is changed.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/version/rule/tenant/{tenant_id}/check", tag = "content",
    operation_id = "version_rule_check", request_body = VersionRuleUpdate,
    params(("application_instance_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = OK, body = ExpiringVersions, description = "What would be deleted")))]
pub async fn check(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((instance, tenant)): Path<(AppInstanceId, TenantId)>,
    Json(wanted): Json<VersionRuleUpdate>,
) -> Result<Json<ExpiringVersions>, Problem> {
    wanted.refuse_wrong()?;
    let now = content.clock.now();
    let counted = content.db.read(move |c| {
        refuse_others(c, &actor, (instance, tenant))?;
        let rule = wanted.of(store::kept_versions(c, tenant)?);
        Ok::<_, Problem>(expired::count(c, tenant, rule, now)?)
    });
    let Expiring { versions, files, at_least } = counted.await?;
    Ok(Json(ExpiringVersions { versions, files, at_least }))
}

/// The title of a tenant that the actor administers and that has this content instance.
fn refuse_others(
    conn: &mut Conn<'_>,
    actor: &Actor,
    (instance, tenant): (AppInstanceId, TenantId),
) -> Result<String, Problem> {
    let sql = "SELECT t.tenant_title
               FROM tenancy_tenant_application a
               JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id
               WHERE a.application_instance_id = $1 AND a.tenant_id = $2";
    let title = conn.find(sql, params![instance, tenant], |row| row.get(0))?;
    title.filter(|_| actor.admin_of.contains(&tenant)).ok_or_else(Problem::not_found)
}
