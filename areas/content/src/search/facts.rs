//! Words that name a type or a person: entries are found by them, too.

use db::{Conn, params};
use primitives::{TenantId, UserId};

/// A shorter word names no type and no person.
const SHORTEST: usize = 3;
/// At most this many people have a word.
const MOST_PEOPLE: usize = 4;
/// So many words of people are read, to find names among addresses.
const LOOKED_AT: i64 = 64;

/// What people call types of entries, folded, in English and Portuguese.
const CALLED: [(&str, &[&str]); 13] = [
    ("image", &["picture", "photo", "image", "imagem", "imagens", "foto"]),
    ("vector", &["vector", "drawing", "vetor", "desenho"]),
    ("video", &["film", "video", "movie", "filme"]),
    ("audio", &["audio", "sound", "music", "som", "sons", "musica"]),
    ("pdf", &["pdf"]),
    ("text", &["text", "texto"]),
    ("code", &["code", "codigo"]),
    ("sheet", &["sheet", "spreadsheet", "planilha"]),
    ("slides", &["slide", "presentation", "apresentacao", "apresentacoes"]),
    ("document", &["document", "documento"]),
    ("archive", &["archive", "zip"]),
    ("font", &["font", "fonte"]),
    ("folder", &["folder", "pasta"]),
];

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
    let mut facts: Vec<Fact> = types_called(word).map(Fact::Type).collect();
    facts.extend(people_named(conn, tenant, word)?.into_iter().map(Fact::Maker));
    Ok(facts)
}

/// The beginning of a word is enough, and it may have the ending of a plural.
fn types_called(word: &str) -> impl Iterator<Item = &'static str> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let is_called = move |called: &&str| called.starts_with(word) || **called == *one;
    CALLED.iter().filter(move |(_, called)| called.iter().any(&is_called)).map(|(key, _)| *key)
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

#[cfg(test)]
mod tests {
    use super::types_called;

    #[test]
    fn types_have_names_in_both_languages() {
        for (word, wanted) in [
            ("pictures", vec!["image"]),
            ("fotos", vec!["image"]),
            ("filmes", vec!["video"]),
            ("pdf", vec!["pdf"]),
            ("planil", vec!["sheet"]),
            ("pastas", vec!["folder"]),
            ("beach", vec![]),
        ] {
            assert_eq!(types_called(word).collect::<Vec<_>>(), wanted, "{word}");
        }
    }
}
