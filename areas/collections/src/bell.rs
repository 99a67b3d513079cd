//! What the bell tells people about collections, and what of it they are shown.

use std::collections::HashMap;

use db::{Conn, Tx, Value, params};
use nodes::in_list;
use notices::{Notice, NoticeAbout, NoticeKind};
use primitives::{GroupId, Seconds, UserId};
use security::Access;

use crate::found::Found;
use crate::model::{CollectionId, Principal};

/// A collection is shared with the reader.
const SHARED: &str = "collection_shared";
/// The reader is its owner from now on.
const GIVEN: &str = "collection_given";
/// The members of a larger group are not told: who shares something with many has no single one in mind.
const MOST_OF_GROUP: usize = 50;

/// What the collections room tells of the subjects of its notices: its collections.
pub(crate) fn kinds() -> [NoticeKind; 2] {
    [NoticeKind::new(SHARED, titles), NoticeKind::new(GIVEN, titles)]
}

fn tell(
    tx: &mut Tx<'_>,
    collection: &Found,
    (kind, from): (&'static str, UserId),
    people: &[UserId],
    now: Seconds,
) -> db::Result<()> {
    for person in people {
        let notice = Notice {
            tenant: collection.tenant,
            to: *person,
            kind,
            from: Some(from),
            node: None,
            subject: collection.id.0,
            detail: serde_json::json!({}),
        };
        notices::notify(tx, &notice, now)?;
    }
    Ok(())
}

/// Somebody becomes a member, or all people of a group do.
pub(crate) fn shared(
    tx: &mut Tx<'_>,
    collection: &Found,
    (member, by): (Principal, UserId),
    now: Seconds,
) -> db::Result<()> {
    let people = match member {
        Principal::User(user) => vec![user],
        Principal::Group(group) => of_group(tx, group)?,
    };
    let people: Vec<UserId> = people.into_iter().filter(|person| *person != collection.owner).collect();
    tell(tx, collection, (SHARED, by), &people, now)
}

/// The active people of a group; none of a large one.
fn of_group(conn: &mut Conn<'_>, group: GroupId) -> db::Result<Vec<UserId>> {
    let sql = "SELECT m.users_id
               FROM identity_member m
               JOIN identity_user u ON u.users_id = m.users_id
               WHERE m.user_group_id = $1 AND u.active
               LIMIT $2";
    let most = i64::try_from(MOST_OF_GROUP + 1).unwrap_or(i64::MAX);
    let people: Vec<UserId> = conn.rows(sql, params![group, most], |row| row.get(0))?;
    Ok(if people.len() > MOST_OF_GROUP { Vec::new() } else { people })
}

/// Somebody is no member any more. A group's people are not shown what they find no more.
pub(crate) fn taken_from(tx: &mut Tx<'_>, collection: CollectionId, member: Principal) -> db::Result<()> {
    match member {
        Principal::User(user) => notices::withdraw_from(tx, user, SHARED, collection.0),
        Principal::Group(_) => Ok(()),
    }
}

/// Somebody else is the owner from now on.
pub(crate) fn given(
    tx: &mut Tx<'_>,
    collection: &Found,
    (owner, by): (UserId, UserId),
    now: Seconds,
) -> db::Result<()> {
    notices::withdraw(tx, GIVEN, collection.id.0)?;
    notices::withdraw_from(tx, owner, SHARED, collection.id.0)?;
    tell(tx, collection, (GIVEN, by), &[owner], now)
}

/// A collection is deleted.
pub(crate) fn deleted(tx: &mut Tx<'_>, collection: CollectionId) -> db::Result<()> {
    notices::withdraw(tx, SHARED, collection.0)?;
    notices::withdraw(tx, GIVEN, collection.0)
}

/// The titles of those collections that the reader is a member of.
fn titles(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    collections: &[i64],
) -> security::Result<HashMap<i64, NoticeAbout>> {
    let actor = access.actor();
    let groups: Vec<GroupId> = actor.groups.iter().map(|membership| membership.group).collect();
    let (of_groups, mut values) = in_list(2, &groups);
    let (list, ids) = in_list(2 + values.len(), collections);
    values.insert(0, Value::from(actor.user));
    values.extend(ids);
    let sql = format!(
        "SELECT c.collection_id, c.title
         FROM collections_collection c
         WHERE c.collection_id IN ({list})
           AND (c.users_id = $1 OR EXISTS (
             SELECT 1 FROM collections_member m
             WHERE m.collection_id = c.collection_id AND (m.users_id = $1 OR m.user_group_id IN ({of_groups}))))"
    );
    let about = |title| NoticeAbout { title: Some(title), ..NoticeAbout::default() };
    let found = conn.rows(&sql, &values, |row| Ok((row.get(0)?, about(row.get(1)?))))?;
    Ok(found.into_iter().collect())
}
