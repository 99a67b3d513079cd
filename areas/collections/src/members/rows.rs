//! The rows of members.

use db::{Conn, Row, Tx, params};

use crate::error::{Error, Result};
use crate::model::{CollectionId, CollectionMember, CollectionMemberId, CollectionMemberRole, Principal};

/// Members of one collection.
const MOST: i64 = 200;

const SELECT: &str = "SELECT m.collection_member_id, m.users_id, m.user_group_id,
      COALESCE(g.group_title, u.name, ''), u.avatar_url, m.may_edit
    FROM collections_member m
    LEFT JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id
    LEFT JOIN identity_user u ON u.users_id = m.users_id";

fn member(row: &Row<'_>) -> db::Result<CollectionMember> {
    Ok(CollectionMember {
        collection_member_id: row.get(0)?,
        users_id: row.get(1)?,
        user_group_id: row.get(2)?,
        name: row.get(3)?,
        avatar_url: row.get(4)?,
        role: CollectionMemberRole::of(row.get(5)?),
    })
}

/// Groups first, each kind by name.
pub(super) fn list(conn: &mut Conn<'_>, id: CollectionId) -> db::Result<Vec<CollectionMember>> {
    let sql = format!(
        "{SELECT}
         WHERE m.collection_id = $1
         ORDER BY CASE WHEN m.user_group_id IS NULL THEN 1 ELSE 0 END, COALESCE(g.folded, u.folded),
           m.collection_member_id"
    );
    conn.rows(&sql, params![id], member)
}

/// The member of this collection.
pub(super) fn find(conn: &mut Conn<'_>, id: CollectionId, member_id: CollectionMemberId) -> Result<CollectionMember> {
    let sql = format!("{SELECT} WHERE m.collection_id = $1 AND m.collection_member_id = $2");
    conn.find(&sql, params![id, member_id], member)?.ok_or(Error::NoCollection)
}

pub(super) fn is_member(conn: &mut Conn<'_>, id: CollectionId, principal: Principal) -> db::Result<bool> {
    let (column, member) = column_of(principal);
    let sql = format!("SELECT 1 FROM collections_member WHERE collection_id = $1 AND {column} = $2");
    conn.exists(&sql, params![id, member])
}

/// The column that names a member, and the value there.
fn column_of(principal: Principal) -> (&'static str, i64) {
    match principal {
        Principal::User(user) => ("users_id", user.0),
        Principal::Group(group) => ("user_group_id", group.0),
    }
}

/// Makes somebody a member, or gives a member another role.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    id: CollectionId,
    principal: Principal,
    role: CollectionMemberRole,
) -> Result<CollectionMember> {
    let (column, user, group) = match principal {
        Principal::User(user) => ("users_id", Some(user), None),
        Principal::Group(group) => ("user_group_id", None, Some(group)),
    };
    let sql = format!(
        "INSERT INTO collections_member (collection_id, users_id, user_group_id, may_edit) VALUES ($1, $2, $3, $4)
         ON CONFLICT (collection_id, {column}) DO UPDATE SET may_edit = excluded.may_edit
         RETURNING collection_member_id"
    );
    let member_id = tx.get(&sql, params![id, user, group, role.may_edit()], |row| row.get(0))?;
    let count = "SELECT COUNT(*) FROM collections_member WHERE collection_id = $1";
    if tx.get(count, params![id], |row| row.get::<i64>(0))? > MOST {
        return Err(Error::TooManyMembers(MOST));
    }
    find(tx, id, member_id)
}

pub(super) fn set_role(tx: &mut Tx<'_>, member_id: CollectionMemberId, role: CollectionMemberRole) -> db::Result<()> {
    let sql = "UPDATE collections_member SET may_edit = $2 WHERE collection_member_id = $1";
    tx.run(sql, params![member_id, role.may_edit()])?;
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx<'_>, id: CollectionId, principal: Principal) -> db::Result<()> {
    let (column, member) = column_of(principal);
    let sql = format!("DELETE FROM collections_member WHERE collection_id = $1 AND {column} = $2");
    tx.run(&sql, params![id, member])?;
    Ok(())
}
