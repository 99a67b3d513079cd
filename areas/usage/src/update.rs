//! `PUT usage/{node_id}`: sets the terms of use of an entry.

use activity::About;
use audit::{Act, Object};
use axum::extract::State;
use db::Tx;
use nodes::Node;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use security::GrantAccess;
use serde::Deserialize;
use serde_json::json;

use crate::acts::SetTerms;
use crate::show::{UsageTerms, told};
use crate::terms::{self, Kept, Own};
use crate::{Error, Usage};

/// Before 1980 nothing was stored here, and after 2200 nobody asks.
const POSSIBLE: std::ops::RangeInclusive<Seconds> = 315_532_800..=7_258_118_400;

const DAY: Rule = Rule::OfRoom("usage_rules.day");

/// What is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct UsageForm {
    /// Seconds since 1970, between 1980 and 2200; null: it has no end of its own. For writers.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>, minimum = 315_532_800_i64, maximum = 7_258_118_400_i64)]
    usable_until: Option<Option<Seconds>>,
    /// Of a folder or repository: its readers ask before they download from it. Of a file that came from one it can only
    /// be ended. For managers.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    asks_first: Option<bool>,
}

/// Sets the terms of use of an entry: until when it may be used, and whether its readers ask before they download.
///
/// They are for what lies in a folder, too, unless that has terms of the kind itself. Writers and managers are not bound.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/usage/{node_id}", tag = "usage",
    operation_id = "usage_update", request_body = UsageForm,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = UsageTerms, description = "The terms")))]
pub(crate) async fn update(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(form): Json<UsageForm>,
) -> Result<Json<UsageTerms>, Problem> {
    let now = usage.clock.now();
    let mut errors = FieldErrors::default();
    if form.usable_until.flatten().is_some_and(|until| !POSSIBLE.contains(&until)) {
        errors.add("usable_until", DAY);
    }
    errors.check()?;
    let changed = security::write(&usage.db, &actor, move |tx, access| {
        let seen = access.find_visible_with_terms(tx, node)?;
        let permit = seen.permit::<SetTerms>()?;
        let before = terms::find(tx, node)?;
        let after = merged(before, form);
        if after.asks_first != before.asks_first {
            seen.permit::<GrantAccess>()?;
        }
        if after.asks_first && !before.asks_first && !seen.node.kind.is_container() {
            return Err(Error::NotAFolder);
        }
        if after != before {
            terms::set(tx, permit.tenant(), node, after)?;
            let act = Act::new("usage_update", permit.tenant(), Object::new("node", node.0, &seen.node.name))
                .before(json!({ "usable_until": before.usable_until, "asks_first": before.asks_first }))
                .after(json!({ "usable_until": after.usable_until, "asks_first": after.asks_first }));
            audit::record(tx, access.actor(), act, now);
            tell_pages(tx, &seen.node)?;
        }
        told(tx, access, &seen, now)
    });
    Ok(Json(changed.await?))
}

/// What somebody sets is not kept any more.
fn merged(before: Own, form: UsageForm) -> Own {
    let usable_until = form.usable_until.unwrap_or(before.usable_until);
    let asks_first = form.asks_first.unwrap_or(before.asks_first);
    let kept = Kept {
        end: before.kept.end && usable_until == before.usable_until,
        asking: before.kept.asking && asks_first == before.asks_first,
    };
    Own { usable_until, asks_first, kept }
}

/// Pages that show the entry, or its folder, read it again.
fn tell_pages(tx: &mut Tx<'_>, node: &Node) -> db::Result<()> {
    let body = json!({ "type": "entry", "node_id": node.id, "parent_id": node.parent, "status": "updated" });
    std::iter::once(node.id)
        .chain(node.parent)
        .try_for_each(|shown| activity::tell_node(tx, shown, About::Node(node.id), &body))
}
