//! Words that name a type or a person: entries are found by them, too.

use db::{Conn, params};
use primitives::{TenantId, UserId};

/// A shorter word names no type and no person.
const SHORTEST: usize = 3;
/// At most this many people have a word.
const MOST_PEOPLE: usize = 4;
/// So many words of people are read, to find names among addresses.
const LOOKED_AT: i64 = 64;

/// A type or a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Type(&'static str),
    Maker(UserId),
}

/// What a folded word may name.
pub(super) fn facts_of(conn: &mut Conn<'_>, tenant: TenantId, word: &str) -> db::Result<Vec<Fact>> {
    if word.chars().count() < SHORTEST {
        return Ok(Vec::new());
    }
    let mut facts: Vec<Fact> = nodes::types_called(conn, word).into_iter().map(Fact::Type).collect();
    facts.extend(people_named(conn, tenant, word)?.into_iter().map(Fact::Maker));
    Ok(facts)
}

/// People with a word of their name that begins so.
fn people_named(conn: &mut Conn<'_>, tenant: TenantId, word: &str) -> db::Result<Vec<UserId>> {
    let sql = "SELECT DISTINCT u.users_id, u.folded
               FROM (SELECT w.users_id FROM identity_word w
                     WHERE w.tenant_id = $1 AND w.word >= $2 AND w.word < $3 ORDER BY w.word LIMIT $4) found
               JOIN identity_user u ON u.users_id = found.users_id
               ORDER BY u.users_id";
    let end = format!("{word}{}", char::MAX);
    let some = conn.rows(sql, params![tenant, word, end.as_str(), LOOKED_AT], |row| {
        Ok((row.get::<UserId>(0)?, row.get::<String>(1)?))
    })?;
    // The words of addresses are there, too; a domain names nobody.
    let named = |name: &str| name.split(|letter: char| !letter.is_alphanumeric()).any(|part| part.starts_with(word));
    let people = some.into_iter().filter(|(_, name)| named(name)).map(|(user, _)| user);
    Ok(people.take(MOST_PEOPLE).collect())
}
