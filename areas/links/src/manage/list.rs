//! `GET link`: the asker's links, or those to one entry.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use authz::{Action as _, Actor};
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, NodeRole, Seconds, UserId};
use rest::{CurrentUser, Here, Json, Path, Problem, Query};
use security::{Access, GrantAccess, See};
use serde::{Deserialize, Serialize};

use super::model::{Details, Link, LinkEntry, LinkMaker, LinkState, read_url};
use crate::acts::{AskForFiles, ShareLink};
use crate::shared::{Roots, has_instance};
use crate::store::{self, LinkRow, Whose};
use crate::{Error, LinkId, Links, Result, requests, shown};

/// Links of one page: each may have 200 entries.
const MOST: usize = 30;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct LinksQuery {
    /// Only links to this entry: the asker's, and everybody's if they may give access to it.
    node_id: Option<NodeId>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShareLinkPage)]
pub struct LinkPage {
    items: Vec<Link>,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Lists links, the newest first: the asker's own, or those to one entry.
///
/// Links that were revoked, or have ended, are listed for 30 days.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/link", tag = "link", operation_id = "link_list",
    params(("application_instance_id" = i64, Path), LinksQuery),
    responses((status = OK, body = LinkPage, description = "One page")))]
pub async fn list(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<LinksQuery>,
) -> Result<Json<LinkPage>, Problem> {
    let before = rest::cursor("cursor", query.cursor.as_deref())?.map_or(i64::MAX, |cursor| cursor.id);
    let (now, node) = (links.clock.now(), query.node_id);
    let read = security::read_long(&links.db, &actor, move |c, access| found(c, access, node, (LinkId(before), now)));
    let mut found = read.await?;
    let has_more = found.len() > MOST;
    found.truncate(MOST);
    let next = found.last().filter(|_| has_more).map(|last| {
        let id = last.row.id.0;
        Cursor { kind: 0, text: String::new(), number: 0, id }.encode()
    });
    let open = open_ones(&links, &actor, &found).await?;
    let asking: Vec<LinkId> =
        found.iter().filter(|one| one.row.terms.request.is_some()).map(|one| one.row.id).collect();
    let waiting = links.db.read(move |c| requests::waiting_of(c, &asking)).await?;
    let link = |Found { row, made_by, entries, manages_all, .. }: Found| {
        let state = LinkState::of(&row, open.contains(&row.id), now);
        let is_maker = row.maker == actor.user;
        let url = Some(&row).filter(|_| is_maker).and_then(|row| read_url(&links.secrets, &here, row));
        let waiting = waiting.get(&row.id).copied().unwrap_or_default();
        Link::of(row, Details { entries, made_by, url, state, waiting, manages_all, is_maker })
    };
    Ok(Json(LinkPage { items: found.into_iter().map(link).collect(), next }))
}

/// A link of the list.
struct Found {
    row: LinkRow,
    made_by: LinkMaker,
    nodes: Vec<NodeId>,
    /// What the asker sees of them.
    entries: Vec<LinkEntry>,
    /// They may share all of them.
    manages_all: bool,
}

/// One more than a page has.
fn found(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: Option<NodeId>,
    page: (LinkId, Seconds),
) -> Result<Vec<Found>> {
    let own = Whose::Of(access.actor().user);
    let whose = match node {
        Some(node) => {
            let seen = access.find_visible(conn, node)?;
            seen.permit::<See>()?;
            if seen.permit::<GrantAccess>().is_ok() { Whose::Everybody } else { own }
        }
        None => own,
    };
    let rows = store::list(conn, whose, node, page, MOST + 1)?;
    let ids: Vec<LinkId> = rows.iter().map(|row| row.id).collect();
    let mut entries = shown::entries_of(conn, &ids)?;
    let makers: HashSet<UserId> = rows.iter().map(|row| row.maker).collect();
    let names = accounts::names_of(conn, &makers.into_iter().collect::<Vec<_>>())?;
    let mut seen = HashMap::new();
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let nodes = entries.remove(&row.id).unwrap_or_default();
        let least = if row.terms.request.is_some() { AskForFiles::RULE.role } else { ShareLink::RULE.role };
        let (mut told, mut manages_all) = (Vec::new(), true);
        for node in &nodes {
            let entry = seen_entry(conn, access, &mut seen, *node)?;
            manages_all &= entry.as_ref().is_some_and(|(_, role)| *role >= least);
            told.extend(entry.map(|(entry, _)| entry));
        }
        let name = names.get(&row.maker).cloned().unwrap_or_default();
        found.push(Found { made_by: LinkMaker { users_id: row.maker, name }, row, nodes, entries: told, manages_all });
    }
    Ok(found)
}

/// An entry, and the asker's role there.
type Seen = Option<(LinkEntry, NodeRole)>;

/// The entry, if the asker may see it; each is looked for once.
fn seen_entry(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    known: &mut HashMap<NodeId, Seen>,
    node: NodeId,
) -> Result<Seen> {
    if let Some(known) = known.get(&node) {
        return Ok(known.clone());
    }
    let entry = match access.find_visible(conn, node) {
        Ok(seen) => seen.facts.role.map(|role| (LinkEntry::of(&seen.node), role)),
        Err(security::Error::Denied(_)) => None,
        Err(error) => return Err(error.into()),
    };
    known.insert(node, entry.clone());
    Ok(entry)
}

/// Those of which their makers may share something now: asked once for each maker.
async fn open_ones(links: &Links, asker: &Arc<Actor>, found: &[Found]) -> Result<HashSet<LinkId>> {
    let mut of_makers: HashMap<UserId, Vec<(LinkRow, Vec<NodeId>)>> = HashMap::new();
    for one in found {
        of_makers.entry(one.row.maker).or_default().push((one.row.clone(), one.nodes.clone()));
    }
    let mut open = HashSet::new();
    for (maker, theirs) in of_makers {
        let actor = if maker == asker.user {
            Some(asker.clone())
        } else {
            links.db.read(move |c| accounts::find_actor(c, maker)).await?.map(Arc::new)
        };
        let Some(actor) = actor else { continue };
        let theirs: Vec<_> = theirs.into_iter().filter(|(row, _)| has_instance(&actor, row)).collect();
        let read = security::read_long(&links.db, &actor, move |c, access| {
            let mut open = Vec::new();
            for (row, nodes) in &theirs {
                if Roots::of(row, nodes.clone()).has_any(c, access)? {
                    open.push(row.id);
                }
            }
            Ok::<_, Error>(open)
        });
        open.extend(read.await?);
    }
    Ok(open)
}
