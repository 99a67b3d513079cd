//! `PUT rendition/cover/{node_id}`: chooses the picture that the card of a folder shows first.

use activity::About;
use audit::{Act, Object};
use authz::{Denied, Permit};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use serde_json::json;

use crate::acts::{ChooseCover, Preview};
use crate::{Media, chosen_covers};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CoverChoice {
    /// A file in the folder or below it that the asker may look at; null: the newest pictures are shown again.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<NodeId>)]
    picture_node_id: Option<Option<NodeId>>,
}

/// Chooses the cover of a folder or a repository. People who may not see the picture get the newest ones.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/rendition/cover/{node_id}", tag = "content",
    operation_id = "cover_choose", request_body = CoverChoice,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is chosen")))]
pub async fn choose_cover(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(choice): Json<CoverChoice>,
) -> Result<StatusCode, Problem> {
    let now = media.clock.now();
    let chosen = security::write(&media.db, &actor, move |tx, access| {
        let seen = access.find_visible(tx, node)?;
        let permit = seen.permit::<ChooseCover>()?;
        let Some(picture) = choice.picture_node_id else { return Ok(()) };
        if let Some(picture) = picture {
            check(tx, access, &permit, picture)?;
        }
        chosen_covers::choose(tx, node, picture)?;
        // Not which one: readers of the log may not know of it.
        let act = Act::new("cover_choose", permit.tenant(), Object::new("node", node.0, &seen.node.name))
            .after(json!({ "chosen_cover": picture.is_some() }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, content::Error>(tell(tx, &permit)?)
    });
    chosen.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A picture that the chooser may not look at, or that is elsewhere, is as good as missing.
fn check(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    folder: &Permit<ChooseCover>,
    picture: NodeId,
) -> content::Result<()> {
    access.find_visible(tx, picture)?.permit::<Preview>()?;
    let is_inside = nodes::ancestors(tx, picture)?.iter().any(|step| step.id == folder.node());
    if is_inside { Ok(()) } else { Err(Denied::Invisible.into()) }
}

/// Notifies the pages that show the folder's card.
fn tell(tx: &mut Tx<'_>, folder: &Permit<ChooseCover>) -> db::Result<()> {
    let Some(parent) = folder.parent() else { return Ok(()) };
    let body = json!({ "type": "entry", "node_id": folder.node(), "parent_id": parent, "status": "updated" });
    activity::tell_node(tx, parent, About::Node(folder.node()), &body)
}
