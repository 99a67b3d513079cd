//! `POST rendition/archive`: has pictures made, to be downloaded together.

use std::sync::Arc;

use activity::{ActionKind, BgAction, Change, NewAction, Status};
use audit::Act;
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use content::{ArchiveToMake, archive_to_make, note_archive};
use db::Tx;
use primitives::{AppInstanceId, Language, Seconds};
use rest::{CurrentUser, Json, Path, Problem, current_language, text};
use serde_json::json;

use super::form::{PicturesForm, WantedPictures};
use super::instead::Wish;
use super::job::{self, PREPARE, Preparing};
use super::store::{self, NewPrepared, PreparedLook};
use crate::Media;
use crate::look::Look;

/// So many pictures one archive has.
const MOST: usize = 500;
/// So many archives of one person may be unfinished.
const UNFINISHED: i64 = 3;

/// Has the pictures among the selected entries made in one size and format, to be downloaded as one archive.
///
/// It takes a while, and is a background action of the type `export`; then `prepared_show` has the link. There are at
/// most 500 pictures. Those that cannot be made are named in a text in the archive, as is what the asker may not
/// download.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/rendition/archive", tag = "content",
    operation_id = "pictures_prepare", request_body = PicturesForm, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = BgAction, description = "The background action"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub(crate) async fn begin(
    State(media): State<Media>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<PicturesForm>,
) -> Result<(StatusCode, Json<BgAction>), Problem> {
    let (now, language) = (media.clock.now(), current_language());
    let wanted = form.parse(now)?;
    let (archive, look) = find(&media, &actor, &wanted, (language, now)).await?;
    require(archive.made.len())?;
    let conversion = look.conversion(wanted.keep_rights);
    let look = PreparedLook { format: look.format, conversion, preset: None };
    let keeps_others = wanted.keeps_others;
    let begun = media.db.write(move |tx| {
        if store::unfinished(tx, actor.user)? >= UNFINISHED {
            return Err(Problem::too_many(10));
        }
        Ok(start(tx, &actor, (&archive, &look, keeps_others), (instance, language, now))?)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

/// Refuses an archive of so many pictures if there is none, or too many.
pub(super) fn require(pictures: usize) -> Result<(), Problem> {
    match pictures {
        0 => Err(Problem::conflict("no_pictures", "no_pictures")),
        some if some > MOST => Err(Problem::conflict("too_many_pictures", "too_many_pictures").with("most", MOST)),
        _ => Ok(()),
    }
}

/// The entries, as far as the asker may download them now, and how they are made.
async fn find(
    media: &Media,
    actor: &Arc<Actor>,
    wanted: &WantedPictures,
    told: (Language, Seconds),
) -> Result<(ArchiveToMake, Look), Problem> {
    let WantedPictures { selected, how, keeps_others, .. } = wanted.clone();
    let found = security::read_long(&media.db, actor, move |c, access| {
        let archive = archive_to_make(c, access, &selected, &Wish { keeps_others }, told)?;
        let look = how.look(c, archive.tenant)?;
        Ok::<_, content::Error>((archive, look))
    });
    let (archive, look) = found.await?;
    Ok((archive, look.ok_or_else(|| Problem::unknown("preset"))?))
}

fn start(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (archive, look, keeps_others): (&ArchiveToMake, &PreparedLook, bool),
    (instance, language, now): (AppInstanceId, Language, Seconds),
) -> db::Result<BgAction> {
    let (user, tenant) = (actor.user, archive.tenant);
    let count = archive.made.len();
    let pictures = i64::try_from(count).unwrap_or(i64::MAX);
    let key = if count == 1 { "prepared.title_one" } else { "prepared.title" };
    let begun = activity::start(
        tx,
        &NewAction {
            user,
            tenant,
            group: None,
            title: text(language, key, &[("count", count.to_string())]),
            text: String::new(),
            kind: ActionKind::Export,
            icon: None,
            status: Status::InProgress,
            node: None,
            parent: None,
            items: Some(pictures),
            cancellable: true,
            job: None,
        },
        now,
    )?;
    let id = store::insert(
        tx,
        &NewPrepared {
            tenant,
            user,
            instance,
            key: &begun.bg_action_id,
            visitors: None,
            name: &archive.name,
            roots: &archive.roots,
            look,
            keeps_others,
        },
        now,
    )?;
    store::add_pictures(tx, id, &archive.made)?;
    let after = json!({ "entries": count + archive.others, "format": look.format });
    audit::record(tx, actor, Act::new("pictures_prepare", tenant, archive.object.clone()).after(after), now);
    note_archive(tx, &begun.bg_action_id, &archive.files_hash, now)?;
    let carried = Preparing { prepared: id, bg_action_id: Some(begun.bg_action_id.clone()), language };
    let job = job::enqueue(tx, &carried, (PREPARE, tenant, user), now)?;
    let change = Change { job: Some(job), ..Change::default() };
    Ok(activity::update(tx, &begun.bg_action_id, &change)?.unwrap_or(begun))
}
