//! `PUT link/{link_id}`: its maker changes a link.

use audit::Act;
use axum::extract::State;
use db::Tx;
use passwords::PasswordHash;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Here, Json, Path, Problem};
use security::Access;
use serde_json::Value;

use super::form::{LinkChange, Wanted};
use super::made::{end_of, hashed, linkable, maker_of, own};
use super::model::{Details, Link, LinkEntry, LinkState, read_url};
use super::recorded;
use crate::shared::Roots;
use crate::store::{self, LinkRow};
use crate::terms::Terms;
use crate::{Error, LinkId, Links, Result, followed, offers, requests, shown, watermarks};

/// Changes a link of the asker. What is left out stays as it is.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/link/{link_id}", tag = "link",
    operation_id = "link_change", request_body = LinkChange,
    params(("application_instance_id" = i64, Path), ("link_id" = i64, Path)),
    responses((status = OK, body = Link, description = "The link")))]
pub async fn change(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path((_instance, id)): Path<(AppInstanceId, LinkId)>,
    Json(form): Json<LinkChange>,
) -> Result<Json<Link>, Problem> {
    let now = links.clock.now();
    let known = end_of(&links, &actor, id).await?.ok_or(Error::NoLink)?;
    let wanted = form.parse(now, Some(known))?;
    let password = hashed(&links, &wanted).await?;
    let secrets = links.secrets.clone();
    let changed = security::write(&links.db, &actor, move |tx, access| {
        let link = own(tx, access, id)?;
        if wanted.request.is_some() && link.terms.request.is_none() {
            return Err(Error::NotAsking);
        }
        let is_marked = wanted.watermark.as_ref().unwrap_or(&link.terms.watermark).is_some();
        if wanted.may_download == Some(true) && is_marked {
            return Err(Error::Marked);
        }
        let before = recorded::fields(&link.terms, &shown::entries(tx, id)?);
        if let Some(nodes) = &wanted.nodes {
            set_entries(tx, access, &link, nodes)?;
        }
        if let Some(end) = wanted.expires_at {
            followed::reopen(tx, access.actor(), &link, (end, now))?;
        }
        let has_new_password = matches!(password, Some(Some(_)));
        let given = link.terms.given();
        let terms = changed_terms(link.terms, wanted, password);
        if terms.gives_nothing() {
            return Err(Error::NothingGiven);
        }
        store::set_terms(tx, id, &terms)?;
        watermarks::set(tx, id, terms.watermark.as_ref())?;
        offers::set(tx, id, terms.offer)?;
        if terms.given() != given {
            media::forget_pictures(tx, id.0)?;
        }
        if let Some(request) = &terms.request {
            requests::set(tx, id, request)?;
        }
        let entries = shown::entries(tx, id)?;
        let after = recorded::fields(&terms, &entries);
        let (old, mut new) = (recorded::differing(&before, &after), recorded::differing(&after, &before));
        if has_new_password {
            new.insert("password_changed".to_owned(), true.into());
        }
        let row = store::find(tx, id)?.ok_or(Error::NoLink)?;
        if !new.is_empty() {
            let act = Act::new("link_change", row.tenant, recorded::object(tx, &row)?);
            let act = act.before(Value::Object(old)).after(Value::Object(new));
            audit::record(tx, access.actor(), act, now);
        }
        let count = entries.len();
        let seen = Roots::of(&row, entries).all(tx, access)?;
        let details = Details {
            entries: seen.iter().map(|seen| LinkEntry::of(&seen.node)).collect(),
            made_by: maker_of(tx, access)?,
            url: read_url(&secrets, &here, &row),
            state: LinkState::of(&row, !seen.is_empty(), now),
            waiting: requests::waiting_of(tx, &[id])?.remove(&id).unwrap_or_default(),
            manages_all: seen.len() == count,
            is_maker: true,
        };
        Ok::<_, Error>(Link::of(row, details))
    });
    Ok(Json(changed.await?))
}

/// Sets what the link shows. If it follows a collection, all of that is in there.
fn set_entries(tx: &mut Tx<'_>, access: &mut Access<'_>, link: &LinkRow, nodes: &[NodeId]) -> Result<()> {
    let (tenant, _) = linkable(tx, access, nodes, link.terms.request.is_some())?;
    if tenant != link.tenant {
        return Err(Error::OtherTenant);
    }
    match link.follows {
        Some(collection) => followed::choose(tx, access.actor(), (link, collection), nodes),
        None => Ok(shown::set_entries(tx, link.id, nodes)?),
    }
}

fn changed_terms(terms: Terms, wanted: Wanted, password: Option<Option<PasswordHash>>) -> Terms {
    let offer = terms.offer.with(wanted.originals, wanted.sizes);
    let watermark = wanted.watermark.unwrap_or(terms.watermark).filter(|_| terms.request.is_none());
    let is_given = terms.request.is_none() && watermark.is_none();
    Terms {
        label: wanted.label.unwrap_or(terms.label),
        expires_at: wanted.expires_at.unwrap_or(terms.expires_at),
        password: password.unwrap_or(terms.password),
        download_limit: wanted.download_limit.unwrap_or(terms.download_limit),
        allowed: wanted.allowed.unwrap_or(terms.allowed),
        may_download: wanted.may_download.unwrap_or(terms.may_download) && is_given,
        offer,
        watermark,
        request: wanted.request.or(terms.request),
    }
}
