//! The words by which a user is found: those of the name and the e-mail, folded; a search matches their beginnings.

use std::collections::BTreeSet;

use db::{Conn, Tx, params};
use primitives::{UserId, fold};

/// If at most this many users have a word, the word index is used; if more have it, users are walked in the order of
/// the list and checked, which soon finds one.
const FEW: i64 = 2_000;

fn words_of(name: &str, email: &str) -> BTreeSet<String> {
    let text = fold(&format!("{name} {email}"));
    let whole = text.split_whitespace();
    let pieces = text.split(|letter: char| !letter.is_alphanumeric()).filter(|piece| !piece.is_empty());
    whole.chain(pieces).map(str::to_owned).collect()
}

/// To be called when a name, an e-mail or a tenant changes.
pub(crate) fn write(tx: &mut Tx<'_>, user: UserId, name: &str, email: &str) -> db::Result<()> {
    let folded = fold(name);
    let sql = "UPDATE identity_user SET folded = $2, has_words = TRUE WHERE users_id = $1";
    tx.run(sql, params![user, &folded])?;
    tx.run("DELETE FROM identity_word WHERE users_id = $1", params![user])?;
    for word in words_of(name, email) {
        tx.run(
            "INSERT INTO identity_word (word, users_id, tenant_id, folded)
             SELECT $1, users_id, COALESCE(tenant_id, 0), folded FROM identity_user WHERE users_id = $2",
            params![&word, user],
        )?;
    }
    Ok(())
}

/// Adds the words of users from versions without them; false if all have them.
pub(crate) fn write_missing(tx: &mut Tx<'_>) -> db::Result<bool> {
    let sql = "SELECT users_id, name, email FROM identity_user WHERE NOT has_words LIMIT 500";
    let without: Vec<(UserId, String, String)> =
        tx.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (user, name, email) in &without {
        write(tx, *user, name, email)?;
    }
    Ok(!without.is_empty())
}

/// A condition over `u.users_id` for a folded word, whose bounds are the parameters `$at` and `$at + 1`.
pub(crate) fn condition(conn: &mut Conn<'_>, word: &str, at: usize) -> db::Result<String> {
    let range = format!("w.word >= ${at} AND w.word < ${}", at + 1);
    Ok(if frequency(conn, word)? < FEW {
        format!("u.users_id IN (SELECT w.users_id FROM identity_word w WHERE {range})")
    } else {
        // Not EXISTS, which PostgreSQL turns into a join: its generic plan would read everybody who has the word.
        format!("(SELECT 1 FROM identity_word w WHERE w.users_id = u.users_id AND {range} LIMIT 1) = 1")
    })
}

/// How many users have the word, some of them counted twice; at most `FEW`.
pub(crate) fn frequency(conn: &mut Conn<'_>, word: &str) -> db::Result<i64> {
    let (from, to) = bounds(word);
    let sql =
        format!("SELECT COUNT(*) FROM (SELECT 1 FROM identity_word WHERE word >= $1 AND word < $2 LIMIT {FEW}) few");
    conn.get(&sql, params![&from, &to], |row| row.get(0))
}

/// The range of all words that begin with the word.
pub(crate) fn bounds(word: &str) -> (String, String) {
    (word.to_owned(), format!("{word}{}", char::MAX))
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn a_user_is_found_by_each_word_of_name_and_e_mail() {
        let words = words_of("Júlia d'Ávila-Mendes", "J.Mendes@casa.example");
        for word in ["julia", "d'avila-mendes", "avila", "mendes", "j.mendes@casa.example", "casa"] {
            assert!(words.contains(word), "{word} in {words:?}");
        }
    }
}
