//! Makes links.

use std::sync::Arc;

use audit::Act;
use authz::Actor;
use collections::CollectionId;
use content::{Use, UseKind, UsedBy, tell_use};
use db::Tx;
use nodes::Node;
use passwords::PasswordHash;
use primitives::{AppInstanceId, NodeId, Seconds, TenantId, random_hex};
use security::Access;
use serde_json::{Value, json};

use super::form::Wanted;
use super::model::{Details, Link, LinkEntry, LinkMaker, LinkState, url_of};
use super::recorded;
use crate::acts::{AskForFiles, ShareLink};
use crate::offers::{self, Offer};
use crate::state::TOKENS;
use crate::store::{self, NewLink};
use crate::terms::Terms;
use crate::{Error, LinkId, Links, Result, followed, requests, shown, watermarks};

/// So many links of one person can be open at once.
const MOST: i64 = 10_000;

/// Makes a link and records it. `here` is what its address begins with. It may follow a collection.
pub(super) async fn make(
    links: &Links,
    actor: &Arc<Actor>,
    (instance, here): (AppInstanceId, String),
    (wanted, follows): (Wanted, Option<CollectionId>),
) -> Result<Link> {
    let now = links.clock.now();
    let password = match wanted.password.flatten() {
        Some(password) => Some(links.accounts.hasher().hash(&password).await?),
        None => None,
    };
    let offer = Offer::default().with(wanted.originals, wanted.sizes);
    let nodes = wanted.nodes.unwrap_or_default();
    let request = wanted.request;
    let terms = Terms {
        label: wanted.label.flatten(),
        expires_at: wanted.expires_at.unwrap_or(now),
        password,
        download_limit: wanted.download_limit.flatten(),
        allowed: wanted.allowed.unwrap_or_default(),
        // Nothing of the folder that it asks for files is shown.
        may_download: wanted.may_download.unwrap_or(true) && request.is_none(),
        offer,
        watermark: wanted.watermark.flatten().filter(|_| request.is_none()),
        request,
    };
    if terms.gives_nothing() {
        return Err(Error::NothingGiven);
    }
    let shared = if terms.request.is_none() { nodes.clone() } else { Vec::new() };
    let (secrets, token) = (links.secrets.clone(), random_hex(16));
    let made = security::write(&links.db, actor, move |tx, access| {
        let (tenant, found) = linkable(tx, access, &nodes, terms.request.is_some())?;
        let maker = access.actor().user;
        if store::count_of(tx, maker, now)? >= MOST {
            return Err(Error::TooManyLinks(MOST));
        }
        let id = store::insert(tx, &NewLink { tenant, maker, instance, token: &token, terms: &terms, now })?;
        store::set_token(tx, id, &secrets.encrypt(&TOKENS.at(id), &token)?)?;
        shown::set_entries(tx, id, &nodes)?;
        if let Some(collection) = follows {
            followed::follow(tx, access.actor(), (id, instance), (collection, &nodes), now)?;
        }
        watermarks::set(tx, id, terms.watermark.as_ref())?;
        offers::set(tx, id, terms.offer)?;
        if let Some(request) = &terms.request {
            requests::set(tx, id, request)?;
        }
        let row = store::find(tx, id)?.ok_or(Error::NoLink)?;
        let mut after = recorded::fields(&terms, &nodes);
        after.extend(follows.map(|collection| ("collection_id".to_owned(), json!(collection))));
        let act = Act::new("link_create", tenant, recorded::object(tx, &row)?).after(Value::Object(after));
        audit::record(tx, access.actor(), act, now);
        let details = Details {
            entries: found.iter().map(LinkEntry::of).collect(),
            made_by: maker_of(tx, access)?,
            url: Some(url_of(&here, &token, terms.request.is_some())),
            state: LinkState::of(&row, true, now),
            waiting: 0,
            manages_all: true,
            is_maker: true,
        };
        Ok::<_, Error>(Link::of(row, details))
    });
    let made = made.await?;
    let by = UsedBy::Person(actor.user);
    tell_use(&links.db, &Use { kind: UseKind::Shared, nodes: &shared, by, at: now });
    Ok(made)
}

/// The entries, if the asker may make a link to each of them and all are of one tenant. A link that asks for files
/// (`asks`) is to one folder.
pub(super) fn linkable(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    nodes: &[NodeId],
    asks: bool,
) -> Result<(TenantId, Vec<Node>)> {
    if asks {
        let [folder] = *nodes else { return Err(Error::OneFolder) };
        let seen = access.find_visible_with_inside(tx, folder)?;
        let permit = seen.permit::<AskForFiles>()?;
        return Ok((permit.tenant(), vec![seen.node]));
    }
    let mut found = Vec::with_capacity(nodes.len());
    let mut tenant = None;
    for node in nodes {
        let seen = access.find_visible(tx, *node)?;
        let permit = seen.permit::<ShareLink>()?;
        if *tenant.get_or_insert(permit.tenant()) != permit.tenant() {
            return Err(Error::OtherTenant);
        }
        found.push(seen.node);
    }
    Ok((tenant.ok_or(Error::NoLink)?, found))
}

/// The asker, who made it.
pub(super) fn maker_of(tx: &mut Tx<'_>, access: &Access<'_>) -> Result<LinkMaker> {
    let user = access.actor().user;
    Ok(LinkMaker { users_id: user, name: accounts::name_of(tx, user)?.unwrap_or_default() })
}

/// The hash of the password that is wanted from now on; None: the one before stays.
pub(super) async fn hashed(links: &Links, wanted: &Wanted) -> Result<Option<Option<PasswordHash>>> {
    Ok(match &wanted.password {
        None => None,
        Some(None) => Some(None),
        Some(Some(password)) => Some(Some(links.accounts.hasher().hash(password).await?)),
    })
}

/// A link that the asker has made, and that was not revoked. Nobody else changes it until the end of the transaction.
pub(super) fn own(tx: &mut Tx<'_>, access: &Access<'_>, id: LinkId) -> Result<store::LinkRow> {
    store::hold(tx, id)?;
    let link = store::find(tx, id)?.filter(|link| link.maker == access.actor().user).ok_or(Error::NoLink)?;
    if link.revoked_at.is_some() { Err(Error::Revoked) } else { Ok(link) }
}

/// When a link of the asker ends.
pub(super) async fn end_of(links: &Links, actor: &Actor, id: LinkId) -> Result<Option<Seconds>> {
    let user = actor.user;
    let found = links.db.read(move |c| store::find(c, id)).await?;
    Ok(found.filter(|link| link.maker == user).map(|link| link.terms.expires_at))
}
