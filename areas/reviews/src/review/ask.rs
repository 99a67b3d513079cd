//! `POST review`: asks people to review one file or several.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Conn, Tx};
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;
use serde_json::json;

use crate::acts::AskForReview;
use crate::day::Day;
use crate::emails::{self, Reason};
use crate::form::{NewReview, Wanted};
use crate::model::ReviewId;
use crate::outcome::ReviewState;
use crate::store::{self, FileNow, Terms};
use crate::told::{self, Subject};
use crate::{Error, Result, Reviews};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ReviewsAsked {
    asked: Vec<AskedFile>,
    left_out: Vec<LeftOut>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AskedFile)]
struct AskedFile {
    node_id: NodeId,
    review_id: ReviewId,
    /// How many of the people see the file, and are asked.
    reviewers: usize,
}

/// A file about which nobody is asked.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = FileLeftOut)]
struct LeftOut {
    node_id: NodeId,
    why: WhyLeftOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum WhyLeftOut {
    /// It is none, or the asker may not ask for a review of it.
    NotAllowed,
    /// Its review goes on.
    InReview,
    /// None of the people sees it.
    NotSeen,
}

impl WhyLeftOut {
    fn of(error: &Error) -> Option<Self> {
        match error {
            Error::Security(security::Error::Denied(_)) => Some(Self::NotAllowed),
            Error::InReview => Some(Self::InReview),
            Error::UnknownReviewer => Some(Self::NotSeen),
            _ => None,
        }
    }
}

/// Asks people whether files can be approved, each by a review of its own. One of before that has its answers ends.
///
/// Of several files, those are left out about which nobody can be asked, and only who sees a file is asked about it.
/// Where nothing is left, the request is refused for the reason of its first file.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/review", tag = "reviews",
    operation_id = "review_create", request_body = NewReview,
    params(("application_instance_id" = i64, Path)),
    responses(
        (status = CREATED, body = ReviewsAsked, description = "Who was asked about what"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn ask(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(form): Json<NewReview>,
) -> Result<(StatusCode, Json<ReviewsAsked>), Problem> {
    let now = reviews.clock.now();
    let wanted = form.parse(actor.user, now)?;
    reviews.count_asked(actor.user)?;
    let seen = Seen::of(&reviews, &actor, &wanted).await?;
    let written = security::write(&reviews.db, &actor, move |tx, access| {
        let mut batch = Batch::new(&wanted.terms, now);
        let mut first = None;
        for node in &wanted.nodes {
            if let Err(error) = batch.ask(tx, access, *node, &seen.by(&wanted, *node)) {
                let why = WhyLeftOut::of(&error);
                let Some(why) = why else { return Err(error) };
                batch.left_out.push(LeftOut { node_id: *node, why });
                first.get_or_insert(error);
            }
        }
        match first {
            Some(error) if batch.asked.is_empty() => Err(error),
            _ => Ok(batch.tell(tx, access.actor().user)?),
        }
    });
    Ok((StatusCode::CREATED, Json(written.await?)))
}

/// Who of the wanted people sees which file.
struct Seen(HashMap<UserId, Arc<HashSet<NodeId>>>);

impl Seen {
    /// Refuses if the asker may ask about none of the files, or may not know one of the people.
    async fn of(reviews: &Reviews, actor: &Arc<Actor>, wanted: &Wanted) -> Result<Self> {
        let (nodes, users) = (wanted.nodes.clone(), wanted.reviewers.clone());
        let asked = security::read_long(&reviews.db, actor, move |c, access| {
            let open = allowed(c, access, &nodes)?;
            require_known(c, access.actor(), &open, &users)?;
            Ok::<_, Error>(open)
        });
        let open = asked.await?;
        let seen = security::who_see(&reviews.db, open, wanted.reviewers.clone()).await?;
        // About one file, all of them are asked or nobody is.
        if let [node] = wanted.nodes.as_slice()
            && !wanted.reviewers.iter().all(|user| seen.get(user).is_some_and(|seen| seen.contains(node)))
        {
            return Err(Error::UnknownReviewer);
        }
        Ok(Self(seen))
    }

    fn by(&self, wanted: &Wanted, node: NodeId) -> Vec<UserId> {
        let sees = |user: &UserId| self.0.get(user).is_some_and(|seen| seen.contains(&node));
        wanted.reviewers.iter().copied().filter(sees).collect()
    }
}

/// The files about which the asker may ask; without any, why not about the first.
fn allowed(conn: &mut Conn<'_>, access: &mut Access<'_>, nodes: &[NodeId]) -> Result<Vec<NodeId>> {
    let (mut open, mut refused) = (Vec::new(), None);
    for node in nodes {
        match access.authorize::<AskForReview>(conn, *node) {
            Ok(_) => open.push(*node),
            Err(error @ security::Error::Denied(_)) => {
                refused.get_or_insert(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    match refused {
        Some(error) if open.is_empty() => Err(error.into()),
        _ => Ok(open),
    }
}

/// Refuses people whom the asker does not see elsewhere, and who took no part in a review of the first file.
fn require_known(conn: &mut Conn<'_>, asker: &Actor, files: &[NodeId], users: &[UserId]) -> Result<()> {
    let met = accounts::contacts_among(conn, asker, users)?;
    let mut known: HashSet<UserId> = met.into_iter().map(|contact| contact.user).collect();
    if let Some(first) = files.first() {
        known.extend(store::took_part(conn, *first, users)?);
    }
    if users.iter().all(|user| known.contains(user)) { Ok(()) } else { Err(Error::UnknownReviewer) }
}

/// The first file that somebody is asked about, and the reviews of all.
struct OfPerson {
    first: (NodeId, FileNow),
    reviews: Vec<ReviewId>,
}

/// What is asked with one request.
struct Batch<'w> {
    terms: &'w Terms,
    now: Seconds,
    asked: Vec<AskedFile>,
    left_out: Vec<LeftOut>,
    of_people: BTreeMap<UserId, OfPerson>,
}

impl<'w> Batch<'w> {
    fn new(terms: &'w Terms, now: Seconds) -> Self {
        Self { terms, now, asked: Vec::new(), left_out: Vec::new(), of_people: BTreeMap::new() }
    }

    fn ask(&mut self, tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId, reviewers: &[UserId]) -> Result<()> {
        let permit = access.authorize::<AskForReview>(tx, node)?;
        if reviewers.is_empty() {
            return Err(Error::UnknownReviewer);
        }
        match store::hold_open(tx, node)? {
            Some(review) if review.state == ReviewState::Waiting => return Err(Error::InReview),
            Some(review) => {
                let waited = store::waiting(tx, review.id)?;
                store::end(tx, &review, permit.actor(), self.now)?;
                told::waiting_changed(tx, &waited)?;
                notices::withdraw(tx, told::ASKED, review.id.0)?;
            }
            None => {}
        }
        let id = store::insert(tx, (node, permit.actor()), self.terms, self.now)?.ok_or(Error::InReview)?;
        store::add_reviewers(tx, id, self.terms.due, reviewers, self.now)?;
        let file = store::file_now(tx, node)?;
        let after = json!({
            "review_id": id,
            "reviewers": reviewers,
            "one_is_enough": self.terms.one_is_enough,
            "due_on": self.terms.due.map(Day::written),
        });
        let act = Subject { review: id, node, file: &file }.act("review_create").after(after);
        audit::record(tx, access.actor(), act, self.now);
        told::pages(tx, node, file.parent)?;
        for user in reviewers {
            let of = || OfPerson { first: (node, file.clone()), reviews: Vec::new() };
            self.of_people.entry(*user).or_insert_with(of).reviews.push(id);
        }
        self.asked.push(AskedFile { node_id: node, review_id: id, reviewers: reviewers.len() });
        Ok(())
    }

    /// Tells each person once of all files.
    fn tell(self, tx: &mut Tx<'_>, asker: UserId) -> db::Result<ReviewsAsked> {
        for (user, OfPerson { first: (node, file), reviews }) in &self.of_people {
            let Some(review) = reviews.first() else { continue };
            let subject = Subject { review: *review, node: *node, file };
            subject.asked(tx, (asker, *user), reviews.len(), self.now)?;
            emails::enqueue(tx, (file.tenant, *user), reviews, Reason::Asked, self.now)?;
            told::waiting_changed(tx, &[*user])?;
        }
        Ok(ReviewsAsked { asked: self.asked, left_out: self.left_out })
    }
}
