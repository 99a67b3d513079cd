//! `POST selection`: how many entries are selected, how large they are, and what may be done with them.

use std::collections::BTreeMap;
use std::time::Duration;

use authz::{Action, Actor, Facts, Release};
use axum::extract::State;
use db::Conn;
use nodes::Node;
use primitives::{AppInstanceId, NodeId, NodeKind, NodeRole, RepositoryId, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use super::in_bin;
use super::in_folder::{self, Alike};
use super::selected::{Place, Selected};
use super::selection::{Selection, is_refusal};
use crate::entries::bin::Part;
use crate::{Content, Purge, Restore, Result};

/// Counting takes no longer.
const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct SelectionSum {
    /// The entries that the asker sees, without those of which only the name is shown.
    count: i64,
    /// Bytes of the files among them; what lies in folders is not counted.
    bytes: i64,
    /// Send it with the selection: what comes later is not part of it.
    as_of: Seconds,
    /// What may be done with some of them.
    acts: Vec<ActOnSome>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ActOnSome {
    action_key: String,
    /// With so many of them.
    count: i64,
}

/// Counts selected entries, and tells what the asker may do with how many of them.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection", tag = "content",
    operation_id = "selection_sum", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = SelectionSum, description = "The sum")))]
pub async fn sum(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<Json<SelectionSum>, Problem> {
    let (selected, acts) = (selection.parse(content.clock.now())?, content.acts.0.clone());
    let offered = move |facts: &Facts| authz::offered(&acts, facts);
    let sum = security::read_long(&content.db, &actor, move |c, access| {
        c.within(TIMEOUT, |c| {
            let mut sum = Sum::default();
            match &selected.place {
                Place::Named(named) => of_named(c, access, named, &offered, &mut sum)?,
                Place::Folder(folder) => of_folder(c, access, *folder, &selected, &offered, &mut sum)?,
                Place::Bin(part) => of_bin(c, access, part, &selected, &mut sum)?,
            }
            Ok::<_, crate::Error>(sum.told(selected.as_of))
        })
    });
    Ok(Json(sum.await?))
}

#[derive(Default)]
struct Sum {
    count: i64,
    bytes: i64,
    acts: BTreeMap<&'static str, i64>,
}

impl Sum {
    fn add(&mut self, count: i64, bytes: i64, acts: impl IntoIterator<Item = &'static str>) {
        self.count += count;
        self.bytes += bytes;
        acts.into_iter().for_each(|act| *self.acts.entry(act).or_default() += count);
    }

    fn told(self, as_of: Seconds) -> SelectionSum {
        let act = |(key, count): (&str, i64)| ActOnSome { action_key: key.to_owned(), count };
        let acts = self.acts.into_iter().map(act).collect();
        SelectionSum { count: self.count, bytes: self.bytes, as_of, acts }
    }
}

type Offered = dyn Fn(&Facts) -> Vec<&'static str>;

fn of_named(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    named: &[NodeId],
    offered: &Offered,
    sum: &mut Sum,
) -> Result<()> {
    for node in named {
        match access.find_visible_with_terms(conn, *node).map_err(crate::Error::from) {
            Ok(seen) if seen.facts.role.is_some() => sum.add(1, bytes(&seen.node), offered(&seen.facts)),
            Ok(_) => {}
            Err(error) if is_refusal(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn of_folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    selected: &Selected,
    offered: &Offered,
    sum: &mut Sum,
) -> Result<()> {
    let alike = in_folder::alike(conn, access, folder, selected)?;
    // Own terms of single entries are found when they are downloaded.
    let seen = access.find_visible(conn, folder)?;
    let terms = access.terms_at(conn, &seen.node)?;
    let release = access.withheld(conn, terms)?.map_or(Release::Free, Release::Withheld);
    for alike in alike {
        let (count, bytes) = (alike.count, if alike.kind == NodeKind::File { alike.bytes } else { 0 });
        sum.add(count, bytes, offered(&Facts { release, ..facts(alike, folder, access.actor()) }));
    }
    Ok(())
}

/// What decides which acts a menu offers for entries that are alike.
fn facts(alike: Alike, folder: NodeId, actor: &Actor) -> Facts {
    Facts {
        node: nodes::NO_NODE,
        tenant: TenantId(0),
        repository: RepositoryId(0),
        parent: Some(folder),
        kind: alike.kind,
        entry_type: alike.entry_type,
        locked_by: alike.locked_by,
        role: alike.role,
        role_inside: None,
        release: Release::Unknown,
        traversable: false,
        actor: actor.user,
    }
}

fn of_bin(conn: &mut Conn<'_>, access: &mut Access<'_>, part: &Part, selected: &Selected, sum: &mut Sum) -> Result<()> {
    let mut found: Vec<(Node, NodeRole)> = in_bin::all(conn, access, part, selected.as_of)?;
    found.retain(|(node, _)| !selected.except.contains(&node.id));
    let size = |(node, _): &(Node, NodeRole)| bytes(node);
    sum.add(found.iter().map(|_| 1).sum(), found.iter().map(size).sum(), [Restore::RULE.name]);
    let deletable = in_bin::deletable(conn, access, &found)?;
    sum.acts.insert(Purge::RULE.name, i64::try_from(deletable).unwrap_or(i64::MAX));
    Ok(())
}

fn bytes(node: &Node) -> i64 {
    if node.kind == NodeKind::File { node.size } else { 0 }
}
