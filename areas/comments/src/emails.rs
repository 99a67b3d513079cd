//! E-mails about threads: one tells all that was said within some minutes. Its receiver's access is asked when it is
//! written.

use std::sync::Arc;

use accounts::Contact;
use authz::{Actor, Permit};
use db::{Conn, Tx, params};
use jobs::{Abandoned, JobContext, JobError, Kind, NewJob, Outcome};
use mail::{Addressee, Texts, Word};
use primitives::{AppInstanceId, NodeId, NodeKind, Seconds, TenantId, UserId};
use security::Access;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Comments;
use crate::acts::Comment;
use crate::error::{Error, Result};
use crate::model::CommentId;
use crate::store;
use crate::text::with_names;

/// An e-mail waits for more of its thread this long.
pub const EMAIL_AFTER: Seconds = 180;

const NAME: &str = "comments_email";
const COMMENT: Texts = mail::texts!("comment");
const MENTION: Texts = mail::texts!("mention");
/// So many comments stand in one e-mail; the link leads to the others.
const TOLD: i64 = 20;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Waiting {
    thread: CommentId,
    user: UserId,
    /// Comments that were changed from then on are told if they mention the receiver. Older jobs have none.
    #[serde(default)]
    edited_since: Option<Seconds>,
}

pub(crate) fn enqueue(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    thread: CommentId,
    user: UserId,
    now: Seconds,
) -> db::Result<()> {
    let payload = json!(Waiting { thread, user, edited_since: Some(now) });
    jobs::enqueue(tx, &NewJob::due(NAME, &payload, now + EMAIL_AFTER).of(tenant)).map(drop)
}

pub(crate) fn kind(comments: &Comments) -> Kind {
    let comments = comments.clone();
    let kind = Kind::new(NAME, move |context| {
        let comments = comments.clone();
        async move { send(&comments, context).await }
    });
    kind.on_abandoned(abandoned)
}

/// Later comments of the thread get an e-mail again.
fn abandoned(tx: &mut Tx<'_>, abandoned: &Abandoned) -> db::Result<()> {
    match serde_json::from_str::<Waiting>(&abandoned.payload) {
        Ok(waiting) => take(tx, waiting).map(drop),
        Err(_) => Ok(()),
    }
}

async fn send(comments: &Comments, context: JobContext) -> Result<Outcome, JobError> {
    let waiting: Waiting = context.payload()?;
    let asked = comments.db.read(move |c| {
        let node = store::node_of(store::find(c, waiting.thread)?.as_ref());
        Ok::<_, db::Error>((node, accounts::find_actor(c, waiting.user)?))
    });
    let (node, actor) = asked.await?;
    match actor {
        Some(actor) => write(comments, context, waiting, node, Arc::new(actor)).await?,
        None => {
            let dropped = comments.db.write(move |tx| {
                take(tx, waiting)?;
                context.complete(tx)
            });
            dropped.await?;
        }
    }
    Ok(Outcome::Done)
}

/// Writes the e-mail, if its receiver sees the entry in this moment.
async fn write(
    comments: &Comments,
    context: JobContext,
    waiting: Waiting,
    node: NodeId,
    receiver: Arc<Actor>,
) -> Result<(), JobError> {
    let (now, public_url) = (comments.clock.now(), comments.public_url.clone());
    let written = security::write(&comments.db, &receiver, move |tx, access| {
        let since = take(tx, waiting)?;
        match access.authorize::<Comment>(tx, node) {
            Ok(permit) => {
                let tenant = permit.tenant();
                let instance = notices::instances_of(tx, access.actor(), &[tenant])?.remove(&tenant);
                if let Some((since, instance)) = since.zip(instance) {
                    let link = format!("{public_url}{}", path(tx, access, &permit, instance)?);
                    compose(tx, &permit, (waiting, since), link, now)?;
                }
            }
            Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
        Ok::<_, Error>(context.complete(tx)?)
    });
    written.await.map_err(|error| JobError::Retry(error.to_string()))
}

/// Where the page shows the comments on the entry to the receiver: those on a folder stand on its own page.
fn path(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    permit: &Permit<Comment>,
    instance: AppInstanceId,
) -> Result<String> {
    let entry = permit.facts();
    let path = match entry.kind {
        NodeKind::File => content::page_path(conn, access, instance, entry)?,
        NodeKind::Folder | NodeKind::Repository => content::info_path(instance, entry),
    };
    Ok(format!("{path}#comments"))
}

/// Takes the note away; the first comment that it is about.
fn take(tx: &mut Tx<'_>, Waiting { thread, user, .. }: Waiting) -> db::Result<Option<CommentId>> {
    let sql = "DELETE FROM comments_waiting WHERE thread_id = $1 AND users_id = $2 RETURNING since";
    tx.find(sql, params![thread, user], |row| row.get(0))
}

/// A comment of an e-mail.
struct Said {
    id: CommentId,
    author: String,
    text: String,
    /// Its receiver is mentioned.
    mentions: bool,
}

fn compose(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (waiting, since): (Waiting, CommentId),
    link: String,
    now: Seconds,
) -> Result<()> {
    let said = said(tx, waiting, since)?;
    let Some(first) = said.first() else { return Ok(()) };
    let Some(node) = nodes::find(tx, permit.node())? else { return Ok(()) };
    let contact = accounts::contacts(tx, &[waiting.user])?.pop();
    let Some(Contact { name, email, language, .. }) = contact else { return Ok(()) };
    let ids: Vec<CommentId> = said.iter().map(|one| one.id).collect();
    let names = store::mentioned_names(tx, &ids)?;
    let (texts, who) = match said.iter().find(|one| one.mentions) {
        Some(one) => (MENTION, &one.author),
        None => (COMMENT, &first.author),
    };
    let told: Vec<String> =
        said.iter().map(|one| format!("{}:\n{}", one.author, with_names(&one.text, &names))).collect();
    let words = [
        ("who", Word::Plain(who.clone())),
        ("entry", Word::Plain(node.name.as_str().to_owned())),
        ("said", Word::Prose(told.join("\n\n"))),
        ("link", Word::Link(link)),
    ];
    Ok(texts.enqueue(tx, &Addressee { name, email, language }, &words, now)?)
}

/// What others said in a thread from a comment on, and where they mentioned the receiver by changing an earlier one. Of
/// too many, those that mention them are told first.
fn said(conn: &mut Conn<'_>, waiting: Waiting, since: CommentId) -> db::Result<Vec<Said>> {
    let sql = "SELECT c.comment_id, u.name, c.text, m.users_id IS NOT NULL AS mentions
               FROM comments_comment c
               JOIN identity_user u ON u.users_id = c.users_id
               LEFT JOIN comments_mention m ON m.comment_id = c.comment_id AND m.users_id = $3
               WHERE (c.comment_id = $1 OR c.thread_id = $1) AND c.users_id <> $3 AND c.removed_at IS NULL
                 AND (c.comment_id >= $2 OR (m.users_id IS NOT NULL AND c.edited_at >= $4))
               ORDER BY mentions DESC, c.comment_id
               LIMIT $5";
    let Waiting { thread, user, edited_since } = waiting;
    let mut found =
        conn.rows(sql, params![thread, since, user, edited_since.unwrap_or(Seconds::MAX), TOLD], |row| {
            Ok(Said { id: row.get(0)?, author: row.get(1)?, text: row.get(2)?, mentions: row.get(3)? })
        })?;
    found.sort_unstable_by_key(|one| one.id);
    Ok(found)
}
