//! Who sees a node, of the people whom an asker may know: to mention them there, or to ask them for something.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use accounts::Found;
use authz::{Action, Actor};
use db::{Conn, Db};
use primitives::{Application, Listing, NodeId, UserId, fold};

use crate::many::{Looking, visible_to};
use crate::with_access::{read, read_long};
use crate::{Error, Result};

/// People that are looked at at once, of the tenant and as many guests of its groups; and how often.
const LOOK: i64 = 40;
const LOOKS: i64 = 4;
/// A look takes no longer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Those of these people who are known at a node, to everybody who sees it: they said something there, or were asked.
pub type KnownThere = fn(&mut Conn<'_>, NodeId, &[UserId]) -> db::Result<Vec<UserId>>;

/// Those of `users` who see each of these nodes now, and have an application to open it.
pub async fn who_see(db: &Db, nodes: Vec<NodeId>, users: Vec<UserId>) -> Result<HashMap<UserId, Arc<HashSet<NodeId>>>> {
    let found = db.read(move |c| accounts::find_actors(c, &users)).await?;
    let actors: Vec<Arc<Actor>> = found.into_iter().filter(has_application).map(Arc::new).collect();
    let askers = actors.iter().map(|actor| (actor.clone(), nodes.clone())).collect();
    let seen = visible_to(db, askers, Looking::AtWhatIs).await?;
    Ok(actors.iter().map(|actor| actor.user).zip(seen).collect())
}

/// Without an application of files, nobody can open one.
fn has_application(actor: &Actor) -> bool {
    actor.instances.iter().any(|instance| instance.application == Application::Content)
}

/// Those of `users` whom somebody who may do `A` to the node may know, and who see it now. Who does not see it, and who
/// does not exist, are missing alike.
pub async fn known_who_see<A: Action + 'static>(
    db: &Db,
    asker: &Arc<Actor>,
    node: NodeId,
    users: Vec<UserId>,
    there: KnownThere,
) -> Result<Vec<UserId>> {
    let known = read(db, asker, move |c, access| {
        access.authorize::<A>(c, node)?;
        Ok::<_, Error>(known(c, access.actor(), (node, there), &users)?)
    });
    of_one(db, node, known.await?).await
}

async fn of_one(db: &Db, node: NodeId, users: Vec<UserId>) -> Result<Vec<UserId>> {
    let seeing = who_see(db, vec![node], users.clone()).await?;
    let sees = |user: &UserId| seeing.get(user).is_some_and(|seen| seen.contains(&node));
    Ok(users.into_iter().filter(sees).collect())
}

/// Those of `users` whom the asker sees elsewhere, and who are known at the node.
fn known(
    conn: &mut Conn<'_>,
    asker: &Actor,
    (node, there): (NodeId, KnownThere),
    users: &[UserId],
) -> db::Result<Vec<UserId>> {
    let met = accounts::contacts_among(conn, asker, users)?.into_iter().map(|contact| contact.user);
    let mut known: BTreeSet<UserId> = met.collect();
    if known.len() < users.len() {
        known.extend(there(conn, node, users)?);
    }
    Ok(known.into_iter().collect())
}

/// Up to `most` people with the words of `names` in theirs who see the node, by name, without the asker. They are those
/// whom somebody who may do `A` there may know.
pub(crate) async fn find_who_see<A: Action + 'static>(
    db: &Db,
    asker: &Arc<Actor>,
    node: NodeId,
    (names, most): (&Listing, usize),
    there: KnownThere,
) -> Result<Vec<Found>> {
    let mut found = BTreeMap::new();
    for look in 0..LOOKS {
        let listing = Listing { limit: LOOK, offset: look * LOOK, ..names.clone() };
        let (people, is_end) = candidates::<A>(db, asker, (node, there), listing).await?;
        let seeing = of_one(db, node, people.iter().map(|one| one.user).collect()).await?;
        let people = people.into_iter().filter(|one| seeing.contains(&one.user));
        found.extend(people.map(|one| ((fold(&one.name), one.user), one)));
        if is_end || found.len() >= most {
            break;
        }
    }
    Ok(found.into_values().take(most).collect())
}

/// People with these words in their names, whom the asker may know; and whether these are the last.
async fn candidates<A: Action + 'static>(
    db: &Db,
    asker: &Arc<Actor>,
    (node, there): (NodeId, KnownThere),
    listing: Listing,
) -> Result<(Vec<Found>, bool)> {
    let found = read_long(db, asker, move |c, access| {
        c.within(TIMEOUT, |c| {
            let tenant = access.authorize::<A>(c, node)?.tenant();
            let asker = access.actor();
            let at_home = accounts::people_of(c, tenant, &listing)?;
            let guests = accounts::guests_of(c, tenant, None, &listing)?;
            let is_end = i64::try_from(at_home.len().max(guests.len())).unwrap_or(i64::MAX) < LOOK;
            let mut people: Vec<Found> = at_home.into_iter().chain(guests).collect();
            people.retain(|one| one.user != asker.user && has_words(&one.name, &listing.words));
            let ids: Vec<UserId> = people.iter().map(|one| one.user).collect();
            let known: HashSet<UserId> = known(c, asker, (node, there), &ids)?.into_iter().collect();
            people.retain(|one| known.contains(&one.user));
            Ok::<_, Error>((people, is_end))
        })
    });
    found.await
}

/// The e-mail address is not asked about: what it has, nobody is told here.
fn has_words(name: &str, words: &[String]) -> bool {
    let name = fold(name);
    words.iter().all(|word| {
        let mut parts = name.split(|letter: char| !letter.is_alphanumeric()).chain(name.split_whitespace());
        parts.any(|part| part.starts_with(word.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn people_are_found_by_the_beginnings_of_their_names() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (asked, found) in
            [("", true), ("an", true), ("pra an", true), ("ada", false), ("silv", true), ("a x", false)]
        {
            assert_eq!(has_words("Ana Prado-Silva", &words(asked)), found, "{asked}");
        }
    }
}
