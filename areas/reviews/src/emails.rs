//! E-mails to people who are asked: one for all files that somebody asks about together. Their access is asked when the
//! e-mail is written.

use std::sync::Arc;

use accounts::Contact;
use authz::Actor;
use db::{Conn, Tx, Value};
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use mail::{Addressee, Texts, Word};
use nodes::in_list;
use primitives::{AppInstanceId, Language, NodeId, Seconds, TenantId, UserId};
use security::Access;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reviews;
use crate::acts::Review;
use crate::day::Day;
use crate::error::{Error, Result};
use crate::model::ReviewId;

/// An e-mail waits so long: what is answered or withdrawn at once needs none.
pub const EMAIL_AFTER: Seconds = 120;

const NAME: &str = "reviews_email";
/// So many files are named; the page has all.
const NAMED: usize = 20;

/// Why somebody gets an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Asked,
    /// They have answered about an earlier content of the file.
    Again,
    /// It is due the next day.
    Due,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Waiting {
    user: UserId,
    reviews: Vec<ReviewId>,
    reason: Reason,
}

pub(crate) fn enqueue(
    tx: &mut Tx<'_>,
    (tenant, user): (TenantId, UserId),
    reviews: &[ReviewId],
    reason: Reason,
    now: Seconds,
) -> db::Result<()> {
    let payload = json!(Waiting { user, reviews: reviews.to_vec(), reason });
    let due = if reason == Reason::Due { now } else { now + EMAIL_AFTER };
    jobs::enqueue(tx, &NewJob::due(NAME, &payload, due).of(tenant)).map(drop)
}

pub(crate) fn kind(reviews: &Reviews) -> Kind {
    let reviews = reviews.clone();
    Kind::new(NAME, move |context| {
        let reviews = reviews.clone();
        async move { send(&reviews, context).await }
    })
}

async fn send(reviews: &Reviews, context: JobContext) -> Result<Outcome, JobError> {
    let waiting: Waiting = context.payload()?;
    let user = waiting.user;
    match reviews.db.read(move |c| accounts::find_actor(c, user)).await? {
        Some(actor) => write(reviews, context, waiting, Arc::new(actor)).await?,
        None => reviews.db.write(move |tx| context.complete(tx)).await?,
    }
    Ok(Outcome::Done)
}

/// Writes the e-mail about those files that still wait for its receiver, and that they see in this moment.
async fn write(reviews: &Reviews, context: JobContext, waiting: Waiting, receiver: Arc<Actor>) -> Result<(), JobError> {
    let (now, public_url) = (reviews.clock.now(), reviews.public_url.clone());
    let written = security::write(&reviews.db, &receiver, move |tx, access| {
        let files = visible(tx, access, &waiting)?;
        if let Some(first) = files.first() {
            let link = format!("{public_url}{}", path(first, &files));
            compose(tx, &waiting, (first, &files, link), now)?;
        }
        Ok::<_, Error>(context.complete(tx)?)
    });
    written.await.map_err(|error| JobError::Retry(error.to_string()))
}

/// A file that waits for the receiver.
struct AskedFile {
    node: NodeId,
    tenant: TenantId,
    name: String,
    asked_by: Option<String>,
    message: String,
    due: Option<Day>,
    /// In which instance the receiver opens it, and where the page shows it.
    instance: AppInstanceId,
    path: String,
}

fn visible(conn: &mut Conn<'_>, access: &mut Access<'_>, waiting: &Waiting) -> Result<Vec<AskedFile>> {
    let files = waiting_files(conn, waiting)?;
    let tenants: Vec<TenantId> = files.iter().map(|file| file.tenant).collect();
    let instances = notices::instances_of(conn, access.actor(), &tenants)?;
    let mut seen = Vec::new();
    for file in files {
        let Some(instance) = instances.get(&file.tenant).copied() else { continue };
        match access.authorize::<Review>(conn, file.node) {
            Ok(permit) => {
                let path = content::page_path(conn, access, instance, permit.facts())?;
                seen.push(AskedFile { path, instance, ..file });
            }
            Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(seen)
}

/// Several files are found together on a page of their own.
fn path(first: &AskedFile, files: &[AskedFile]) -> String {
    if files.len() == 1 { format!("{}#review", first.path) } else { format!("/content/{}/reviews", first.instance) }
}

fn waiting_files(conn: &mut Conn<'_>, waiting: &Waiting) -> db::Result<Vec<AskedFile>> {
    let (list, ids) = in_list(2, &waiting.reviews);
    let values: Vec<_> = std::iter::once(Value::from(waiting.user)).chain(ids).collect();
    let sql = format!(
        "SELECT r.node_id, n.tenant_id, n.name, u.name, r.message, r.due_on
         FROM reviews_reviewer p
         JOIN reviews_review r ON r.review_id = p.review_id
         JOIN nodes_node n ON n.node_id = r.node_id
         LEFT JOIN identity_user u ON u.users_id = r.asked_by
         WHERE p.users_id = $1 AND p.review_id IN ({list}) AND p.waits
         ORDER BY r.review_id"
    );
    conn.rows(&sql, &values, |row| {
        Ok(AskedFile {
            node: row.get(0)?,
            tenant: row.get(1)?,
            name: row.get(2)?,
            asked_by: row.get(3)?,
            message: row.get(4)?,
            due: row.get::<Option<i64>>(5)?.map(Day),
            instance: AppInstanceId(0),
            path: String::new(),
        })
    })
}

const ASKED: Texts = mail::texts!("asked");
const ASKED_SEVERAL: Texts = mail::texts!("asked_several");
const AGAIN: Texts = mail::texts!("again");
const DUE: Texts = mail::texts!("due");
const DUE_SEVERAL: Texts = mail::texts!("due_several");

fn compose(
    tx: &mut Tx<'_>,
    waiting: &Waiting,
    (first, files, link): (&AskedFile, &[AskedFile], String),
    now: Seconds,
) -> Result<()> {
    let Some(contact) = accounts::contacts(tx, &[waiting.user])?.pop() else { return Ok(()) };
    let Contact { name, email, language, .. } = contact;
    let spoken = language.unwrap_or_default();
    let texts = match (waiting.reason, files.len()) {
        (Reason::Asked, 1) => ASKED,
        (Reason::Asked, _) => ASKED_SEVERAL,
        (Reason::Again, _) => AGAIN,
        (Reason::Due, 1) => DUE,
        (Reason::Due, _) => DUE_SEVERAL,
    };
    let due = files.iter().filter_map(|file| file.due).min();
    let asked_by = first.asked_by.clone().unwrap_or_else(|| rest::text(spoken, "review_by_somebody", &[]));
    let words = [
        ("who", Word::Plain(asked_by)),
        ("entry", Word::Plain(first.name.clone())),
        ("count", Word::Plain(files.len().to_string())),
        ("files", Word::Prose(names(files, spoken))),
        ("message", Word::Prose(first.message.clone())),
        ("due", Word::Plain(due.map(|day| due_words(day, spoken)).unwrap_or_default())),
        ("link", Word::Link(link)),
    ];
    Ok(texts.enqueue(tx, &Addressee { name, email, language }, &words, now)?)
}

fn due_words(day: Day, language: Language) -> String {
    rest::text(language, "review_due_by", &[("day", day.in_words(language))])
}

fn names(files: &[AskedFile], language: Language) -> String {
    let mut lines: Vec<String> = files.iter().take(NAMED).map(|file| file.name.clone()).collect();
    if let Some(others) = files.len().checked_sub(NAMED).filter(|others| *others > 0) {
        lines.push(rest::text(language, "review_other_files", &[("count", others.to_string())]));
    }
    lines.join("\n")
}
