//! What SQLite's index is asked for. It knows names by their pieces of three letters, and walks the list of every piece
//! of a phrase side by side; where pieces of a term are rare, their lists alone are nearly the answer.

use db::{Conn, params};

/// A piece that occurs so often is not rare.
const COMMON: i64 = 400;
/// So many rare pieces leave few names to compare.
const ENOUGH: usize = 2;
/// Of a long term so many pieces are looked at.
const LOOKED_AT: usize = 12;

pub enum Question {
    /// No name has a piece of the term.
    Nothing,
    /// Whatever has these pieces; the names still have to be compared.
    Pieces(String),
    /// The index finds the term itself.
    Phrase(String),
}

/// `term` has three letters or more.
pub fn ask(conn: &mut Conn<'_>, term: &str) -> db::Result<Question> {
    let letters: Vec<char> = term.chars().collect();
    let mut rare = Vec::new();
    if letters.len() > 3 {
        // What is particular about a name is mostly at its end.
        for piece in letters.windows(3).rev().take(LOOKED_AT) {
            let piece: String = piece.iter().collect();
            let sql = "SELECT COUNT(*) FROM (SELECT 1 FROM content_search_pieces WHERE term = $1 LIMIT $2) some";
            match conn.get(sql, params![&piece, COMMON], |row| row.get::<i64>(0))? {
                0 => return Ok(Question::Nothing),
                COMMON => {}
                _ => rare.push(quoted(&piece)),
            }
            if rare.len() == ENOUGH {
                break;
            }
        }
    }
    Ok(if rare.is_empty() { Question::Phrase(quoted(term)) } else { Question::Pieces(rare.join(" AND ")) })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
