//! `POST selection/rename`: gives each of several entries a name of its own, in the background. The page makes the names of
//! a pattern; the server checks them by the rules of a single one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use authz::{Actor, Denied};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, EntryName, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::Deserialize;
use storage::disk;

use super::batch::BatchAct;
use super::begin::{Begun, Wanted, start};
use super::request::BatchRequest;
use super::selected::{Place, Selected};
use super::selection::NAMED;
use crate::filter::Filter;
use crate::{Content, Error, Result};

/// A new name for each of some entries.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RenameSelection {
    /// Each entry once.
    #[schema(min_items = 1, max_items = 1_000)]
    entries: Vec<NewNameOf>,
    /// True: an entry whose new name is taken gets a number. False: it keeps its name.
    #[serde(default)]
    keep_both: bool,
    /// The group of background actions this belongs to; the page may choose it.
    bg_group_id: Option<String>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewNameOf {
    node_id: NodeId,
    name: String,
}

/// Renames several entries, in the background. Names that they have from each other are exchanged.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/rename", tag = "content",
    operation_id = "selection_rename", request_body = RenameSelection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it renames")))]
pub async fn rename(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(asked): Json<RenameSelection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let doing = BatchRequest::Rename { keep_both: asked.keep_both };
    let (names, group) = (parse(asked.entries)?, asked.bg_group_id);
    let begun = disk::even_when_full(&content.db, || async {
        Ok(find_and_begin(&content, &actor, names.clone(), group.clone(), doing).await?)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

fn parse(entries: Vec<NewNameOf>) -> Result<HashMap<NodeId, EntryName>, Problem> {
    if entries.is_empty() {
        return Err(Problem::invalid("entries", "form_rules.mandatory"));
    }
    if entries.len() > NAMED {
        return Err(Problem::refused(vec![Rule::MaxLength(NAMED).of("entries")]));
    }
    let count = entries.len();
    let name = |one: NewNameOf| Ok((one.node_id, EntryName::parse(&one.name).map_err(Error::from)?));
    let names = entries.into_iter().map(name).collect::<Result<HashMap<_, _>, Problem>>()?;
    if names.len() < count { Err(Problem::invalid("entries", "invalid")) } else { Ok(names) }
}

async fn find_and_begin(
    content: &Content,
    actor: &Arc<Actor>,
    names: HashMap<NodeId, EntryName>,
    group: Option<String>,
    doing: BatchRequest,
) -> Result<Begun> {
    let now = content.clock.now();
    let place = Place::Named(names.keys().copied().collect());
    let selected = Selected { place, filter: Filter::default(), except: HashSet::new(), as_of: now };
    let wanted = names.clone();
    let found = security::read_long(&content.db, actor, move |c, access| {
        let mut found = selected.ids(c, access, BatchAct::Rename)?;
        if found.is_empty() {
            return Err(Denied::Invisible.into());
        }
        let nodes: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
        let known = nodes::names_and_parents(c, &nodes)?;
        // Nothing is done with what is called so already.
        found.retain(|(_, node)| {
            known.get(node).map(|known| known.name.as_str()) != wanted.get(node).map(EntryName::as_str)
        });
        Ok::<_, Error>(found)
    });
    let (found, actor) = (found.await?, actor.clone());
    let wanted = Wanted { doing, operation: "selection_rename", group, names, of: None, widens: None };
    content.db.write(move |tx| start(tx, &actor, &found, wanted, now)).await
}
